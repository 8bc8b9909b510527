import { birth_date_attempts_max } from '../../../contract/limits.ts'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import { actionRules } from '../consents/index.ts'

type ConsentState = { status: ConsentStatus; expiresAt: Date | null }

/** Whether a consent is the patient's to answer: sent, or agreed to by word of mouth and not signed yet. */
export const isAwaitingPatient = (consent: ConsentState, now: Date): boolean =>
  actionRules.kiosk({ ...consent, now }) === null

/** Why these consents cannot be handed over together; null when they can. `found` lacks what the clinic has not. */
export function validateKioskSession(
  consentIds: readonly string[],
  found: readonly (ConsentState & { patientId: string })[],
  now: Date,
) {
  if (found.length < consentIds.length) return 'not-found'
  if (new Set(found.map(({ patientId }) => patientId)).size > 1) return 'several-patients'
  return found.every((consent) => isAwaitingPatient(consent, now)) ? null : 'wrong-state'
}

type KioskSessionState = { failedAttempts: number; provedUntil: Date | null }

/** Whether too many wrong birth dates were entered. */
export const isLocked = ({ failedAttempts }: KioskSessionState): boolean =>
  failedAttempts >= birth_date_attempts_max

/** Whether the birth date was proved, not long ago. */
export const isBirthDateVerified = (handover: KioskSessionState, now: Date): boolean =>
  handover.provedUntil !== null && handover.provedUntil > now && !isLocked(handover)
