import type { ClinicPolicies } from '../../../contract/clinic-settings.ts'
import { birth_date_attempts_max, patient_session_minutes } from '../../../contract/limits.ts'
import { isSignatureDrawn } from '../../../contract/drawn-strokes.ts'
import type { CosignerRole, PatientConsent, ScreenSignature, SigningHelp } from '../../../contract/signing.ts'
import { awaitsPatient, canTransition, type ConsentStatus } from '../../../contract/consent-states.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import { isSameName, isSamePersonName } from '../../platform/name-comparison.ts'
import type { CapacityDecisionSignature, SignatureMark, PaperSignature } from './signing-schema.ts'

type ExpiringConsent = { status: ConsentStatus; expiresAt: Date | null }

/** A link lives as long as the consent waits; one to a signed record lives the practice's usual days from now. */
export const linkExpiry = (
  now: Date,
  { status, expiresAt }: ExpiringConsent,
  { linkDays }: Pick<ClinicPolicies, 'linkDays'>,
): Date => (expiresAt && awaitsPatient(status) ? expiresAt : new Date(now.getTime() + linkDays * day_ms))

/** Until when a birth date proved now opens the consent. */
export const patientSessionExpiry = (now: Date): Date =>
  new Date(now.getTime() + patient_session_minutes * minute_ms)

/** Whether the patient may sign on a screen: only what they have opened. */
export const maySignOnScreen = (status: ConsentStatus): boolean =>
  canTransition(status, 'sign') && status !== 'sent'

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

/** Whether a mark is no signature: too little ink to be more than a slip of the finger, or nothing typed. */
function isEmptySignature(mark: Exclude<SignatureMark, PaperSignature | CapacityDecisionSignature>): boolean {
  if (mark.kind === 'typed') return mark.typed.trim() === ''
  return !isSignatureDrawn(mark.strokes)
}

/** Whether each of the statements shown was confirmed. */
export const confirmsAll = (statements: readonly string[], confirmed: readonly number[]): boolean =>
  statements.every((_statement, index) => confirmed.includes(index))

type Signer = PatientConsent['signers'][number]

/** Whether somebody may sign in this role, by who may at that moment. */
export const maySign = (signerRole: Signer['signerRole'], signers: readonly Signer[]): boolean =>
  signers.some((signer) => signer.signerRole === signerRole)

/**
 * What an event says of a name that is not the record's: how the record names those who sign in that role. It is signed
 * all the same, and staff are told. Where another hand signs, the name is that of whoever consents.
 */
export function otherNameDetails(
  {
    name,
    signerRole,
    help,
  }: Pick<SignatureInput, 'name'> & { help?: SigningHelp | null; signerRole: Signer['signerRole'] },
  signers: readonly Signer[],
): { recordName?: string } {
  const signedAs = help?.kind === 'on-behalf' ? help.of : name
  const recorded = signers.filter((signer) => signer.signerRole === signerRole).map((signer) => signer.name)
  if (recorded.some((recordName) => isSamePersonName(recordName, signedAs))) return {}
  return { recordName: recorded.join(' / ') }
}

type CosignatureInput = { role: CosignerRole; name: string; mark: ScreenSignature }
type SignatureInput = {
  name: string
  mark: ScreenSignature
  help: SigningHelp | null
  cosigners: readonly CosignatureInput[]
}

/** A cross in place of a name: what somebody types who signs with a mark. */
const isTypedCross = (typed: string): boolean => typed.trim().toLowerCase() === 'x'

const isOwnName = (mark: ScreenSignature, name: string): boolean =>
  mark.kind !== 'typed' || isSameName(mark.typed, name)

/** Why these signatures do not make one together; null where they do. Whoever helps is not who bears witness. */
export function validateSignatures(
  { name, mark, help, cosigners }: SignatureInput,
  requiredRoles: readonly CosignerRole[],
) {
  if ([mark, ...cosigners.map((one) => one.mark)].some(isEmptySignature)) return 'empty-signature'
  const isMarked = help?.kind === 'mark' && mark.kind === 'typed' && isTypedCross(mark.typed)
  if (!isMarked && !isOwnName(mark, name)) return 'name-differs'
  if (!cosigners.every((one) => isOwnName(one.mark, one.name))) return 'name-differs'
  if (help?.kind === 'on-behalf' && !help.agreed) return 'not-agreed'
  const roles = cosigners.map(({ role }) => role)
  if (help && !roles.includes('witness')) return 'witness-required'
  if (!requiredRoles.every((role) => roles.includes(role))) return 'cosigner-missing'
  const names = [name, ...(help?.kind === 'on-behalf' ? [help.of] : []), ...cosigners.map((one) => one.name)]
  const isTwice = names.some((one, place) => names.slice(place + 1).some((other) => isSameName(one, other)))
  return isTwice || new Set(roles).size < roles.length ? 'cosigner-same' : null
}

/** Those who sign beside the signer, in the order in which they do: an interpreter before a witness. */
export const sortCosigners = <One extends { role: CosignerRole }>(cosigners: readonly One[]): One[] =>
  cosigners.toSorted((one, other) => one.role.localeCompare(other.role))

/** Of so many treatments one at least is agreed to, and only such as the text names are said no to. */
export const agreesToAny = (treatments: number, declined: readonly number[]): boolean =>
  new Set(declined).size < treatments && declined.every((place) => place < treatments)
