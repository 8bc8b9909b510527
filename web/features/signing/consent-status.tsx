import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { useWords } from './words-context.tsx'

const toneOf: Record<ConsentStatus, Tone> = {
  draft: 'neutral',
  approved: 'neutral',
  sent: 'warn',
  viewed: 'warn',
  verbal: 'ok',
  signed: 'ok',
  finalised: 'ok',
  declined: 'bad',
  withdrawn: 'bad',
  expired: 'neutral',
  voided: 'neutral',
  superseded: 'neutral',
}

type ConsentStatusBadgeProps = {
  status: ConsentStatus
  /** Some of its treatments were taken back. */
  isPartlyWithdrawn: boolean
}

/** Where a consent stands, in the patient's words. */
export function ConsentStatusBadge({ status, isPartlyWithdrawn }: ConsentStatusBadgeProps) {
  const words = useWords()
  if (isPartlyWithdrawn) return <Badge tone="warn">{words.withdraw.parts.status}</Badge>
  return <Badge tone={toneOf[status]}>{words.status[status]}</Badge>
}
