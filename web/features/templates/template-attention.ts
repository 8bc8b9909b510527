import { review_notice_days } from '../../../contract/limits.ts'
import type { Tone } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { TemplateRow } from './template-operations.ts'

/** What a list can be narrowed to, in the order in which it is offered. */
export const attentions = [
  { attention: 'all', label: 'Attention: any' },
  { attention: 'approval', label: 'Waiting for approval' },
  { attention: 'review', label: 'Review due' },
  { attention: 'offer', label: 'New wording available' },
] as const
export type Attention = (typeof attentions)[number]['attention']

const day_ms = 86_400_000

/** How a review date stands to today, both as YYYY-MM-DD: `due` from 30 days before to the day itself. */
export function reviewStatus(reviewDue: string, today: string): 'later' | 'due' | 'overdue' {
  if (reviewDue < today) return 'overdue'
  const days = (Date.parse(reviewDue) - Date.parse(today)) / day_ms
  return days <= review_notice_days ? 'due' : 'later'
}

/** A review date in words that say whether it has passed. */
const reviewText = (reviewDue: string, today: string): string =>
  `${reviewStatus(reviewDue, today) === 'overdue' ? 'overdue since' : 'due'} ${calendarDayText(reviewDue)}`

export type AttentionReason = { kind: Exclude<Attention, 'all'>; text: string; tone: Tone }

type AttentionFields = Pick<TemplateRow, 'status' | 'hasProposal' | 'hasOffer' | 'reviewDue'>

/** Why somebody should look at a template, the most pressing first. */
export function attentionReasonsOf(
  { status, hasProposal, hasOffer, reviewDue }: AttentionFields,
  today: string,
): AttentionReason[] {
  const calls: AttentionReason[] = []
  if (hasProposal || status === 'in review')
    calls.push({ kind: 'approval', text: 'Waiting for approval', tone: 'warn' })
  const dueState = reviewDue === null ? 'later' : reviewStatus(reviewDue, today)
  if (reviewDue !== null && dueState !== 'later')
    calls.push({
      kind: 'review',
      text: `Review ${reviewText(reviewDue, today)}`,
      tone: dueState === 'overdue' ? 'bad' : 'warn',
    })
  if (hasOffer) calls.push({ kind: 'offer', text: 'New wording available', tone: 'brand' })
  return calls
}
