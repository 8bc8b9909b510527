import { and, asc, count, eq, isNull, or, sql, type SQL } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, StaffSide } from '../../platform/database/transaction.ts'
import { templates, templateUses, templateVersions, type Wording } from './template-schema.ts'

type TemplateRow = typeof templates.$inferSelect
export type ListedTemplate = { template: TemplateRow; uses: typeof templateUses.$inferSelect | null }

/** A template with one of its versions: what a consent is made from. */
export type TemplateWithVersion = TemplateRow & { versionId: string; versionLabel: string; wording: Wording }

/** The clinic's own templates, and the platform's that are offered to all. */
const usableBy = (scope: StaffSide): SQL | undefined =>
  or(
    and(isNull(templates.ownerClinicId), templates.offeredToAll),
    eq(templates.ownerClinicId, scope.clinicId),
  )

const withUses = (scope: StaffSide) =>
  scope.tx
    .select({ template: templates, uses: templateUses })
    .from(templates)
    .leftJoin(
      templateUses,
      and(eq(templateUses.clinicId, scope.clinicId), eq(templateUses.templateId, templates.id)),
    )

const searched = sql`lower(${templates.name} || ' ' || ${templates.treatmentType} || ' ' || ${templates.treatmentSubtype} || ' ' || ${templates.description})`

/** Each word of the search is part of the name, treatment or description; there are few templates, so no index serves this. */
const matching = (scope: StaffSide, search: string): SQL | undefined =>
  and(
    usableBy(scope),
    eq(templates.status, 'active'),
    ...search
      .toLowerCase()
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => sql`strpos(${searched}, ${word}) > 0`),
  )

/** A page of the active templates a clinic may use, by treatment type and name, and how many there are. */
export async function listTemplates(
  scope: ClinicScope,
  search: string,
  { limit, offset }: Slice,
): Promise<{ rows: ListedTemplate[]; total: number }> {
  const where = matching(scope, search)
  const [counted] = await scope.tx.select({ total: count() }).from(templates).where(where)
  const rows = await withUses(scope)
    .where(where)
    .orderBy(asc(templates.treatmentType), asc(templates.name), asc(templates.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** One template the clinic may use, with how often it did. */
export async function findListed(scope: ClinicScope, id: string): Promise<ListedTemplate | undefined> {
  const [found] = await withUses(scope).where(and(usableBy(scope), eq(templates.id, id)))
  return found
}

async function findVersion(
  scope: StaffSide,
  where: SQL | undefined,
): Promise<TemplateWithVersion | undefined> {
  const [found] = await scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templateVersions)
    .innerJoin(templates, eq(templates.id, templateVersions.templateId))
    .where(and(usableBy(scope), where))
  if (!found) return undefined
  const { template, version } = found
  return { ...template, versionId: version.id, versionLabel: version.label, wording: version.wording }
}

/** A template the clinic may use, active or not, with its current version. */
export const findTemplateWithVersion = (
  scope: StaffSide,
  templateId: string,
): Promise<TemplateWithVersion | undefined> =>
  findVersion(scope, and(eq(templates.id, templateId), eq(templateVersions.id, templates.currentVersionId)))

/** The version a consent was made from, with its template. */
export const findTemplateVersion = (
  scope: StaffSide,
  versionId: string,
): Promise<TemplateWithVersion | undefined> => findVersion(scope, eq(templateVersions.id, versionId))

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
