import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { templates } from './template-schema.ts'
import { visibleTo, type TemplateRow } from './template-store.ts'
import { treatmentPropertiesOf, type TreatmentProperties } from './template-treatment-properties.ts'
import { isUsableOrUsed } from './template-use-store.ts'

/** The active templates that the clinic may use of some treatment subtypes, its own first. */
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
    .orderBy(sql`${templates.ownerClinicId} nulls last`, templates.name, templates.id)
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

/** Copies of copies are followed so far. */
const copy_depth_max = 5

/** What the treatment of a template belongs to, with its name: also of one that was deleted since it was used. */
export async function findTreatmentProperties(
  scope: StaffScope,
  templateId: string,
): Promise<(TreatmentProperties & { name: string }) | undefined> {
  const own = await findOrigin(scope, templateId)
  if (!own) return undefined
  const libraryIds = [own.libraryId]
  let source = own.source
  while (source && libraryIds.length <= copy_depth_max) {
    const found = await findOrigin(scope, source)
    libraryIds.push(found?.libraryId ?? null)
    source = found?.source ?? null
  }
  return { name: own.name, ...treatmentPropertiesOf({ ...own, libraryIds }) }
}

async function findOrigin(scope: StaffScope, templateId: string) {
  const { name, treatmentType, treatmentSubtype, libraryId, duplicatedFrom, savedFrom } = templates
  const [found] = await scope.tx
    .select({
      ...{ name, treatmentType, treatmentSubtype, libraryId },
      source: sql<string | null>`coalesce(${duplicatedFrom}, ${savedFrom})`,
    })
    .from(templates)
    .where(and(eq(templates.id, templateId), isUsableOrUsed(scope)))
  return found
}
