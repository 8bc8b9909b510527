import { emailAddress } from './contact-fields.ts'
import { z } from 'zod'
import { documentKinds, PartWithdrawal } from './consents.ts'
import { id, instant, invalidArgument, isoDate, notFound, operation, typedText } from './kit.ts'
import { birth_date_attempts_max } from './limits.ts'
import { AccessToken, Brand } from './signing.ts'
import { consentStatuses } from './consent-states.ts'

/** What a copy of the sealed record is called in a list: which one, and how large. */
const HomeDocument = z.object({
  id,
  kind: z.enum(documentKinds),
  number: z.int(),
  bytes: z.int(),
  createdAt: instant,
})

const HomeTeeth = z.array(z.object({ fdi: z.string(), name: z.string() }))

/** One consent of the person, as their own page lists it. */
const HomeConsent = z.object({
  id,
  title: z.string(),
  teeth: HomeTeeth,
  /** Where there are several, each by itself; in the order of the text. */
  treatments: z.array(z.object({ title: z.string(), teeth: HomeTeeth })),
  /** Of the treatments, by their places: those that the signer said no to. */
  declined: z.array(z.int()),
  /** And those that were taken back since, while others stand. */
  withdrawals: z.array(PartWithdrawal.pick({ places: true, at: true })),
  status: z.enum(consentStatuses),
  sentAt: instant,
  signedAt: instant.nullable(),
  expiresAt: instant.nullable(),
  /** When the treatment was done that it is about, or begun; null before that. */
  treatedAt: instant.nullable(),
  /** Questions that the practice has answered and that still wait. */
  questions: z.object({ answered: z.int(), open: z.int() }),
  /** The newest of the record first, annexes behind it. */
  documents: z.array(HomeDocument),
})

const PatientHome = z.object({
  /** Empty where the practice has sent nothing yet. */
  firstName: z.string(),
  practice: Brand.extend({ name: z.string(), phone: z.string() }),
  /** Newest first. */
  consents: z.array(HomeConsent),
})
export type PatientHome = z.infer<typeof PatientHome>

const attemptRateLimit = { attempts: 60, seconds: 300 }

/** A patient's own page: asked for by e-mail, opened by the link and the birth date, closed by leaving it. */
export const patientHome = {
  requestLink: operation({
    method: 'POST',
    path: '/api/patient/home-links',
    summary: 'Send a link to the own page, if the address is a patient’s; the answer is always the same',
    access: 'anyone',
    audit: { done: 'home.link_requested' },
    rate: { attempts: 20, seconds: 900 },
    captcha: true,
    input: z.object({ email: emailAddress }),
    output: z.object({ sent: z.literal(true) }),
    example: { email: 'eleanor@example.org' },
  }),
  open: operation({
    method: 'POST',
    path: '/api/patient/home-sessions',
    summary: 'Prove the birth date on a link to the own page; uses the link up and sets a short-lived cookie',
    access: 'anyone',
    audit: { done: 'home.opened', refused: 'home.open_refused' },
    rate: attemptRateLimit,
    input: z.object({
      token: AccessToken,
      dateOfBirth: isoDate,
      /** Asked for where several people of one address were born on one day. */
      firstName: typedText().max(100).default(''),
    }),
    output: z.object({ opened: z.literal(true) }),
    refusals: {
      // Expired, used, locked and unknown links alike (rulings 38).
      'not-found': notFound('Link'),
      'wrong-birth-date': {
        code: 'permission-denied',
        message: 'The date of birth does not match our record.',
      },
      'first-name-needed': invalidArgument('Enter the first name too.'),
      'wrong-first-name': { code: 'permission-denied', message: 'The first name does not match our record.' },
      'link-locked': {
        code: 'resource-exhausted',
        message: `This link is locked after ${birth_date_attempts_max} wrong tries. Ask for a new link.`,
      },
    },
    example: { token: 'a'.repeat(43), dateOfBirth: '1961-03-14' },
  }),
  get: operation({
    method: 'GET',
    path: '/api/patient/home',
    summary: 'The own page: every consent that was ever sent, and its sealed copies',
    access: 'patient',
    audit: null,
    input: z.object({}),
    output: PatientHome,
    refusals: { 'not-found': notFound('Page') },
    example: {},
  }),
  openConsent: operation({
    method: 'POST',
    path: '/api/patient/home/openings',
    summary:
      'Open one of the own consents, as its link and the birth date would; sets the cookie for it alone',
    // Makes a link first and opens it then, which no single transaction of a patient may: the cookie is looked at inside.
    access: 'anyone',
    audit: { done: 'home.consent_opened' },
    rate: attemptRateLimit,
    input: z.object({ consentId: id }),
    output: z.object({ consentId: id }),
    refusals: {
      'not-found': notFound('Consent'),
      'page-closed': { code: 'unauthenticated', message: 'Your page is closed. Ask for a new link.' },
    },
    example: { consentId: ':consentId' },
  }),
  leave: operation({
    method: 'POST',
    path: '/api/patient/home/departure',
    summary:
      'Close the own page and every consent that was opened from it; the same for whoever has none open',
    access: 'anyone',
    audit: { done: 'home.left' },
    rate: attemptRateLimit,
    input: z.object({}),
    output: z.object({ left: z.literal(true) }),
    example: {},
  }),
}
