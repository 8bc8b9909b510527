import type { Api } from '../../api.ts'

export type Clinician = Awaited<ReturnType<Api['staff']['clinicians']>>[number]

const storageKey = 'candour.clinician'

/** The clinician a consent is made out for at first: the signed-in person, else the one chosen last, else the only one. */
export function defaultClinician(clinicians: readonly Clinician[], lastId: string | null): string {
  const found =
    clinicians.find(({ isMe }) => isMe) ??
    clinicians.find(({ id }) => id === lastId) ??
    (clinicians.length === 1 ? clinicians[0] : undefined)
  return found?.id ?? ''
}

/** This browser's last choice; nothing where storage is refused. */
export function lastChosenClinicianId(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** Keeps this browser's choice for the next consent. */
export function saveClinicianChoice(id: string): void {
  try {
    localStorage.setItem(storageKey, id)
  } catch {
    // Without storage the next consent starts with nobody chosen.
  }
}
