import library from '../../../build/content/nhs-charges.json' with { type: 'json' }
import type { FeeOfDay, FeeQuote } from '../../../contract/charges.ts'
import type { Fee, FeeRow, NhsCharges } from '../../../contract/fees.ts'
import { contract } from '../../../contract/index.ts'
import { csv_columns_max, fees_imported_max } from '../../../contract/limits.ts'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import type { Ids } from '../../platform/database/id-set.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { jurisdictionOf, todayOf } from '../clinics/index.ts'
import { readFeeRows } from './fee-import.ts'
import { applyingFees, bandPriceOn, chargesInForce, isOutdated, isSuperseded } from './fee-rules.ts'
import {
  allPricedTemplates,
  countPricedTemplates,
  endFees,
  feesOfTemplates,
  findFee,
  findPricedTemplate,
  insertFees,
  listPricedTemplates,
  lockFees,
  type FeeRecord,
  type PricedTemplate,
} from './fee-store.ts'

const { fees } = contract

const quoteOf = ({ pricePence, unit, band }: FeeRecord): FeeQuote => ({ pricePence, unit, band })

const feeView = (fee: FeeRecord | null): Fee | null =>
  fee && { id: fee.id, ...quoteOf(fee), effectiveFrom: fee.effectiveFrom }

const rowOf = (
  { id: templateId, name, treatmentType }: PricedTemplate,
  rows: readonly FeeRecord[],
  today: string,
): FeeRow => {
  const { current, coming } = applyingFees(rows, today)
  return { templateId, name, treatmentType, current: feeView(current), coming: feeView(coming) }
}

/** What these templates cost on a day (YYYY-MM-DD), by template; those without a fee are missing. */
export async function feeQuotesOn(
  scope: TenantScope,
  templateIds: Ids,
  day: string | Promise<string>,
): Promise<Map<string, FeeQuote>> {
  const quotes = new Map<string, FeeQuote>()
  // Asked together, they are sent together.
  const [rowsByTemplate, on] = await Promise.all([feesOfTemplates(scope, templateIds), day])
  for (const [templateId, rows] of rowsByTemplate) {
    const { current } = applyingFees(rows, on)
    if (current) quotes.set(templateId, quoteOf(current))
  }
  return quotes
}

/** What templates cost today, by template, with what the NHS charges for their bands; those without a fee are missing. */
export async function feesToday(
  scope: ClinicScope,
  templateIds: readonly string[],
): Promise<Map<string, FeeOfDay>> {
  const day = await todayOf(scope)
  const quotes = await feeQuotesOn(scope, templateIds, day)
  if (quotes.size === 0) return new Map()
  const charges = await nhsChargesOn(scope, day)
  return new Map(
    [...quotes].map(([id, fee]) => [id, { ...fee, bandPence: bandPriceOn(charges, fee.band, day) }]),
  )
}

/** What the NHS charges in the practice's nation. The build has checked that there is one of each nation. */
async function nhsChargesOn(scope: ClinicScope, day: string): Promise<Omit<NhsCharges, 'isOutdated'>> {
  const { nation } = await jurisdictionOf(scope)
  return chargesInForce(library as Omit<NhsCharges, 'isOutdated'>[], { nation, day })!
}

/** The list's row of one template after a change. */
async function changed(scope: ClinicScope, template: PricedTemplate, today: string): Promise<FeeRow> {
  const rows = await feesOfTemplates(scope, [template.id])
  return rowOf(template, rows.get(template.id) ?? [], today)
}

/** The operations of `contract/fees.ts`. */
export const feeHandlers = {
  list: handle(fees.list, async (scope, { page, pageSize, search, sort }) => {
    const today = await todayOf(scope)
    const found = await listPricedTemplates(scope, { search, sort, today }, sliceOf({ page, pageSize }))
    const total = await countPricedTemplates(scope, search)
    const ofTemplates = await feesOfTemplates(
      scope,
      found.map(({ id }) => id),
    )
    const rows = found.map((template) => rowOf(template, ofTemplates.get(template.id) ?? [], today))
    return { answer: { rows, total, page, pageSize } }
  }),

  save: handle(fees.save, async (scope, { templateId, ...fee }) => {
    await lockFees(scope)
    const template = await findPricedTemplate(scope, templateId)
    if (!template) return refuse('not-found')
    const today = await todayOf(scope)
    const rows = (await feesOfTemplates(scope, [templateId])).get(templateId) ?? []
    if (isSuperseded(fee.effectiveFrom, { rows, today })) return refuse('superseded')
    const before = feeView(applyingFees(rows, fee.effectiveFrom).current)
    await insertFees(scope, [{ templateId, ...fee }])
    return {
      answer: await changed(scope, template, today),
      subject: templateId,
      details: { ...fee, before },
    }
  }),

  remove: handle(fees.remove, async (scope, { feeId }) => {
    await lockFees(scope)
    const found = await findFee(scope, feeId)
    const template = found && (await findPricedTemplate(scope, found.templateId))
    if (!template) return refuse('not-found')
    const today = await todayOf(scope)
    const rows = (await feesOfTemplates(scope, [template.id])).get(template.id)!
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
  }),

  import: handle(fees.import, async (scope, { content, isTrial }) => {
    const limits = { rowsMax: fees_imported_max, columnsMax: csv_columns_max }
    const table = await readCsv(Buffer.from(content, 'base64'), limits)
    if ('fault' in table) return refuse(table.fault, { row: table.row })
    if (!isTrial) await lockFees(scope)
    const templates = await allPricedTemplates(scope)
    const standing = await feesOfTemplates(
      scope,
      templates.map(({ id }) => id),
    )
    const read = readFeeRows(table, { templates, standing, today: await todayOf(scope) })
    if (!read) return refuse('columns-missing')
    const { rows, added } = read
    const counts = { new: 0, changed: 0, unchanged: 0, unusable: 0 }
    for (const { outcome } of rows) counts[outcome]++
    const answer = { rows, counts, isTrial }
    if (isTrial) return { answer, as: 'nothing' } as const
    await insertFees(scope, added)
    return { answer, details: counts }
  }),

  charges: handle(fees.charges, async (scope) => {
    const day = await todayOf(scope)
    const charges = await nhsChargesOn(scope, day)
    return { answer: { ...charges, isOutdated: isOutdated(charges, day) } }
  }),
}
