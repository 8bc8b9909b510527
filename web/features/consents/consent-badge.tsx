import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { consentStatusAppearance } from './consent-status.ts'

/** The state of a consent. */
export function ConsentBadge({ status }: { status: ConsentStatus }) {
  const { label, tone } = consentStatusAppearance[status]
  return (
    // Where a table has no room, 'Agreed verbally' takes two lines rather than push the last column out.
    <Badge tone={tone} className="whitespace-normal">
      {label}
    </Badge>
  )
}
