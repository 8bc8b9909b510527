import { link_days } from '../../../contract/limits.ts'
import type { ContactRefusal } from '../../../contract/patients.ts'
import {
  awaitingStatuses,
  consentTransitions,
  mayMove,
  type ConsentMove,
  type ConsentStatus,
} from '../../../contract/states.ts'
import { day_ms } from '../../platform/clock.ts'

/** When a consent sent now expires if it is not signed. */
export const expiryOf = (now: Date): Date => new Date(now.getTime() + link_days * day_ms)

/** The columns a move changes besides the status: the time of the move, and its reason where it has one. */
const timeOf = { send: 'sentAt', view: 'viewedAt', sign: 'signedAt', finalise: 'finalisedAt' } as const

/** What a consent looks like after a move, or null when its state does not allow the move. */
export function afterMove(from: ConsentStatus, move: ConsentMove, now: Date) {
  if (!mayMove(from, move)) return null
  const { to, event } = consentTransitions[move]
  const stamp = move in timeOf ? { [timeOf[move as keyof typeof timeOf]]: now } : {}
  return { event, change: { status: to, updatedAt: now, ...stamp } }
}

/**
 * A newer consent takes the place of one that waits or was not given as soon as it is sent, so that no two links ask
 * the same; one that was given stands until the newer one is given too.
 */
export const supersededBySending = ['sent', 'viewed', 'declined', 'expired'] as const
export const supersededBySigning = ['signed', 'finalised'] as const

export type SendFacts = {
  teeth: readonly string[]
  diagnosis: string
  missing: readonly string[]
  hasPrompts: boolean
  patientStatus: string
  recipient: string
  /** The patient has left or died: nobody is asked any more. */
  contactEnded: ContactRefusal | null
  /** The patient does not agree to e-mail. */
  emailRefused: ContactRefusal | null
  by: 'email' | 'link'
  /** The practice has not adopted the wording, or not as it is now. */
  isWordingOpen: boolean
  /** Whoever sends says that they have read it and that it is right for this patient (rulings 47). */
  wordingConfirmed: boolean
  template: { requiresTooth: boolean; requiresDiagnosis: boolean; isInUse: boolean }
}

/** Why a draft cannot be sent yet, or null when it can. */
export function sendRefusal({
  teeth,
  diagnosis,
  missing,
  hasPrompts,
  patientStatus,
  recipient,
  contactEnded,
  emailRefused,
  by,
  isWordingOpen,
  wordingConfirmed,
  template,
}: SendFacts) {
  if (contactEnded) return contactEnded
  if (patientStatus !== 'active') return 'patient-archived'
  if (!template.isInUse) return 'template-not-in-use'
  if (hasPrompts) return 'prompts-left'
  if (template.requiresTooth && teeth.length === 0) return 'tooth-required'
  if (template.requiresDiagnosis && !diagnosis) return 'diagnosis-required'
  if (missing.length > 0) return 'placeholder-missing'
  if (isWordingOpen && !wordingConfirmed) return 'wording-unconfirmed'
  if (by !== 'email') return null
  return recipient ? emailRefused : 'no-email'
}

/** The states in which the practice still has something to do for a consent: whoever looks after it may not just leave. */
export const pendingStatuses = ['draft', ...awaitingStatuses, 'signed'] as const

/**
 * What changes when somebody takes a consent over. A draft gets another clinician, since nobody was shown one yet; what
 * was sent still names the clinician whom the patient was told of.
 */
export const afterTakeover = (status: ConsentStatus, takeoverId: string) =>
  status === 'draft' ? { clinicianId: takeoverId, takeoverId: null } : { takeoverId }

/** Which statuses each view of the list shows. */
export const statusesOfView = {
  all: null,
  drafts: ['draft'],
  awaiting: awaitingStatuses,
  'to-countersign': ['signed'],
  signed: ['signed', 'finalised'],
  declined: ['declined', 'withdrawn'],
} as const satisfies Record<string, readonly ConsentStatus[] | null>
export type ConsentView = keyof typeof statusesOfView
