import { and, eq, inArray, or, sql, type Placeholder } from 'drizzle-orm'
import { distinctIds, type Ids } from '../../platform/database/id-set.ts'
import { preparedQuery, tenantPlaceholder } from '../../platform/database/prepared-query.ts'
import type { ClinicScope, StaffScope, Tx } from '../../platform/database/transaction.ts'
import { adviceFor, type Advice } from './template-advice.ts'
import { templates, templateUses, templateVersions, type Wording } from './template-schema.ts'
import {
  findCurrentTemplate,
  isOfOwnGroup,
  usableByClinic,
  type CurrentTemplate,
  type TemplateRow,
} from './template-store.ts'

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
const mergeVersion = ({
  template,
  version,
  isShared,
}: CurrentTemplate & { isShared: boolean }): TemplateWithVersion => ({
  ...template,
  ...version.heading,
  versionId: version.id,
  versionLabel: version.label,
  wording: version.wording,
  advice: adviceFor(version.heading.treatmentSubtype),
  isInUse:
    template.status === 'active' &&
    template.deletedAt === null &&
    (template.ownerClinicId !== null || template.offeredToAll || isShared),
})

/** A template the clinic may use, active or not, with its current version. */
export async function findTemplateWithVersion(
  scope: StaffScope,
  templateId: string,
): Promise<TemplateWithVersion | undefined> {
  const found = await findCurrentTemplate(scope, templateId)
  return found && mergeVersion({ ...found, isShared: found.template.ownerGroupId !== null })
}

/** What a clinic may use, or has made consents of: deleted and offered no longer too. */
export function isUsableOrUsed(tx: Tx, clinicId: string | Placeholder) {
  const used = tx
    .select({ id: templateUses.templateId })
    .from(templateUses)
    .where(eq(templateUses.clinicId, clinicId))
  return or(usableByClinic(clinicId), inArray(templates.id, used))
}

/** Whether the clinic may know of a template, that may have been deleted since it made consents of it. */
export async function isTemplateKnown(scope: StaffScope, templateId: string): Promise<boolean> {
  const found = await scope.tx
    .select({ id: templates.id })
    .from(templates)
    .where(and(eq(templates.id, templateId), isUsableOrUsed(scope.tx, scope.clinicId)))
  return found.length > 0
}

const versionsQuery = preparedQuery('template_versions_known', (tx) =>
  tx
    .select({
      template: templates,
      version: templateVersions,
      // Decoded as a column is, without which the query has no part in a batch.
      isShared: isOfOwnGroup(tenantPlaceholder).mapWith(templates.offeredToAll),
    })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(
      and(
        sql`${templateVersions.id} = any(${sql.placeholder('versionIds')}::uuid[])`,
        isUsableOrUsed(tx, tenantPlaceholder),
      ),
    ),
)

/**
 * The versions that consents were made from, with their templates, by their ids: also of what was deleted since, or is
 * offered no longer.
 */
export async function findTemplateVersions(
  scope: StaffScope,
  versionIds: Ids,
): Promise<Map<string, TemplateWithVersion>> {
  const found = await versionsQuery(scope, { versionIds: distinctIds(versionIds) })
  return new Map(found.map((one) => [one.version.id, mergeVersion(one)]))
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
