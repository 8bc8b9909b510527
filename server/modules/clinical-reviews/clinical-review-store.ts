import { and, desc, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { judgeReviews } from '../templates/index.ts'
import { libraryAuthor, templateReviews, templates, templateVersions } from '../templates/template-schema.ts'
import type { ReviewedTemplate } from './clinical-review-rules.ts'

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

/** Signatures of whole texts that came with the library, oldest first; a text that a reviewer disputes has none. */
export async function listLibrarySignatures({ tx }: AdminScope) {
  const rows = await tx
    .select({
      ...{ templateId, template: templates.libraryId, version: templateVersions.label, hash },
      ...{ reviewerName, gdcNumber, reviewedOn, remarks: templateReviews.remarks, disagreements },
    })
    .from(templateReviews)
    .innerJoin(templates, eq(templates.id, templateId))
    .innerJoin(templateVersions, eq(templateVersions.id, templateReviews.versionId))
    .where(and(isNotNull(templates.libraryId), eq(templateVersions.createdBy, libraryAuthor)))
    .orderBy(...newestFirst)
  const ofTexts = [...Map.groupBy(rows, (row) => `${row.templateId} ${row.hash}`).values()]
  return ofTexts
    .filter((reviews) => judgeReviews(reviews).state === 'signed')
    .flatMap((reviews) => [...new Map(reviews.toReversed().map((row) => [row.gdcNumber, row])).values()])
    .map(({ templateId: _templateId, disagreements: _disagreements, ...signed }) => signed)
    .toSorted((one, other) => (one.template! < other.template! ? -1 : 1))
}
