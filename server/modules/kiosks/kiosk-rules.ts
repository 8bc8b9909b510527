import { birth_date_attempts_max } from '../../../contract/limits.ts'
import { awaitsPatient, type ConsentStatus } from '../../../contract/states.ts'
import { isOver } from '../signing/index.ts'

type Standing = { status: ConsentStatus; expiresAt: Date | null }

/** Whether a consent is the patient's to answer: sent, or agreed to by word of mouth and not signed yet. */
export const waitsForAnswer = (consent: Standing, now: Date): boolean =>
  (awaitsPatient(consent.status) || consent.status === 'verbal') && !isOver(consent, now)

/** Why these consents cannot be handed over together; null when they can. `found` lacks what the clinic has not. */
export function faultOfHandover(
  wanted: readonly string[],
  found: readonly (Standing & { patientId: string })[],
  now: Date,
) {
  if (found.length < wanted.length) return 'not-found'
  if (new Set(found.map(({ patientId }) => patientId)).size > 1) return 'several-patients'
  return found.every((consent) => waitsForAnswer(consent, now)) ? null : 'wrong-state'
}

type Handover = { failedAttempts: number; provedUntil: Date | null }

/** Whether too many wrong birth dates were entered. */
export const isLocked = ({ failedAttempts }: Handover): boolean => failedAttempts >= birth_date_attempts_max

/** Whether the birth date was proved, not long ago. */
export const isProved = (handover: Handover, now: Date): boolean =>
  handover.provedUntil !== null && handover.provedUntil > now && !isLocked(handover)
