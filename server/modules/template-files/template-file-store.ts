import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm'
import { ownedBy, visibleTo, type TemplateSide } from '../templates/index.ts'
import { templates, templateVersions } from '../templates/template-schema.ts'

type TemplateRow = typeof templates.$inferSelect
type VersionRow = typeof templateVersions.$inferSelect
export type TemplateWithText = { template: TemplateRow; version: VersionRow }

/** Templates with their current text: those named, as far as the scope reads them, or all of its own. */
export function findTemplatesToExport(
  scope: TemplateSide,
  ids: readonly string[] | null,
): Promise<TemplateWithText[]> {
  return scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(ids ? and(visibleTo(scope), inArray(templates.id, [...ids])) : ownedBy(scope))
    .orderBy(asc(templates.treatmentType), asc(templates.name), asc(templates.id))
}

/** The scope's own templates with their newest text, which may wait for approval; the one changed last first. */
export function listOwnTemplates(scope: TemplateSide): Promise<TemplateWithText[]> {
  const newest = sql`coalesce(${templates.proposedVersionId}, ${templates.currentVersionId})`
  return scope.tx
    .select({ template: templates, version: templateVersions })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, newest))
    .where(ownedBy(scope))
    .orderBy(desc(templates.updatedAt), desc(templates.id))
}

/** Does `work` and undoes what it wrote: what it answers is what would have been. */
export async function runAndRollBack<T>({ tx }: TemplateSide, work: () => Promise<T>): Promise<T> {
  await tx.execute(sql`savepoint trial_import`)
  try {
    return await work()
  } finally {
    await tx.execute(sql`rollback to savepoint trial_import`)
  }
}
