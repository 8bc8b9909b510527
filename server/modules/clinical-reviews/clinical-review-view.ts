import type { ClinicalReviewPage, OutdatedSource } from '../../../contract/clinical-reviews.ts'
import type { CurrentTemplate } from '../templates/index.ts'
import type { StoredReview } from './clinical-review-store.ts'
import { reviewItemsOf } from './review-items.ts'
import { reviewRowOf } from './clinical-review-rules.ts'

type Around = { today: string; outdatedSources: readonly OutdatedSource[] }

/** Where a template stands, each item with its newest answers, and every review there was; those come the newest first. */
export function reviewPageOf(
  { template, version }: CurrentTemplate,
  reviews: readonly StoredReview[],
  around: Around,
): ClinicalReviewPage {
  const { wording, hash } = version
  const row = reviewRowOf(
    {
      ...{ templateId: template.id, name: template.name, treatmentType: template.treatmentType, hash },
      ...{ reviewDue: template.reviewDue, versionId: version.id, version: version.label },
      sources: [...wording.risks, ...wording.evidence].map(({ source }) => source),
    },
    reviews,
    around,
  )
  // Of each reviewer the newest; one who signed the whole has no answer to any item.
  const ofText = reviews.filter((review) => review.hash === hash)
  const newest = [...Map.groupBy(ofText, ({ gdcNumber }) => gdcNumber).values()].map(([first]) => first!)
  return {
    ...row,
    hash,
    items: reviewItemsOf(wording, around.outdatedSources).map((item) => ({
      ...item,
      answers: newest.flatMap(({ answers, reviewerName, gdcNumber }) =>
        answers
          .filter((answer) => answer.item === item.item)
          .map(({ agrees, remark }) => ({ reviewerName, gdcNumber, agrees, remark })),
      ),
    })),
    reviews: reviews.map((review) => ({
      ...{ id: review.id, version: review.version, isCurrentText: review.hash === hash },
      ...{ reviewerName: review.reviewerName, gdcNumber: review.gdcNumber, reviewedOn: review.reviewedOn },
      ...{ remarks: review.remarks, answers: review.answers.length, disagreements: review.disagreements },
      ...{ recordedByName: review.recordedByName, recordedAt: review.recordedAt.toISOString() },
    })),
  }
}
