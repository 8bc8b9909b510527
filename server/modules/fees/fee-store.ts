import { and, asc, count, desc, eq, exists, inArray, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { FeeQuote } from '../../../contract/charges.ts'
import type { FeeSort } from '../../../contract/fees.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, whereOwnIn } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, GroupScope, TenantScope } from '../../platform/database/transaction.ts'
import { hasWords, usableByGroup, visibleTo } from '../templates/index.ts'
import { templates } from '../templates/template-schema.ts'
import { fees, groupFees } from './fee-schema.ts'

/** Whose fee list it is: a practice's, or that of a group of practices. */
export type FeeScope = ClinicScope | GroupScope

type FeeTable = typeof fees | typeof groupFees

/** A row of a fee list; the group from whose list it comes is null in the list's own rows. */
export type FeeRecord = Pick<
  typeof fees.$inferSelect,
  'id' | 'templateId' | 'pricePence' | 'unit' | 'band' | 'effectiveFrom' | 'endsOn' | 'createdAt'
> & { groupId: string | null }
export type NewFee = FeeQuote & { templateId: string; effectiveFrom: string }

const isPractices = (scope: TenantScope | GroupScope): scope is TenantScope => 'clinicId' in scope

const pricedColumns = {
  id: templates.id,
  name: templates.name,
  treatmentType: templates.treatmentType,
  treatmentSubtype: templates.treatmentSubtype,
  owner: sql<PricedTemplate['owner']>`case
    when ${templates.ownerClinicId} is not null then 'clinic'
    when ${templates.ownerGroupId} is not null then 'group'
    else 'platform' end`,
}
/** A treatment that may have a fee: a template that consents can be made of now. */
export type PricedTemplate = {
  id: string
  name: string
  treatmentType: string
  treatmentSubtype: string
  owner: 'clinic' | 'group' | 'platform'
}

const searched = sql`lower(${templates.name} || ' ' || ${templates.treatmentType})`
const isInUse = (scope: FeeScope, search = '') =>
  and(
    isPractices(scope) ? visibleTo(scope) : usableByGroup(scope),
    eq(templates.status, 'active'),
    hasWords(searched, search),
  )

/** The rows of the scope's own list. */
const ownFees = (scope: FeeScope): { table: FeeTable; isOwn: SQL } =>
  isPractices(scope)
    ? { table: fees, isOwn: eq(fees.clinicId, scope.clinicId) }
    : { table: groupFees, isOwn: eq(groupFees.groupId, scope.groupId) }

/** The lists that apply, the first before the next. Of its group's rows a practice sees those that it takes, by their policy. */
const feeSources = (scope: FeeScope): { table: FeeTable; isOwn: SQL }[] => [
  ownFees(scope),
  ...(isPractices(scope) ? [{ table: groupFees, isOwn: sql`true` }] : []),
]

/** Those with a fee stand first. */
const withFeeFirst = (scope: FeeScope) =>
  desc(
    or(
      ...feeSources(scope).map(({ table, isOwn }) =>
        exists(
          scope.tx
            .select({ one: sql`1` })
            .from(table)
            .where(and(isOwn, eq(table.templateId, templates.id), isNull(table.endsOn))),
        ),
      ),
    )!,
  )

/** One fact of the fee that `effectiveFees` says applies on a day, asked of all templates at once. */
function factOfCurrent(scope: FeeScope, fact: 'pricePence' | 'effectiveFrom', day: string): SQL {
  const latest = feeSources(scope).map(
    ({ table, isOwn }, place) =>
      sql`(select ${table[fact]} as fact, ${table.endsOn} as ends_on, ${sql.raw(String(place))} as place from ${table}
        where ${isOwn} and ${table.templateId} = ${templates.id} and ${table.effectiveFrom} <= ${day}::date
          and (${table.endsOn} is null or ${table.endsOn} > ${table.effectiveFrom})
        order by ${table.effectiveFrom} desc, ${table.createdAt} desc, ${table.id} desc limit 1)`,
  )
  return sql`(select fact from (${sql.join(latest, sql` union all `)}) latest
    where ends_on is null or ends_on > ${day}::date order by place limit 1)`
}

const byType = [templates.treatmentType, templates.name, templates.id]

type FeeListFilter = { search: string; sort: FeeSort; today: string }

function orderIn(scope: FeeScope, { sort, today }: FeeListFilter): SQL[] {
  if (sort === 'set') return [withFeeFirst(scope), ...byType.map((column) => asc(column))]
  return orderOfSort(sort, {
    name: [templates.name, templates.id],
    price: [factOfCurrent(scope, 'pricePence', today), ...byType],
    from: [factOfCurrent(scope, 'effectiveFrom', today), ...byType],
  })
}

/** The treatments in use whose name or type has each word of a search: those with a fee first, then by type and name, unless sorted otherwise. */
export const listPricedTemplates = (
  scope: FeeScope,
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
export async function countPricedTemplates(scope: FeeScope, search: string): Promise<number> {
  const [counted] = await scope.tx
    .select({ templates: count() })
    .from(templates)
    .where(isInUse(scope, search))
  return counted!.templates
}

/** All of them. */
export const allPricedTemplates = (scope: FeeScope): Promise<PricedTemplate[]> =>
  scope.tx.select(pricedColumns).from(templates).where(isInUse(scope))

/** Keeps others from changing the list's fees until the transaction ends. */
export const lockFees = (scope: FeeScope) =>
  scope.tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(${`fees of ${isPractices(scope) ? scope.clinicId : scope.groupId}`}, 0))`,
  )

/** One of them. */
export async function findPricedTemplate(
  scope: FeeScope,
  templateId: string,
): Promise<PricedTemplate | undefined> {
  const [found] = await scope.tx
    .select(pricedColumns)
    .from(templates)
    .where(and(isInUse(scope), eq(templates.id, templateId)))
  return found
}

const columnsOf = (table: FeeTable) => ({
  ...{ id: table.id, templateId: table.templateId, pricePence: table.pricePence, unit: table.unit },
  ...{ band: table.band, effectiveFrom: table.effectiveFrom, endsOn: table.endsOn },
  createdAt: table.createdAt,
})
const groupOfFee = (value: SQL) => value.mapWith(groupFees.groupId) as SQL<string | null>

/** The practice's own rows and those of its group in one, so that a consent asks once. */
const feesQuery = preparedQuery('fees_of_templates', (tx) =>
  tx
    .select({ ...columnsOf(fees), groupId: groupOfFee(sql`null::uuid`) })
    .from(fees)
    .where(whereOwnIn(fees, fees.templateId, 'templateIds'))
    .unionAll(
      tx
        .select({ ...columnsOf(groupFees), groupId: groupOfFee(sql`${groupFees.groupId}`) })
        .from(groupFees)
        .where(sql`${groupFees.templateId} = any(${sql.placeholder('templateIds')}::uuid[])`),
    ),
)

/** Every row of these templates, past and to come, by template: the practice's own, and those of its group that it takes. */
export async function feesOfTemplates(
  scope: TenantScope,
  templateIds: Ids,
): Promise<Map<string, FeeRecord[]>> {
  const rows = await feesQuery(scope, { templateIds: distinctIds(templateIds) })
  return Map.groupBy(rows, ({ templateId }) => templateId)
}

/** The same of the list of a group. */
async function feesOfGroup(scope: GroupScope, templateIds: string[]): Promise<Map<string, FeeRecord[]>> {
  const rows = await scope.tx
    .select(columnsOf(groupFees))
    .from(groupFees)
    .where(and(eq(groupFees.groupId, scope.groupId), inArray(groupFees.templateId, templateIds)))
  return Map.groupBy(
    rows.map((row) => ({ ...row, groupId: null })),
    ({ templateId }) => templateId,
  )
}

/** Every row that applies in a list, by template. */
export const feesInList = (scope: FeeScope, templateIds: string[]): Promise<Map<string, FeeRecord[]>> =>
  isPractices(scope) ? feesOfTemplates(scope, templateIds) : feesOfGroup(scope, templateIds)

type ListedFee = Omit<FeeRecord, 'groupId'>

/** A row of the scope's own list that was not removed. */
export async function findFee(scope: FeeScope, id: string): Promise<ListedFee | undefined> {
  const { table, isOwn } = ownFees(scope)
  const [found] = await scope.tx
    .select(columnsOf(table))
    .from(table)
    .where(and(isOwn, eq(table.id, id), isNull(table.endsOn)))
  return found
}

/** Adds rows to the scope's own list, each from its day on. */
export async function insertFees(scope: FeeScope, added: readonly NewFee[]): Promise<void> {
  const { tx, now: createdAt } = scope
  if (added.length === 0) return
  if (isPractices(scope)) {
    const { clinicId, staffId: createdBy } = scope
    await tx.insert(fees).values(added.map((fee) => ({ ...fee, clinicId, createdBy, createdAt })))
  } else {
    const { groupId, actor } = scope
    const rows = added.map((fee) => ({ ...fee, groupId, createdBy: actor.name, createdAt }))
    await tx.insert(groupFees).values(rows)
  }
}

/** Ends rows of the scope's own list on a day, those that are still to come before they begin. */
export async function endFees(scope: FeeScope, ids: readonly string[], day: string): Promise<void> {
  const { table, isOwn } = ownFees(scope)
  await scope.tx
    .update(table)
    .set({ endsOn: sql`greatest(${table.effectiveFrom}, ${day}::date)` })
    .where(and(isOwn, inArray(table.id, [...ids])))
}
