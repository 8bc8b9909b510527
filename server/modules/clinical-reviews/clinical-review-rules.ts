import {
  clinicalReviewFilters,
  type ClinicalReviewFilter,
  type ClinicalReviewOrder,
} from '../../../contract/clinical-review-states.ts'
import type { ClinicalReviewRow, OutdatedSource } from '../../../contract/clinical-reviews.ts'
import { clinical_review_days, clinical_review_notice_days } from '../../../contract/limits.ts'
import { addCalendarDays } from '../../platform/zoned-time.ts'
import { judgeReviews } from '../templates/index.ts'

export type ReviewedTemplate = {
  templateId: string
  name: string
  treatmentType: string
  reviewDue: string | null
  versionId: string
  version: string
  hash: string
  /** References of its risks and claims. */
  sources: readonly string[]
}

export type ReviewRecord = {
  hash: string
  version: string
  reviewerName: string
  gdcNumber: string
  reviewedOn: string
  disagreements: number
}

/** Where the review of a template stands, by its reviews of all versions, the newest first. */
export function reviewRowOf(
  { hash, sources, ...template }: ReviewedTemplate,
  reviews: readonly ReviewRecord[],
  { today, outdatedSources }: { today: string; outdatedSources: readonly OutdatedSource[] },
): ClinicalReviewRow {
  const ofText = reviews.filter((review) => review.hash === hash)
  const { state, signature } = judgeReviews(ofText)
  const newestOfEach = [...Map.groupBy(ofText, ({ gdcNumber }) => gdcNumber).values()].map(
    ([first]) => first!,
  )
  const [last] = reviews
  return {
    ...template,
    ...{ state, signature },
    lastReview: last
      ? {
          ...{ reviewerName: last.reviewerName, gdcNumber: last.gdcNumber },
          ...{ reviewedOn: last.reviewedOn, version: last.version },
        }
      : null,
    dueState: dueStateOf(template.reviewDue, today),
    isChanged: reviews.length > 0 && ofText.length === 0,
    disagreements: newestOfEach.reduce((sum, { disagreements }) => sum + disagreements, 0),
    outdatedSources: outdatedSources.filter(({ reference }) => sources.includes(reference)),
  }
}

function dueStateOf(reviewDue: string | null, today: string): ClinicalReviewRow['dueState'] {
  if (reviewDue === null || reviewDue > addCalendarDays(today, clinical_review_notice_days)) return 'later'
  return reviewDue < today ? 'overdue' : 'soon'
}

/** By when a template is reviewed again that was reviewed on this day; a later date that was set stays. */
export function nextReviewDue(reviewedOn: string, reviewDue: string | null): string {
  const next = addCalendarDays(reviewedOn, clinical_review_days)
  return reviewDue !== null && reviewDue > next ? reviewDue : next
}

const filters: Record<ClinicalReviewFilter, (row: ClinicalReviewRow) => boolean> = {
  all: () => true,
  due: ({ dueState }) => dueState !== 'later',
  changed: ({ isChanged }) => isChanged,
  'outdated-source': ({ outdatedSources }) => outdatedSources.length > 0,
  never: ({ lastReview }) => lastReview === null,
  disputed: ({ state }) => state === 'disputed',
  awaiting: ({ state }) => state === 'awaiting',
  signed: ({ state }) => state === 'signed',
}

/** How many rows each filter finds. */
export const countByFilter = (rows: readonly ClinicalReviewRow[]): Record<ClinicalReviewFilter, number> =>
  Object.fromEntries(
    clinicalReviewFilters.map((name) => [name, rows.filter(filters[name]).length]),
  ) as Record<ClinicalReviewFilter, number>

const facts: Record<string, (row: ClinicalReviewRow) => string | null> = {
  due: ({ reviewDue }) => reviewDue,
  name: ({ name }) => name,
  reviewed: ({ lastReview }) => lastReview?.reviewedOn ?? null,
}

export type ReviewListQuery = { search: string; show: ClinicalReviewFilter; sort: ClinicalReviewOrder }

/** The rows that match, in their order; those without a date come last, and equal ones by name. */
export function selectRows(
  rows: readonly ClinicalReviewRow[],
  { search, show, sort }: ReviewListQuery,
): ClinicalReviewRow[] {
  const words = search.toLocaleLowerCase('en-GB').split(/\s+/).filter(Boolean)
  const matches = ({ name, treatmentType }: ClinicalReviewRow) => {
    const text = `${name} ${treatmentType}`.toLocaleLowerCase('en-GB')
    return words.every((word) => text.includes(word))
  }
  const factOf = facts[sort.replace('-', '')]!
  const way = sort.startsWith('-') ? -1 : 1
  return rows
    .filter((row) => filters[show](row) && matches(row))
    .toSorted((one, other) => {
      const [a, b] = [factOf(one), factOf(other)]
      const byName =
        one.name.localeCompare(other.name, 'en-GB') || (one.templateId < other.templateId ? -1 : 1)
      if (a === null || b === null) return Number(a === null) - Number(b === null) || byName
      return way * a.localeCompare(b, 'en-GB') || byName
    })
}
