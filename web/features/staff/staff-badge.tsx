import { Badge } from '../../ui/plain/badge.tsx'
import { staffState } from './staff-state-words.ts'

type StaffBadgeProps = { member: Parameters<typeof staffState>[0]; now: Date; brief?: boolean }

/** Where somebody on the staff stands, with what became of their invitation unless it is told elsewhere. */
export function StaffBadge({ member, now, brief = false }: StaffBadgeProps) {
  const { label, tone, more } = staffState(member, now)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {more !== null && !brief && <span className="mt-1 block text-small text-muted">{more}</span>}
    </>
  )
}
