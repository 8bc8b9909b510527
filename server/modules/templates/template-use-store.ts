import { and, eq, inArray, or, sql } from 'drizzle-orm'
import type { ClinicScope, StaffScope } from '../../platform/database/transaction.ts'
import { adviceFor, type Advice } from './template-advice.ts'
import { templates, templateUses, templateVersions, type Wording } from './template-schema.ts'
import { findCurrentTemplate, usableBy, type CurrentTemplate, type TemplateRow } from './template-store.ts'

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
const mergeVersion = ({ template, version }: CurrentTemplate): TemplateWithVersion => ({
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
  scope: StaffScope,
  templateId: string,
): Promise<TemplateWithVersion | undefined> {
  const found = await findCurrentTemplate(scope, templateId)
  return found && mergeVersion(found)
}

/** What the clinic may use, or has made consents of: deleted and offered no longer too. */
export const isUsableOrUsed = (scope: StaffScope) => {
  const used = scope.tx
    .select({ id: templateUses.templateId })
    .from(templateUses)
    .where(eq(templateUses.clinicId, scope.clinicId))
  return or(usableBy(scope), inArray(templates.id, used))
}

/** Whether the clinic may know of a template, that may have been deleted since it made consents of it. */
export async function isTemplateKnown(scope: StaffScope, templateId: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, templateId), isUsableOrUsed(scope)))
  return found.length > 0
}

/** The version a consent was made from, with its template: also when that was deleted since, or is offered no longer. */
export async function findTemplateVersion(
  scope: StaffScope,
  versionId: string,
): Promise<TemplateWithVersion | undefined> {
  const [found] = await scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(and(eq(templateVersions.id, versionId), isUsableOrUsed(scope)))
  return found && mergeVersion(found)
}

/** Counts one use of a template by the clinic: called once for each consent made out (rulings 9). */
export async function recordTemplateUse(scope: ClinicScope, templateId: string): Promise<void> {
  const { clinicId, now } = scope
  await scope.tx
    .insert(templateUses)
    .values({ clinicId, templateId, count: 1, lastUsedAt: now })
    .onConflictDoUpdate({
      target: [templateUses.clinicId, templateUses.templateId],
      set: { count: sql`${templateUses.count} + 1`, lastUsedAt: now },
    })
}
