import { desc, eq } from 'drizzle-orm'
import { findStaff } from '../staff/index.ts'
import { templateDecisions } from './template-schema.ts'
import {
  updateTemplateFields,
  type CurrentTemplate,
  type TemplateSide,
  type VersionRow,
} from './template-store.ts'

export type DecisionRow = typeof templateDecisions.$inferSelect
export type DecisionFields = Pick<DecisionRow, 'decision' | 'comment'>

/** What was said of each version of a template, the newest first; the caller has found the template. */
export const listDecisions = (scope: TemplateSide, templateId: string): Promise<DecisionRow[]> =>
  scope.tx
    .select()
    .from(templateDecisions)
    .where(eq(templateDecisions.templateId, templateId))
    .orderBy(desc(templateDecisions.at), desc(templateDecisions.id))

/** The number that the caller's own staff record carries now; people of the platform have none. */
const gdcNumberOf = async (scope: TemplateSide): Promise<string | null> =>
  scope.audience === 'clinic' ? ((await findStaff(scope, scope.staffId))?.gdcNumber ?? null) : null

/** Writes down what the caller says of a version. */
export async function insertDecision(
  scope: TemplateSide,
  { templateId, id: versionId }: VersionRow,
  deciding: DecisionFields,
): Promise<void> {
  const { tx, actor, now } = scope
  const gdcNumber = await gdcNumberOf(scope)
  await tx
    .insert(templateDecisions)
    .values({ ...deciding, templateId, versionId, by: actor.userId, byName: actor.name, gdcNumber, at: now })
}

/** Nothing of the template is in use until somebody has approved it. */
export const isAwaitingApproval = ({ status }: CurrentTemplate['template']): boolean =>
  status === 'draft' || status === 'in review'

/** Puts a version in use that was approved: the one that waited, or the current one of a template not used yet. */
export async function activateVersion(
  scope: TemplateSide,
  { template }: CurrentTemplate,
  { id, heading }: VersionRow,
): Promise<void> {
  await updateTemplateFields(scope, template.id, {
    ...heading,
    currentVersionId: id,
    proposedVersionId: null,
    ...(isAwaitingApproval(template) ? { status: 'active' as const } : {}),
  })
}
