import type { ClinicalReviewFilter, ClinicalReviewState } from '../../../contract/clinical-review-states.ts'
import type { ClinicalReviewRow, OutdatedSource } from '../../../contract/clinical-reviews.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'

export const reviewStateBadges: Record<ClinicalReviewState, { tone: Tone; label: string }> = {
  signed: { tone: 'ok', label: 'Signed' },
  disputed: { tone: 'bad', label: 'Reviewer disagrees' },
  awaiting: { tone: 'warn', label: 'Awaiting clinical review' },
}

export const filterLabels: Record<ClinicalReviewFilter, string> = {
  all: 'All templates',
  due: 'Review due',
  changed: 'Changed since review',
  'outdated-source': 'Outdated source',
  never: 'Never reviewed',
  disputed: 'Reviewer disagrees',
  awaiting: 'Awaiting clinical review',
  signed: 'Signed',
}

export const dueBadges: Record<ClinicalReviewRow['dueState'], { tone: Tone; label: string } | null> = {
  later: null,
  soon: { tone: 'warn', label: 'Due soon' },
  overdue: { tone: 'bad', label: 'Overdue' },
}

/** 'Dr Amara Okafor (GDC 123456), 14 Mar 2026'. */
export const signatureText = ({
  reviewerName,
  gdcNumber,
  reviewedOn,
}: {
  reviewerName: string
  gdcNumber: string
  reviewedOn: string
}): string => `${reviewerName} (GDC ${gdcNumber}), ${calendarDayText(reviewedOn)}`

/** 'Superseded on 1 Nov 2026 by …'. */
export function outdatedText({ state, on, replacedBy }: OutdatedSource): string {
  const what = state === 'withdrawn' ? 'Withdrawn' : 'Superseded'
  const begin = `${what} on ${calendarDayText(on)}`
  if (replacedBy === null) return begin
  return `${begin}${state === 'withdrawn' ? '; replaced by' : ' by'} ${replacedBy}`
}
