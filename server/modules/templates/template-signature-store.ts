import { and, desc, eq } from 'drizzle-orm'
import type { Template } from '../../../contract/templates.ts'
import { judgeReviews } from './template-signature-rules.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { templateReviews, templates } from './template-schema.ts'
import type { TemplateRow, TemplateSide, VersionRow } from './template-store.ts'

/** Who signed a version of a template of the platform; null while it awaits clinical review, and for a practice's or a group's own. */
export async function findClinicalReview(
  scope: TemplateSide,
  { id: templateId, ownerClinicId, ownerGroupId }: TemplateRow,
  { hash }: VersionRow,
): Promise<Template['clinicalReview']> {
  if (ownerClinicId !== null || ownerGroupId !== null) return null
  const { gdcNumber, reviewerName, reviewedOn, disagreements, recordedAt, id } = templateReviews
  const newestFirst = await scope.tx
    .select({ gdcNumber, reviewerName, reviewedOn, disagreements })
    .from(templateReviews)
    .where(and(eq(templateReviews.templateId, templateId), eq(templateReviews.hash, hash)))
    .orderBy(desc(recordedAt), desc(id))
  return judgeReviews(newestFirst).signature
}

export type NewReview = Pick<
  typeof templateReviews.$inferInsert,
  'templateId' | 'versionId' | 'hash' | 'reviewerName' | 'gdcNumber' | 'reviewedOn' | 'remarks' | 'answers'
>

/** Adds a clinical review of a template of the platform that the caller has locked. */
export async function insertReview({ tx, actor, now }: AdminScope, review: NewReview): Promise<void> {
  await tx.insert(templateReviews).values({
    ...review,
    disagreements: review.answers.filter(({ agrees }) => !agrees).length,
    ...{ recordedBy: actor.userId, recordedByName: actor.name, recordedAt: now },
  })
}

/** Says by when a template is reviewed again; its text and who edited it last stay as they are. */
export async function setReviewDue({ tx }: AdminScope, templateId: string, reviewDue: string): Promise<void> {
  await tx.update(templates).set({ reviewDue, reviewRemindedOn: null }).where(eq(templates.id, templateId))
}
