import { and, asc, count, desc, eq, inArray, isNotNull, lte, max, or, sql, type SQL } from 'drizzle-orm'
import type { TemplateOrder, TemplateStatus } from '../../../contract/templates.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { favouritesFirst } from './template-favourite-store.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { findOffered } from './template-offer-store.ts'
import { reviewNoticeEnd } from './template-review-rules.ts'
import { templates, templateUses } from './template-schema.ts'
import {
  isOfPlatform,
  ownedBy,
  ownerOf,
  visibleTo,
  type TemplateRow,
  type TemplateSide,
} from './template-store.ts'

export type TemplateUse = { count: number; lastUsedAt: Date }

export type TemplateFilter = {
  search: string
  status: TemplateStatus | 'all'
  treatmentType: string
  createdBy: string
  owner: 'all' | 'platform' | 'group' | 'own' | 'personal'
  attention: 'all' | 'approval' | 'review' | 'offer'
  order: TemplateOrder
}

const templateSearchText = sql`lower(${templates.name} || ' ' || ${templates.treatmentType} || ' ' || ${templates.description})`

/** Each word of what was typed is part of the text, which is in small letters. */
export const hasWords = (text: SQL, typed: string): SQL | undefined =>
  and(
    ...typed
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`strpos(${text}, lower(${word})) > 0`),
  )

const ownerConditions = {
  all: undefined,
  platform: isOfPlatform(),
  group: isNotNull(templates.ownerGroupId),
  own: and(sql`${templates.ownerClinicId} is not null`, sql`not ${templates.isPersonal}`),
  personal: sql`${templates.isPersonal}`,
} satisfies Record<TemplateFilter['owner'], SQL | undefined>

/** What somebody should look at: for its approval, for its review date, for newer wording of its source. */
async function attentionCondition(
  scope: TemplateSide,
  attention: TemplateFilter['attention'],
  today: string,
): Promise<SQL | undefined> {
  if (attention === 'approval')
    // The platform's are not a practice's to decide about.
    return and(ownedBy(scope), or(isNotNull(templates.proposedVersionId), eq(templates.status, 'in review')))
  if (attention === 'review') return lte(templates.reviewDue, reviewNoticeEnd(today))
  if (attention === 'offer') return inArray(templates.id, await findOffered(scope))
  return undefined
}

/** Each word of the search is part of name, type or description. Reading every template once is cheap: they are few. */
const templateCondition = (
  scope: TemplateSide,
  { search, status, treatmentType, createdBy, owner }: TemplateFilter,
): SQL | undefined =>
  and(
    visibleTo(scope),
    ownerConditions[owner],
    status === 'all' ? undefined : eq(templates.status, status),
    treatmentType ? eq(templates.treatmentType, treatmentType) : undefined,
    createdBy ? eq(templates.createdBy, createdBy) : undefined,
    hasWords(templateSearchText, search),
  )

const byType = [asc(templates.treatmentType), asc(templates.name), asc(templates.id)]

/** How often a template was used here, in a query of templates. */
function useCountSql(scope: TemplateSide): SQL {
  const owner = ownerOf(scope)
  const isHere = owner ? eq(templateUses.clinicId, owner) : sql`true`
  return sql`(select coalesce(sum(${templateUses.count}), 0) from ${templateUses}
    where ${templateUses.templateId} = ${templates.id} and ${isHere})`
}

const sortColumns = (scope: TemplateSide) => ({
  type: [templates.treatmentType, templates.name, templates.id],
  name: [templates.name, templates.id],
  uses: [useCountSql(scope), templates.treatmentType, templates.name, templates.id],
})

const sortOrders = {
  updated: () => [desc(templates.updatedAt), desc(templates.id)],
  created: () => [desc(templates.createdAt), desc(templates.id)],
  used: (scope) => [...favouritesFirst(scope), desc(useCountSql(scope)), ...byType],
} satisfies Partial<Record<TemplateOrder, (scope: TemplateSide) => SQL[]>>

const orderIn = (scope: TemplateSide, order: TemplateOrder): SQL[] =>
  order in sortOrders
    ? sortOrders[order as keyof typeof sortOrders](scope)
    : orderOfSort(order as Exclude<TemplateOrder, keyof typeof sortOrders>, sortColumns(scope))

/** A page of templates, and how many there are; `today` is the day where whoever asks is. */
export async function listTemplates(
  scope: TemplateSide,
  { today, ...filter }: TemplateFilter & { today: string },
  { limit, offset }: Slice,
): Promise<{ rows: TemplateRow[]; total: number }> {
  const where = and(
    templateCondition(scope, filter),
    await attentionCondition(scope, filter.attention, today),
  )
  const [counted] = await scope.tx.select({ total: count() }).from(templates).where(where)
  const rows = await scope.tx
    .select()
    .from(templates)
    .where(where)
    .orderBy(...orderIn(scope, filter.order))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** Active templates with each word of what was typed in their name or treatment type, favourites and the most used first. */
export const findMatchingTemplates = (
  scope: ClinicScope,
  typed: string,
  limit: number,
): Promise<Pick<TemplateRow, 'id' | 'name' | 'treatmentType'>[]> =>
  scope.tx
    .select({ id: templates.id, name: templates.name, treatmentType: templates.treatmentType })
    .from(templates)
    .where(
      and(
        visibleTo(scope),
        eq(templates.status, 'active'),
        hasWords(sql`lower(${templates.name} || ' ' || ${templates.treatmentType})`, typed),
      ),
    )
    .orderBy(...sortOrders.used(scope))
    .limit(limit)

/** The statuses and the treatment types there are, each once, sorted. */
export async function listFacets(
  scope: TemplateSide,
): Promise<{ statuses: TemplateStatus[]; treatmentTypes: string[] }> {
  const distinct = <C extends typeof templates.status | typeof templates.treatmentType>(value: C) =>
    scope.tx.selectDistinct({ value }).from(templates).where(visibleTo(scope)).orderBy(asc(value))
  const statuses = await distinct(templates.status)
  const treatmentTypes = await distinct(templates.treatmentType)
  return {
    statuses: statuses.map(({ value }) => value),
    treatmentTypes: treatmentTypes.map(({ value }) => value),
  }
}

/** How often these templates were used: by the clinic, or by all clinics together for the platform. */
export async function findTemplateUses(
  scope: TemplateSide,
  ids: string[],
): Promise<Map<string, TemplateUse>> {
  if (ids.length === 0) return new Map()
  const owner = ownerOf(scope)
  const rows = await scope.tx
    .select({
      templateId: templateUses.templateId,
      count: sql<number>`sum(${templateUses.count})::int`,
      lastUsedAt: max(templateUses.lastUsedAt),
    })
    .from(templateUses)
    .where(and(owner ? eq(templateUses.clinicId, owner) : undefined, inArray(templateUses.templateId, ids)))
    .groupBy(templateUses.templateId)
  return new Map(rows.map((row) => [row.templateId, { count: row.count, lastUsedAt: row.lastUsedAt! }]))
}
