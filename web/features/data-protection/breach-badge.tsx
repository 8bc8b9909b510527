import type { Breach } from '../../../contract/data-protection.ts'
import { Badge } from '../../ui/plain/badge.tsx'

/** How far a breach is, in a word. */
export function BreachBadge({ breach: { closedAt, isOverdue } }: { breach: Breach }) {
  if (closedAt) return <Badge tone="ok">Closed</Badge>
  return isOverdue ? <Badge tone="bad">Overdue</Badge> : <Badge tone="warn">Open</Badge>
}
