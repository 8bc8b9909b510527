import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import {
  birth_date_attempts_max,
  patient_session_minutes,
  signature_points_min,
} from '../../../contract/limits.ts'
import type { Guardian } from '../../../contract/patients.ts'
import {
  agreedStatuses,
  awaitingStatuses,
  awaitsPatient,
  mayMove,
  type ConsentStatus,
} from '../../../contract/states.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import { canonical, sha256 } from '../audit/index.ts'
import { isInForce } from '../patients/index.ts'
import type { DecidedMark, Mark, PaperMark } from './signing-schema.ts'

const linkable: readonly ConsentStatus[] = [...awaitingStatuses, ...agreedStatuses]

/** Whether a consent may be given a new link: there is something to sign, or something to keep a copy of. */
export const mayHaveLink = (status: ConsentStatus): boolean => linkable.includes(status)

/** A link lives as long as the consent waits; one to a signed record lives the practice's usual days from now. */
export const linkExpiry = (
  now: Date,
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  { linkDays }: Pick<ClinicPolicies, 'linkDays'>,
): Date => (expiresAt && awaitsPatient(status) ? expiresAt : new Date(now.getTime() + linkDays * day_ms))

/** Whether a consent that waits has run out of time, also where the sweep that says so has not come by yet. */
export const isOver = (consent: { status: ConsentStatus; expiresAt: Date | null }, now: Date): boolean =>
  (consent.status === 'sent' || consent.status === 'viewed') &&
  consent.expiresAt !== null &&
  consent.expiresAt <= now

/** Until when a birth date proved now opens the consent. */
export const patientSessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + patient_session_minutes * minute_ms)

/** Whether the patient may sign on a screen: only what they have opened. */
export const maySignOnScreen = (status: ConsentStatus): boolean =>
  mayMove(status, 'sign') && status !== 'sent'

/** What the chain says of an answer given on the practice's own tablet: that it was, and who handed it over. */
export const kioskDetails = (handedBy: string | null) => (handedBy ? { kiosk: true, handedBy } : {})

/** What a wrong birth date does to a link: the new count, and whether that locks it. */
export function afterWrongBirthDate(failedAttempts: number): {
  failedAttempts: number
  attemptsLeft: number
  locked: boolean
} {
  const counted = failedAttempts + 1
  return {
    failedAttempts: counted,
    attemptsLeft: Math.max(0, birth_date_attempts_max - counted),
    locked: counted >= birth_date_attempts_max,
  }
}

/** Whether a mark is a signature at all: enough points to be more than a slip of the finger, or a typed name. */
export function isEmptyMark(mark: Exclude<Mark, PaperMark | DecidedMark>): boolean {
  if (mark.kind === 'typed') return mark.typed.trim() === ''
  return mark.strokes.reduce((points, stroke) => points + stroke.points.length, 0) < signature_points_min
}

/** The hash of what was drawn or typed, point by point: evidence that stands apart from any picture of it. */
export const markHash = (mark: Mark): string => sha256(canonical(mark))

/** Whether each of the statements shown was confirmed. */
export const confirmsAll = (statements: readonly string[], confirmed: readonly number[]): boolean =>
  statements.every((_statement, index) => confirmed.includes(index))

const roleOfAuthority = {
  'parental-responsibility': 'parent',
  'court-order': 'parent',
  'local-authority': 'parent',
  guardian: 'parent',
  'welfare-attorney': 'attorney',
  deputy: 'deputy',
  other: null,
} as const satisfies Record<Guardian['authority'], string | null>

type SignerRole = 'patient' | 'parent' | 'attorney' | 'deputy'
type Authority = Pick<Guardian, 'name' | 'relationship' | 'authority' | 'validUntil'>

/** Who may sign for the patient at that moment, and as what: those whose authority the practice has recorded. */
const signersOf = (guardians: readonly Authority[], now: Date) =>
  guardians
    .filter((guardian) => isInForce(guardian, now))
    .flatMap(({ name, relationship, authority }) => {
      const signerRole = roleOfAuthority[authority]
      return signerRole ? [{ name, relationship, signerRole }] : []
    })

/** The first who may sign for the patient, and as what; null when the practice has recorded no such authority. */
export const guardianOf = (guardians: readonly Authority[], now: Date) => signersOf(guardians, now)[0] ?? null

/** Whether this person may sign: the patient, or one whose authority the practice has recorded. */
export const maySign = (signerRole: SignerRole, guardians: readonly Authority[], now: Date): boolean =>
  signerRole === 'patient' || signersOf(guardians, now).some((signer) => signer.signerRole === signerRole)

/** Of so many treatments one at least is agreed to, and only such as the text names are said no to. */
export const leavesSomething = (treatments: number, declined: readonly number[]): boolean =>
  new Set(declined).size < treatments && declined.every((place) => place < treatments)
