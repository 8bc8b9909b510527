import { and, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import { areNone, distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, tenantPlaceholder } from '../../platform/database/prepared-query.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { templates } from './template-schema.ts'
import { visibleTo, type TemplateRow } from './template-store.ts'
import { treatmentPropertiesOf, type TreatmentProperties } from './template-treatment-properties.ts'
import { isUsableOrUsed } from './template-use-store.ts'

/** The active templates that the clinic may use of some treatment subtypes, its own first, then those of its group. */
export function findUsableBySubtypes(scope: StaffScope, subtypes: readonly string[]): Promise<TemplateRow[]> {
  if (subtypes.length === 0) return Promise.resolve([])
  return scope.tx
    .select()
    .from(templates)
    .where(
      and(
        visibleTo(scope),
        eq(templates.status, 'active'),
        inArray(templates.treatmentSubtype, [...subtypes]),
      ),
    )
    .orderBy(
      sql`${templates.ownerClinicId} nulls last`,
      sql`${templates.ownerGroupId} nulls last`,
      templates.name,
      templates.id,
    )
}

/** The active templates that the clinic may use with one of these ids or, in whatever case, one of these names. */
export async function findUsableByIdOrName(
  scope: StaffScope,
  { ids, names }: { ids: readonly string[]; names: readonly string[] },
): Promise<Pick<TemplateRow, 'id' | 'name'>[]> {
  const matchCondition = or(
    ids.length > 0 ? inArray(templates.id, [...ids]) : undefined,
    names.length > 0
      ? inArray(
          sql`lower(${templates.name})`,
          names.map((name) => name.toLowerCase()),
        )
      : undefined,
  )
  if (!matchCondition) return []
  return scope.tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(visibleTo(scope), eq(templates.status, 'active'), matchCondition))
}

/** Every active template that the clinic may use, by name. */
export const listUsableTemplates = (scope: StaffScope): Promise<Pick<TemplateRow, 'id' | 'name'>[]> =>
  scope.tx
    .select({ id: templates.id, name: templates.name })
    .from(templates)
    .where(and(visibleTo(scope), eq(templates.status, 'active')))
    .orderBy(templates.name, templates.id)

/** Copies of copies are followed so far. */
const copy_depth_max = 5

const { duplicatedFrom, savedFrom } = templates
const copySource = sql`coalesce(${duplicatedFrom}, ${savedFrom})`.mapWith(duplicatedFrom) as SQL<
  string | null
>

const originsQuery = preparedQuery('template_origins', (tx) =>
  tx
    .select({
      id: templates.id,
      name: templates.name,
      treatmentType: templates.treatmentType,
      treatmentSubtype: templates.treatmentSubtype,
      libraryId: templates.libraryId,
      source: copySource,
    })
    .from(templates)
    .where(
      and(
        sql`${templates.id} = any(${sql.placeholder('templateIds')}::uuid[])`,
        isUsableOrUsed(tx, tenantPlaceholder),
      ),
    ),
)
type Origin = Awaited<ReturnType<typeof originsQuery>>[number]

/** These templates and, generation by generation, what they were copied from. */
async function findOrigins(scope: StaffScope, templateIds: Ids): Promise<Map<string, Origin>> {
  const origins = new Map<string, Origin>()
  let sought = distinctIds(templateIds)
  for (let depth = 0; !areNone(sought) && depth <= copy_depth_max; depth += 1) {
    const found = await originsQuery(scope, { templateIds: sought })
    for (const origin of found) origins.set(origin.id, origin)
    const sources = new Set(found.flatMap(({ source }) => source ?? []))
    sought = [...sources].filter((id) => !origins.has(id))
  }
  return origins
}

/** Library ids of a template and of what it was copied from, its own first. */
function libraryIdsOf(own: Origin, origins: ReadonlyMap<string, Origin>): (string | null)[] {
  const libraryIds = [own.libraryId]
  let { source } = own
  while (source && libraryIds.length <= copy_depth_max) {
    const found = origins.get(source)
    libraryIds.push(found?.libraryId ?? null)
    source = found?.source ?? null
  }
  return libraryIds
}

/**
 * What the treatments of templates, and of what they were copied from, belong to, with their names: also of those that were
 * deleted since they were used.
 */
export async function findTreatmentProperties(
  scope: StaffScope,
  templateIds: Ids,
): Promise<Map<string, TreatmentProperties & { name: string }>> {
  const origins = await findOrigins(scope, templateIds)
  return new Map(
    [...origins].map(([id, own]) => {
      const properties = treatmentPropertiesOf({ ...own, libraryIds: libraryIdsOf(own, origins) })
      return [id, { name: own.name, ...properties }] as const
    }),
  )
}

/** The entries of the library that a template came from, however often it was copied: the nearest first. */
export async function findLibraryIds(scope: StaffScope, templateId: string): Promise<string[]> {
  const origins = await findOrigins(scope, [templateId])
  const own = origins.get(templateId)
  return own ? libraryIdsOf(own, origins).filter((id) => id !== null) : []
}
