import type { TicketStatus } from '../../../contract/ticket-states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { statusLook } from './ticket-words.ts'

type TicketBadgeProps = { status: TicketStatus; side: 'practice' | 'platform' }

/** How far a ticket is, in the words of whoever looks. */
export function TicketBadge({ status, side }: TicketBadgeProps) {
  const { tone, label } = statusLook[side][status]
  return <Badge tone={tone}>{label}</Badge>
}
