import { z } from 'zod'
import { aborted, id, invalidArgument, isoDate, notFound, operation } from './kit.ts'
import { birth_date_attempts_max, kiosk_forms_max } from './limits.ts'
import { Brand } from './signing.ts'

/** One form of those that were handed over, as the patient sees it who has proved the birth date. */
const KioskForm = z.object({
  consentId: id,
  title: z.string(),
  teeth: z.array(z.object({ fdi: z.string(), name: z.string() })),
  /** Whether it still waits for the patient's answer. */
  waits: z.boolean(),
})

const Kiosk = z.object({
  practice: Brand.extend({ name: z.string(), phone: z.string() }),
  /** The forms that still wait for an answer. */
  waiting: z.int(),
  /** Null until the birth date is proved, and again once the page was left alone or given back. */
  forms: z.array(KioskForm).nullable(),
  /** After too many wrong dates of birth nothing opens here any more. */
  locked: z.boolean(),
  /** Minutes without a touch after which the page covers itself. */
  idleMinutes: z.int(),
  /** Whose record the staff go back to; nothing but an id. */
  patientId: id,
  /** The first form that is signed and that who handed the browser over can countersign, likewise. */
  countersignId: id.nullable(),
})
export type Kiosk = z.infer<typeof Kiosk>

/** Only for the browser whose session was handed over; for every other one there is no such kiosk. */
const kioskSessionId = z.object({ handoverId: id })
const kioskNotFound = notFound('Kiosk')
const attemptRateLimit = { attempts: 120, seconds: 300 }

/**
 * A tablet of the practice in a patient's hands. From `handOver` on the session opens nothing of the practice; the cookie
 * of a proved birth date opens the handed-over consents, and unlocking (`identity.unlock`) ends both.
 */
export const kiosks = {
  handOver: operation({
    method: 'POST',
    path: '/api/clinic/kiosks',
    summary: 'Hand this browser to a patient for these consents; it opens nothing else until it is unlocked',
    access: 'clinic',
    needs: { anyOf: ['createConsents', 'canSendForms', 'finaliseConsents'] },
    audit: { done: 'kiosk.handed_over', refused: 'kiosk.hand_over_refused' },
    input: z.object({ consentIds: z.array(id).min(1).max(kiosk_forms_max) }),
    output: z.object({ handoverId: id }),
    refusals: {
      'not-found': notFound('Consent'),
      'wrong-state': aborted(
        'One of these forms is no longer awaiting the patient. Reload to see its current status.',
      ),
      'several-patients': invalidArgument('Hand over the forms of one patient at a time.'),
      'session-ended': { code: 'unauthenticated', message: 'Your session has ended. Sign in again.' },
    },
    example: { consentIds: [':consentId'] },
  }),
  get: operation({
    method: 'GET',
    path: '/api/patient/kiosks/{handoverId}',
    summary: 'What was handed over with this browser; no word about anybody until the birth date is proved',
    // The session is locked and opens no caller: what it was locked to is looked at inside.
    access: 'anyone',
    audit: null,
    input: kioskSessionId,
    output: Kiosk,
    refusals: { 'not-found': kioskNotFound },
    example: { handoverId: ':consentId' },
  }),
  verify: operation({
    method: 'POST',
    path: '/api/patient/kiosks/{handoverId}/verification',
    summary: "Prove the patient's date of birth; sets a short-lived cookie for each consent that waits",
    access: 'anyone',
    audit: { done: 'kiosk.verified', refused: 'kiosk.verification_failed' },
    rate: attemptRateLimit,
    input: kioskSessionId.extend({ dateOfBirth: isoDate }),
    output: Kiosk,
    refusals: {
      'not-found': kioskNotFound,
      'wrong-birth-date': {
        code: 'permission-denied',
        message: 'The date of birth does not match our record.',
      },
      'kiosk-locked': {
        code: 'resource-exhausted',
        message: `These forms are locked after ${birth_date_attempts_max} wrong dates of birth. Give the tablet back.`,
      },
    },
    example: { handoverId: ':consentId', dateOfBirth: '1961-03-14' },
  }),
  cover: operation({
    method: 'POST',
    path: '/api/patient/kiosks/{handoverId}/cover',
    summary: 'Close the forms until the birth date is proved again; the browser stays locked to them',
    access: 'anyone',
    audit: { done: 'kiosk.covered' },
    rate: attemptRateLimit,
    input: kioskSessionId,
    output: z.object({ covered: z.literal(true) }),
    refusals: { 'not-found': kioskNotFound },
    example: { handoverId: ':consentId' },
  }),
}
