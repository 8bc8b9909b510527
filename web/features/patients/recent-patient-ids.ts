import { recent_patients_max } from '../../../contract/limits.ts'
import { addRecentId, recentIds } from '../../ui/recent-ids.ts'

/** The patients whom this person opened last, the newest first. */
export const recentPatientIds = (userId: string): string[] =>
  recentIds('patients', userId, recent_patients_max)

/** Remembers that this person opened a patient. */
export const recordPatientOpened = (userId: string, patientId: string): void =>
  addRecentId('patients', userId, { id: patientId, max: recent_patients_max })
