import { and, asc, count, desc, eq, exists, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import type { FeeQuote } from '../../../contract/charges.ts'
import type { FeeSort } from '../../../contract/fees.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, whereOwnIn } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, TenantScope } from '../../platform/database/transaction.ts'
import { hasWords, visibleTo } from '../templates/index.ts'
import { templates } from '../templates/template-schema.ts'
import { fees } from './fee-schema.ts'

export type FeeRecord = typeof fees.$inferSelect
export type NewFee = FeeQuote & { templateId: string; effectiveFrom: string }

const pricedColumns = {
  id: templates.id,
  name: templates.name,
  treatmentType: templates.treatmentType,
  treatmentSubtype: templates.treatmentSubtype,
  isOwn: sql<boolean>`${templates.ownerClinicId} is not null`,
}
/** A treatment that may have a fee: a template that consents can be made of now. */
export type PricedTemplate = {
  id: string
  name: string
  treatmentType: string
  treatmentSubtype: string
  /** The practice's own, and not the platform's. */
  isOwn: boolean
}

const searched = sql`lower(${templates.name} || ' ' || ${templates.treatmentType})`
const isInUse = (scope: ClinicScope, search = '') =>
  and(visibleTo(scope), eq(templates.status, 'active'), hasWords(searched, search))

/** Those with a fee stand first. */
const withFeeFirst = (scope: ClinicScope) =>
  desc(
    exists(
      scope.tx
        .select({ one: sql`1` })
        .from(fees)
        .where(
          and(eq(fees.clinicId, scope.clinicId), eq(fees.templateId, templates.id), isNull(fees.endsOn)),
        ),
    ),
  )

/** One fact of the fee that `applyingFees` says applies on a day, asked of all templates at once. */
const factOfCurrent = (
  scope: ClinicScope,
  fact: typeof fees.pricePence | typeof fees.effectiveFrom,
  day: string,
): SQL =>
  sql`(select case when ${fees.endsOn} is null or ${fees.endsOn} > ${day}::date then ${fact} end from ${fees}
    where ${fees.clinicId} = ${scope.clinicId} and ${fees.templateId} = ${templates.id} and ${fees.effectiveFrom} <= ${day}::date
      and (${fees.endsOn} is null or ${fees.endsOn} > ${fees.effectiveFrom})
    order by ${fees.effectiveFrom} desc, ${fees.createdAt} desc, ${fees.id} desc limit 1)`

const byType = [templates.treatmentType, templates.name, templates.id]

type FeeListFilter = { search: string; sort: FeeSort; today: string }

function orderIn(scope: ClinicScope, { sort, today }: FeeListFilter): SQL[] {
  if (sort === 'set') return [withFeeFirst(scope), ...byType.map((column) => asc(column))]
  return orderOfSort(sort, {
    name: [templates.name, templates.id],
    price: [factOfCurrent(scope, fees.pricePence, today), ...byType],
    from: [factOfCurrent(scope, fees.effectiveFrom, today), ...byType],
  })
}

/** The treatments in use whose name or type has each word of a search: those with a fee first, then by type and name, unless sorted otherwise. */
export const listPricedTemplates = (
  scope: ClinicScope,
  filter: FeeListFilter,
  { limit, offset }: Slice,
): Promise<PricedTemplate[]> =>
  scope.tx
    .select(pricedColumns)
    .from(templates)
    .where(isInUse(scope, filter.search))
    .orderBy(...orderIn(scope, filter))
    .limit(limit)
    .offset(offset)

/** How many there are. */
export async function countPricedTemplates(scope: ClinicScope, search: string): Promise<number> {
  const [counted] = await scope.tx
    .select({ templates: count() })
    .from(templates)
    .where(isInUse(scope, search))
  return counted!.templates
}

/** All of them. */
export const allPricedTemplates = (scope: ClinicScope): Promise<PricedTemplate[]> =>
  scope.tx.select(pricedColumns).from(templates).where(isInUse(scope))

/** Keeps others from changing the practice's fees until the transaction ends. */
export const lockFees = (scope: ClinicScope) =>
  scope.tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`fees of ${scope.clinicId}`}, 0))`)

/** One of them. */
export async function findPricedTemplate(
  scope: ClinicScope,
  templateId: string,
): Promise<PricedTemplate | undefined> {
  const [found] = await scope.tx
    .select(pricedColumns)
    .from(templates)
    .where(and(isInUse(scope), eq(templates.id, templateId)))
  return found
}

const feesQuery = preparedQuery('fees_of_templates', (tx) =>
  tx
    .select()
    .from(fees)
    .where(whereOwnIn(fees, fees.templateId, 'templateIds')),
)

/** Every row of these templates, past and to come, by template. */
export async function feesOfTemplates(
  scope: TenantScope,
  templateIds: Ids,
): Promise<Map<string, FeeRecord[]>> {
  const rows = await feesQuery(scope, { templateIds: distinctIds(templateIds) })
  return Map.groupBy(rows, ({ templateId }) => templateId)
}

/** A row that was not removed. */
export async function findFee(scope: ClinicScope, id: string): Promise<FeeRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(fees)
    .where(and(eq(fees.clinicId, scope.clinicId), eq(fees.id, id), isNull(fees.endsOn)))
  return found
}

/** Adds rows, each from its day on. */
export async function insertFees(scope: ClinicScope, added: readonly NewFee[]): Promise<void> {
  const { tx, clinicId, staffId: createdBy, now: createdAt } = scope
  if (added.length === 0) return
  await tx.insert(fees).values(added.map((fee) => ({ ...fee, clinicId, createdBy, createdAt })))
}

/** Ends rows on a day, those that are still to come before they begin. */
export const endFees = (scope: ClinicScope, ids: readonly string[], day: string) =>
  scope.tx
    .update(fees)
    .set({ endsOn: sql`greatest(${fees.effectiveFrom}, ${day}::date)` })
    .where(and(eq(fees.clinicId, scope.clinicId), inArray(fees.id, [...ids])))
