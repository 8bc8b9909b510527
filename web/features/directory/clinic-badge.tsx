import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { clinicStatusBadges } from './clinic-words.ts'

/** Whether a practice's people can come in. */
export function ClinicBadge({ status }: { status: ClinicStatus }) {
  const { label, tone } = clinicStatusBadges[status]
  return <Badge tone={tone}>{label}</Badge>
}
