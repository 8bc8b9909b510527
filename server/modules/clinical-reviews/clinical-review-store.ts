import { and, desc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { templateReviews, templates, templateVersions } from '../templates/template-schema.ts'
import type { ReviewedTemplate } from './review-list-rules.ts'

const { id, templateId, hash, reviewerName, gdcNumber, reviewedOn, disagreements } = templateReviews
const newestFirst = [desc(templateReviews.recordedAt), desc(id)]

const sourcesOf = (path: string) =>
  sql<string[]>`jsonb_path_query_array(${templateVersions.wording}, ${path}::jsonpath)`

/** Every template of the platform that is in use or may be again, with the text that counts now and what it rests on. */
export async function listReviewedTemplates({ tx }: AdminScope): Promise<ReviewedTemplate[]> {
  const rows = await tx
    .select({
      templateId: templates.id,
      name: templates.name,
      treatmentType: templates.treatmentType,
      reviewDue: templates.reviewDue,
      versionId: templateVersions.id,
      version: templateVersions.label,
      hash: templateVersions.hash,
      riskSources: sourcesOf('$.risks[*].source'),
      claimSources: sourcesOf('$.evidence[*].source'),
    })
    .from(templates)
    .innerJoin(templateVersions, eq(templateVersions.id, templates.currentVersionId))
    .where(and(isNull(templates.ownerClinicId), isNull(templates.deletedAt), ne(templates.status, 'retired')))
  return rows.map(({ riskSources, claimSources, ...row }) => ({
    ...row,
    sources: [...new Set([...riskSources, ...claimSources])],
  }))
}

/** What was recorded of every template, the newest first, without the answers. */
export const listReviews = ({ tx }: AdminScope) =>
  tx
    .select({
      ...{ templateId, hash, reviewerName, gdcNumber, reviewedOn, disagreements },
      version: templateVersions.label,
    })
    .from(templateReviews)
    .innerJoin(templateVersions, eq(templateVersions.id, templateReviews.versionId))
    .orderBy(...newestFirst)

/** Every review of one template with its answers, the newest first. */
export const listReviewsOf = async ({ tx }: AdminScope, ofTemplate: string) => {
  const rows = await tx
    .select({ review: templateReviews, version: templateVersions.label })
    .from(templateReviews)
    .innerJoin(templateVersions, eq(templateVersions.id, templateReviews.versionId))
    .where(eq(templateId, ofTemplate))
    .orderBy(...newestFirst)
  return rows.map(({ review, version }) => ({ ...review, version }))
}
export type StoredReview = Awaited<ReturnType<typeof listReviewsOf>>[number]

export type NewReview = Pick<
  typeof templateReviews.$inferInsert,
  'templateId' | 'versionId' | 'hash' | 'reviewerName' | 'gdcNumber' | 'reviewedOn' | 'remarks' | 'answers'
>

/** Adds a review of a template that the caller has locked. */
export async function insertReview({ tx, actor, now }: AdminScope, review: NewReview): Promise<void> {
  await tx.insert(templateReviews).values({
    ...review,
    disagreements: review.answers.filter(({ agrees }) => !agrees).length,
    ...{ recordedBy: actor.userId, recordedByName: actor.name, recordedAt: now },
  })
}

/** Says by when a template of the platform is reviewed again; its text and who edited it stay as they are. */
export async function setReviewDue({ tx }: AdminScope, ofTemplate: string, reviewDue: string): Promise<void> {
  await tx.update(templates).set({ reviewDue, reviewRemindedOn: null }).where(eq(templates.id, ofTemplate))
}
