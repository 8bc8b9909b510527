import type { DataRequest } from '../../../contract/data-requests.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { requestOutcomeWords } from './data-request-words.ts'

/** How far a request is, in a word. */
export function DataRequestBadge({ request: { closed, stopped, isOverdue } }: { request: DataRequest }) {
  if (closed)
    return (
      <Badge tone={closed.outcome === 'answered' ? 'ok' : 'neutral'}>
        {requestOutcomeWords[closed.outcome]}
      </Badge>
    )
  if (stopped) return <Badge>Clock stopped</Badge>
  return isOverdue ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Open</Badge>
}

/** By when a request is to be answered, in words. */
export const dueText = ({ closed, stopped, dueOn }: DataRequest): string =>
  closed || stopped ? '' : calendarDayText(dueOn)
