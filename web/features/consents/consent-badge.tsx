import type { ConsentStatus } from '../../../contract/states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { consentStatusLook } from './consent-status.ts'

/** The state of a consent. */
export function ConsentBadge({ status }: { status: ConsentStatus }) {
  const { label, tone } = consentStatusLook[status]
  return <Badge tone={tone}>{label}</Badge>
}
