import { recent_patients_max } from '../../../contract/limits.ts'

/** Ids alone, in this tab alone, and each person's own: nothing of a record is kept in the browser. */
const storageKeyOf = (userId: string) => `candour.recent-patients.${userId}`

/** The patients whom this person opened last, the newest first. */
export function recentPatientIds(userId: string): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(storageKeyOf(userId)) ?? '[]')
    return Array.isArray(kept)
      ? kept.filter((id) => typeof id === 'string').slice(0, recent_patients_max)
      : []
  } catch {
    return []
  }
}

/** Remembers that this person opened a patient. */
export function recordPatientOpened(userId: string, patientId: string): void {
  const others = recentPatientIds(userId).filter((id) => id !== patientId)
  try {
    sessionStorage.setItem(
      storageKeyOf(userId),
      JSON.stringify([patientId, ...others].slice(0, recent_patients_max)),
    )
  } catch {
    // Without storage nobody is offered before typing.
  }
}
