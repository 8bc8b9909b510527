import { and, desc, eq } from 'drizzle-orm'
import type { Template } from '../../../contract/templates.ts'
import { judgeReviews } from './clinical-review-rules.ts'
import { templateReviews } from './template-schema.ts'
import type { TemplateRow, TemplateSide, VersionRow } from './template-store.ts'

/** Who signed a version of a template of the platform; null while it awaits clinical review, and for a practice's own. */
export async function findClinicalReview(
  scope: TemplateSide,
  { id: templateId, ownerClinicId }: TemplateRow,
  { hash }: VersionRow,
): Promise<Template['clinicalReview']> {
  if (ownerClinicId !== null) return null
  const { gdcNumber, reviewerName, reviewedOn, disagreements, recordedAt, id } = templateReviews
  const newestFirst = await scope.tx
    .select({ gdcNumber, reviewerName, reviewedOn, disagreements })
    .from(templateReviews)
    .where(and(eq(templateReviews.templateId, templateId), eq(templateReviews.hash, hash)))
    .orderBy(desc(recordedAt), desc(id))
  return judgeReviews(newestFirst).signature
}
