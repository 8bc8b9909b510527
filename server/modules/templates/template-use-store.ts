import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { adviceFor, type Advice } from './template-advice.ts'
import { templates, templateUses, templateVersions, type Wording } from './template-schema.ts'
import { findCurrent, usableBy, visibleTo, type CurrentTemplate, type TemplateRow } from './template-store.ts'
import { treatmentGroupsOf, type TreatmentGroups } from './template-treatment-groups.ts'

/** A template with one of its versions: what a consent is made from. */
export type TemplateWithVersion = TemplateRow & {
  versionId: string
  versionLabel: string
  wording: Wording
  /** Whether a consent may be sent of it now. */
  isInUse: boolean
  advice: Advice
}

/** Also its name, type and requirements are those of the version: a consent is made of one saved state, never of two. */
const withVersion = ({ template, version }: CurrentTemplate): TemplateWithVersion => ({
  ...template,
  ...version.heading,
  versionId: version.id,
  versionLabel: version.label,
  wording: version.wording,
  advice: adviceFor(version.heading.treatmentSubtype),
  isInUse:
    template.status === 'active' &&
    template.deletedAt === null &&
    (template.ownerClinicId !== null || template.offeredToAll),
})

/** A template the clinic may use, active or not, with its current version. */
export async function findTemplateWithVersion(
  scope: StaffSide,
  templateId: string,
): Promise<TemplateWithVersion | undefined> {
  const found = await findCurrent(scope, templateId)
  return found && withVersion(found)
}

/** The active templates that the clinic may use of some treatment subtypes, its own first. */
export function usableOfSubtypes(scope: StaffSide, subtypes: readonly string[]): Promise<TemplateRow[]> {
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

/** What the clinic may use, or has made consents of: deleted and offered no longer too. */
const usableOrUsed = (scope: StaffSide) => {
  const used = scope.tx
    .select({ id: templateUses.templateId })
    .from(templateUses)
    .where(eq(templateUses.clinicId, scope.clinicId))
  return or(usableBy(scope), inArray(templates.id, used))
}

/** Whether the clinic may know of a template, that may have been deleted since it made consents of it. */
export async function knowsTemplate(scope: StaffSide, templateId: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, templateId), usableOrUsed(scope)))
  return found.length > 0
}

/** The version a consent was made from, with its template: also when that was deleted since, or is offered no longer. */
export async function findTemplateVersion(
  scope: StaffSide,
  versionId: string,
): Promise<TemplateWithVersion | undefined> {
  const [found] = await scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(and(eq(templateVersions.id, versionId), usableOrUsed(scope)))
  return found && withVersion(found)
}

/** Counts one use of a template by the clinic: called once for each consent made out (rulings 9). */
export async function countUse(scope: ClinicScope, templateId: string): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx
    .insert(templateUses)
    .values({ clinicId, templateId, count: 1, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [templateUses.clinicId, templateUses.templateId],
      set: { count: sql`${templateUses.count} + 1`, lastUsedAt: now },
    })
}

/** Copies of copies are followed so far. */
const copies_max = 5

/** What the treatment of a template belongs to, with its name: also of one that was deleted since it was used. */
export async function findTreatmentGroups(
  scope: StaffSide,
  templateId: string,
): Promise<(TreatmentGroups & { name: string }) | undefined> {
  const own = await originOf(scope, templateId)
  if (!own) return undefined
  const libraryIds = [own.libraryId]
  let source = own.source
  while (source && libraryIds.length <= copies_max) {
    const found = await originOf(scope, source)
    libraryIds.push(found?.libraryId ?? null)
    source = found?.source ?? null
  }
  return { name: own.name, ...treatmentGroupsOf({ ...own, libraryIds }) }
}

async function originOf(scope: StaffSide, templateId: string) {
  const { name, treatmentType, treatmentSubtype, libraryId, duplicatedFrom, savedFrom } = templates
  const [found] = await scope.tx
    .select({
      ...{ name, treatmentType, treatmentSubtype, libraryId },
      source: sql<string | null>`coalesce(${duplicatedFrom}, ${savedFrom})`,
    })
    .from(templates)
    .where(and(eq(templates.id, templateId), usableOrUsed(scope)))
  return found
}
