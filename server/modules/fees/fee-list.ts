import type { FeeQuote } from '../../../contract/charges.ts'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import type { Fee, FeeListQuery, FeeRow } from '../../../contract/fees.ts'
import { csv_columns_max, fees_imported_max } from '../../../contract/limits.ts'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { todayOf } from '../clinics/index.ts'
import { findGroupName } from '../templates/index.ts'
import { readFeeRows } from './fee-import.ts'
import { applyingFees, effectiveFees, isSuperseded, ownRows } from './fee-rules.ts'
import {
  allPricedTemplates,
  countPricedTemplates,
  endFees,
  feesInList,
  findFee,
  findPricedTemplate,
  insertFees,
  listPricedTemplates,
  lockFees,
  type FeeRecord,
  type FeeScope,
  type NewFee,
  type PricedTemplate,
} from './fee-store.ts'

export const quoteOf = ({ pricePence, unit, band }: FeeQuote): FeeQuote => ({ pricePence, unit, band })

/** The day that it is for a list: by the practice's clock, and for a group by that of the United Kingdom. */
const todayIn = async (scope: FeeScope): Promise<string> =>
  'clinicId' in scope ? todayOf(scope) : dateInTimeZone(scope.now)

const feeView = (fee: FeeRecord | null, group: string | null): Fee | null =>
  fee && {
    ...{ id: fee.id, ...quoteOf(fee), effectiveFrom: fee.effectiveFrom },
    group: fee.groupId === null ? null : group,
  }

/** The list's rows of these templates. */
async function rowsOf(scope: FeeScope, priced: readonly PricedTemplate[], today: string): Promise<FeeRow[]> {
  const byTemplate = await feesInList(
    scope,
    priced.map(({ id }) => id),
  )
  const hasShared = [...byTemplate.values()].flat().some(({ groupId }) => groupId !== null)
  const group = hasShared && 'clinicId' in scope ? await findGroupName(scope) : null
  return priced.map(({ id: templateId, name, treatmentType }) => {
    const { current, coming, ownComing, overridden } = effectiveFees(byTemplate.get(templateId) ?? [], today)
    return {
      ...{ templateId, name, treatmentType, current: feeView(current, group) },
      ...{ coming: feeView(coming, group), ownComing: feeView(ownComing, group) },
      overridden: feeView(overridden, group),
    }
  })
}

/** The list's row of one template after a change. */
const changed = async (scope: FeeScope, template: PricedTemplate, today: string): Promise<FeeRow> =>
  (await rowsOf(scope, [template], today))[0]!

/** A page of a fee list. */
export async function listFees(scope: FeeScope, { page, pageSize, search, sort }: FeeListQuery) {
  const today = await todayIn(scope)
  const found = await listPricedTemplates(scope, { search, sort, today }, sliceOf({ page, pageSize }))
  const total = await countPricedTemplates(scope, search)
  return { answer: { rows: await rowsOf(scope, found, today), total, page, pageSize } }
}

/** Sets a fee in the scope's own list from its day on. */
export async function saveFee(scope: FeeScope, { templateId, ...fee }: NewFee) {
  await lockFees(scope)
  const template = await findPricedTemplate(scope, templateId)
  if (!template) return refuse('not-found')
  const today = await todayIn(scope)
  const rows = ownRows((await feesInList(scope, [templateId])).get(templateId) ?? [])
  if (isSuperseded(fee.effectiveFrom, { rows, today })) return refuse('superseded')
  const before = feeView(applyingFees(rows, fee.effectiveFrom).current, null)
  await insertFees(scope, [{ templateId, ...fee }])
  return {
    answer: await changed(scope, template, today),
    subject: templateId,
    details: { ...fee, before },
  }
}

/** Ends a fee of the scope's own list with what was to follow it, or cancels one change to come. */
export async function removeFee(scope: FeeScope, feeId: string) {
  await lockFees(scope)
  const found = await findFee(scope, feeId)
  const template = found && (await findPricedTemplate(scope, found.templateId))
  if (!template) return refuse('not-found')
  const today = await todayIn(scope)
  const rows = ownRows((await feesInList(scope, [template.id])).get(template.id)!)
  const { current } = applyingFees(rows, today)
  const isComing = found.effectiveFrom > today
  if (!isComing && current?.id !== feeId) return refuse('not-found')
  const ended = rows.filter(
    ({ endsOn, effectiveFrom }) => endsOn === null && (!isComing || effectiveFrom === found.effectiveFrom),
  )
  await endFees(
    scope,
    ended.map(({ id }) => id),
    today,
  )
  return {
    answer: await changed(scope, template, today),
    subject: template.id,
    details: { ...quoteOf(found), effectiveFrom: found.effectiveFrom, isComing },
  }
}

/** Takes fees in from a file into the scope's own list; as a trial it says what would become of each row. */
export async function importFees(
  scope: FeeScope,
  { content, isTrial }: { content: string; isTrial: boolean },
) {
  const limits = { rowsMax: fees_imported_max, columnsMax: csv_columns_max }
  const table = await readCsv(Buffer.from(content, 'base64'), limits)
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  if (!isTrial) await lockFees(scope)
  const templates = await allPricedTemplates(scope)
  const inList = await feesInList(
    scope,
    templates.map(({ id }) => id),
  )
  const standing = new Map([...inList].map(([templateId, rows]) => [templateId, ownRows(rows)]))
  const read = readFeeRows(table, { templates, standing, today: await todayIn(scope) })
  if (!read) return refuse('columns-missing')
  const { rows, added } = read
  const counts = { new: 0, changed: 0, unchanged: 0, unusable: 0 }
  for (const { outcome } of rows) counts[outcome]++
  const answer = { rows, counts, isTrial }
  if (isTrial) return { answer, as: 'nothing' } as const
  await insertFees(scope, added)
  return { answer, details: counts }
}
