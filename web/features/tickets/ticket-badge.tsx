import type { TicketStatus } from '../../../contract/ticket-states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { statusBadges } from './ticket-words.ts'

type TicketBadgeProps = { status: TicketStatus; side: 'practice' | 'platform' }

/** How far a ticket is, in the words of whoever looks. */
export function TicketBadge({ status, side }: TicketBadgeProps) {
  const { tone, label } = statusBadges[side][status]
  return <Badge tone={tone}>{label}</Badge>
}
