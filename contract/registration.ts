import { phoneNumber } from './contact-fields.ts'
import { z } from 'zod'
import { aborted, invalidArgument, nameText, operation, personName, typedText } from './kit.ts'
import {
  actionToken,
  admissionRefusals,
  signInRefusal,
  invalidTokenRefusal,
  emailField,
  invalidEmail,
  passwordField,
  SignInStep,
  weakPassword,
} from './identity.ts'

/** Said only to somebody who has proved the address (rulings 36). */
const emailVerifiedRefusals = {
  'not-authorised-to-register': signInRefusal('permission-denied', 'not-authorised-to-register'),
  'email-already-in-use': signInRefusal('aborted', 'email-already-in-use'),
}

/** IANA names, as the runtime knows them. */
const timeZone = z.enum(Intl.supportedValuesOf('timeZone') as [string, ...string[]])

const username = typedText().regex(/^[\w.]{3,30}$/, 'Use 3 to 30 letters, digits, dots and underscores')
/** Empty for none: the e-mail address signs in anyhow. */
export const usernameField = z.union([z.literal(''), username])
export const usernameTaken = { 'username-taken': aborted('That username is taken. Choose another.') }

const practice = z.object({ name: nameText(120), phone: phoneNumber, timeZone })

export const registration = {
  start: operation({
    method: 'POST',
    path: '/api/registration',
    summary: 'Begin to register: a link goes to the address, whatever is known of it',
    access: 'anyone',
    audit: { done: 'user.registration_started' },
    rate: { attempts: 60, seconds: 300 },
    captcha: true,
    input: z.object({
      email: emailField,
      /** Joining a practice that has put them on its staff, or setting up a new practice. */
      as: z.enum(['staff', 'practice']),
    }),
    output: z.object({ sent: z.literal(true) }),
    refusals: invalidEmail,
    example: { email: 'amara@example.org', as: 'staff' },
  }),
  open: operation({
    method: 'POST',
    path: '/api/registration/open',
    summary: 'What the link of an invitation or of a begun registration is for; it is not used up',
    access: 'anyone',
    audit: { done: 'user.registration_opened', refused: 'user.registration_refused' },
    rate: { attempts: 100, seconds: 300 },
    input: z.object({ token: actionToken }),
    output: z.object({
      as: z.enum(['staff', 'practice']),
      email: z.string(),
      clinicName: z.string().nullable(),
      firstName: z.string(),
      lastName: z.string(),
    }),
    refusals: { ...invalidTokenRefusal, ...emailVerifiedRefusals },
    example: { token: 'x'.repeat(32) },
  }),
  finish: operation({
    method: 'POST',
    path: '/api/registration/finish',
    summary: 'Make the account, and for a new practice the clinic with its trial; signed in afterwards',
    access: 'anyone',
    audit: { done: 'user.registered', partly: 'user.registered', refused: 'user.registration_refused' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({
      token: actionToken,
      firstName: personName(80),
      lastName: personName(80),
      username: usernameField.default(''),
      password: passwordField,
      /** A new practice only: needed there, ignored elsewhere. */
      practice: practice.optional(),
    }),
    output: SignInStep,
    refusals: {
      ...invalidTokenRefusal,
      ...emailVerifiedRefusals,
      ...weakPassword,
      ...admissionRefusals,
      ...usernameTaken,
      'practice-missing': invalidArgument('Enter the name of the practice.'),
    },
    example: {
      token: 'x'.repeat(32),
      firstName: 'Amara',
      lastName: 'Okafor',
      password: 'a stable of correct horses',
    },
  }),
  accept: operation({
    method: 'POST',
    path: '/api/account/invitations',
    summary: 'Accept an invitation with the account that is signed in: its address must be the invited one',
    access: 'account',
    audit: { done: 'staff.registered', partly: 'staff.registered', refused: 'user.registration_refused' },
    input: z.object({ token: actionToken }),
    output: SignInStep,
    refusals: {
      ...invalidTokenRefusal,
      ...admissionRefusals,
      'user-mismatch': signInRefusal('permission-denied', 'user-mismatch'),
      'not-authorised-to-register': emailVerifiedRefusals['not-authorised-to-register'],
    },
    example: { token: 'x'.repeat(32) },
  }),
  found: operation({
    method: 'POST',
    path: '/api/account/practices',
    summary:
      'Set up a new practice with the account that is signed in: its address must be the one the link was sent to',
    access: 'account',
    audit: {
      done: 'user.practice_founded',
      partly: 'user.practice_founded',
      refused: 'user.registration_refused',
    },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ token: actionToken, firstName: personName(80), lastName: personName(80), practice }),
    output: SignInStep,
    refusals: {
      ...invalidTokenRefusal,
      ...admissionRefusals,
      'user-mismatch': signInRefusal('permission-denied', 'user-mismatch'),
      'not-authorised-to-register': emailVerifiedRefusals['not-authorised-to-register'],
    },
    example: {
      token: 'x'.repeat(32),
      firstName: 'Amara',
      lastName: 'Okafor',
      practice: { name: 'Harbour Street Dental', phone: '', timeZone: 'Europe/London' },
    },
  }),
}
