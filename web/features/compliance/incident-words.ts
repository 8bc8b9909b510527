import type { Incident } from '../../../contract/incidents.ts'

export const incidentKindWords: Record<Incident['kind'], string> = {
  incident: 'Incident',
  'near-miss': 'Near miss',
  complaint: 'Complaint',
}
