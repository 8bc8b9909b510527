import type { ClinicalReviewRow } from '../../../contract/clinical-reviews.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { dueBadges, reviewStateBadges } from './clinical-review-words.ts'

export function ClinicalReviewBadge({ state }: Pick<ClinicalReviewRow, 'state'>) {
  const { tone, label } = reviewStateBadges[state]
  return <Badge tone={tone}>{label}</Badge>
}

/** By when a template is reviewed again, and whether that is near. */
export function NextReview({ reviewDue, dueState }: Pick<ClinicalReviewRow, 'reviewDue' | 'dueState'>) {
  if (reviewDue === null) return 'No date set'
  const badge = dueBadges[dueState]
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <time dateTime={reviewDue}>{calendarDayText(reviewDue)}</time>
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
    </span>
  )
}
