import { and, asc, count, eq, sql, type SQL } from 'drizzle-orm'
import { adoptionStates, type AdoptionState, type CatalogueSort } from '../../../contract/adoptions.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { templatesInUse } from './adoption-store.ts'

export type CatalogueFilter = { search: string; treatmentType: string; state: AdoptionState | 'all' }
type CatalogueOrder = { sort: CatalogueSort }
type TemplatesInUse = ReturnType<typeof templatesInUse>

/** Each word of the search is part of name, type, subtype or description. */
const searchCondition = (
  inUse: TemplatesInUse,
  { search, treatmentType }: Omit<CatalogueFilter, 'state'>,
): SQL | undefined => {
  const searched = sql`lower(${inUse.name} || ' ' || ${inUse.treatmentType} || ' ' || ${inUse.treatmentSubtype} || ' ' || ${inUse.description})`
  return and(
    treatmentType ? eq(inUse.treatmentType, treatmentType) : undefined,
    ...search
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`strpos(${searched}, lower(${word})) > 0`),
  )
}

const byType = (inUse: TemplatesInUse) => [
  inUse.treatmentType,
  inUse.treatmentSubtype,
  inUse.name,
  sql`${inUse.templateId}`,
]
const sortColumns = (inUse: TemplatesInUse) => ({
  type: byType(inUse),
  name: [inUse.name, sql`${inUse.templateId}`],
  words: [inUse.words, ...byType(inUse)],
  age: [inUse.readingGrade, ...byType(inUse)],
  review: [inUse.reviewDue, ...byType(inUse)],
  // What somebody has yet to adopt comes first, then what they adopted, then what needs nobody to.
  adoption: [
    sql`array_position(array['none', 'outdated', 'adopted', 'own'], ${inUse.state})`,
    ...byType(inUse),
  ],
})

/** A page of the templates in use, by type, subtype and name unless sorted otherwise. */
export function listCatalogue(
  scope: ClinicScope,
  { state, sort, ...filter }: CatalogueFilter & CatalogueOrder,
  { limit, offset }: Slice,
) {
  const inUse = templatesInUse(scope)
  const isState = state === 'all' ? undefined : eq(inUse.state, state)
  return scope.tx
    .select()
    .from(inUse)
    .where(and(searchCondition(inUse, filter), isState))
    .orderBy(...orderOfSort(sort, sortColumns(inUse)))
    .limit(limit)
    .offset(offset)
}
export type ListedTemplate = Awaited<ReturnType<typeof listCatalogue>>[number]

/** How many templates in use stand in each state. */
export async function countStates(
  scope: ClinicScope,
  filter: Omit<CatalogueFilter, 'state'>,
): Promise<Record<AdoptionState, number>> {
  const inUse = templatesInUse(scope)
  const rows = await scope.tx
    .select({ state: inUse.state, templates: count() })
    .from(inUse)
    .where(searchCondition(inUse, filter))
    .groupBy(inUse.state)
  const counted = new Map(rows.map(({ state, templates }) => [state, templates]))
  return Object.fromEntries(adoptionStates.map((state) => [state, counted.get(state) ?? 0])) as Record<
    AdoptionState,
    number
  >
}

export type TypeCount = { treatmentType: string; total: number; adopted: number; toAdopt: number }

/** Every treatment type of the templates in use, with how far its wording is adopted. */
export function countTypes(scope: ClinicScope): Promise<TypeCount[]> {
  const inUse = templatesInUse(scope)
  const countIf = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  return scope.tx
    .select({
      treatmentType: inUse.treatmentType,
      total: count(),
      adopted: countIf(sql`${inUse.state} = 'adopted'`),
      toAdopt: countIf(sql`${inUse.state} in ('none', 'outdated')`),
    })
    .from(inUse)
    .groupBy(inUse.treatmentType)
    .orderBy(asc(inUse.treatmentType))
}
