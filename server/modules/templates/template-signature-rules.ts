import type { ClinicalReviewState } from '../../../contract/clinical-review-states.ts'

type Signature = { reviewerName: string; gdcNumber: string; reviewedOn: string }

/**
 * What the reviews of one text come to. Of each reviewer the newest counts: as long as one of them disagrees with a claim,
 * nobody's signature holds.
 */
export function judgeReviews(newestFirst: readonly (Signature & { disagreements: number })[]): {
  state: ClinicalReviewState
  signature: Signature | null
} {
  const newest = [...Map.groupBy(newestFirst, ({ gdcNumber }) => gdcNumber).values()].map(([first]) => first!)
  if (newest.some(({ disagreements }) => disagreements > 0)) return { state: 'disputed', signature: null }
  const [signed] = newest
  if (!signed) return { state: 'awaiting', signature: null }
  const { reviewerName, gdcNumber, reviewedOn } = signed
  return { state: 'signed', signature: { reviewerName, gdcNumber, reviewedOn } }
}
