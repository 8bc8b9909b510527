import { z } from 'zod'
import {
  aborted,
  id,
  instant,
  invalidArgument,
  operation,
  fileRoute,
  type Refusal,
  type Refusals,
  typedText,
} from './kit.ts'
import type { ErrorCode } from './errors.ts'
import {
  phone_code_length,
  pin_length_max,
  pin_length_min,
  recovery_code_length,
  sign_in_name_length_max,
} from './limits.ts'
import { extraFlags, permissions, roles } from './permissions.ts'
import { identityProviders, signInMessages, type SignInCode } from './sign-in-codes.ts'

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Weekday = (typeof weekdays)[number]

const clockTime = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 08:30')
const DayHours = z.object({ enabled: z.boolean(), start: clockTime, end: clockTime })
/** Per lowercase weekday name; a day that is not named is not enabled (specification section 3). */
export const LoginHours = z.partialRecord(z.enum(weekdays), DayHours)
export type LoginHours = z.infer<typeof LoginHours>

/** The signed-in person as screens know them (specification section 3, 'User data in the session'). */
export const SessionUser = z.object({
  uid: z.uuid(),
  email: z.string(),
  displayName: z.string(),
  role: z.enum(roles),
  clinicId: z.uuid().nullable(),
  clinicName: z.string().nullable(),
  isActive: z.boolean(),
  /** Every permission and flag held, whatever granted it. */
  permissions: z.array(z.enum([...permissions, ...extraFlags])),
  permissionLevel: z.int().min(1).max(4),
  loginHoursRestricted: z.boolean(),
  loginHours: LoginHours,
  /** Names the profile photo at `/api/account/photos/{photo}`; null without one. */
  photo: z.string().nullable(),
  /** The clinics this account may act for, the present one first; for switching without signing out. */
  clinics: z.array(z.object({ staffId: z.uuid(), clinicName: z.string() })),
  /** Minutes without a keystroke or a click after which this browser locks its screen. */
  idleMinutes: z.int(),
  /** By when this person is to set up a second factor; null where there is one, or none is asked for. */
  secondFactorBy: instant.nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** How far a sign-in has come: through, or still owing a second factor, or owing the setting up of one. */
export const SignInStep = z.object({
  step: z.enum(['open', 'second-factor', 'enrol']),
  user: SessionUser.nullable(),
})
export type SignInStep = z.infer<typeof SignInStep>

/** A refusal of the one table of sign-in codes. */
export const signInRefusal = (code: ErrorCode, signInCode: SignInCode): Refusal => ({
  code,
  message: signInMessages[signInCode],
})

/** What may stand between a proved first factor and a session, whatever the factor was. */
export const admissionRefusals = {
  'user-disabled': signInRefusal('permission-denied', 'user-disabled'),
  'account-not-found': signInRefusal('permission-denied', 'account-not-found'),
  'account-deactivated': signInRefusal('permission-denied', 'account-deactivated'),
  'clinic-suspended': signInRefusal('permission-denied', 'clinic-suspended'),
  'single-sign-on-required': signInRefusal('permission-denied', 'single-sign-on-required'),
  'login-day-refused': signInRefusal('permission-denied', 'login-day-refused'),
  'login-time-refused': signInRefusal('permission-denied', 'login-time-refused'),
} satisfies Refusals

export const tooMany = { 'too-many-requests': signInRefusal('resource-exhausted', 'too-many-requests') }
export const notAllowed = {
  'operation-not-allowed': signInRefusal('permission-denied', 'operation-not-allowed'),
}
export const invalidEmail = { 'invalid-email': signInRefusal('invalid-argument', 'invalid-email') }
export const invalidTokenRefusal = {
  'expired-action-code': signInRefusal('invalid-argument', 'expired-action-code'),
  'invalid-action-code': signInRefusal('invalid-argument', 'invalid-action-code'),
}
export const invalidCode = {
  'invalid-verification-code': signInRefusal('unauthenticated', 'invalid-verification-code'),
}
export const invalidPhone = {
  'invalid-phone': invalidArgument('Enter a phone number, like 07700 900123.'),
  'phone-not-served': invalidArgument(
    'Codes are sent to mobile numbers of the UK, the Channel Islands, the Isle of Man and Ireland only. Enter one of these.',
  ),
}
/** A new password that the policy does not take; `details.faults` names the rules it breaks. */
export const weakPassword = {
  'weak-password': signInRefusal('invalid-argument', 'weak-password'),
} satisfies Refusals

/** Against flooding; wrong guesses have narrower limits of their own. */
const floodRateLimit = { attempts: 600, seconds: 300 }
const signInAudit = {
  done: 'user.login',
  partly: 'user.first_factor_proved',
  refused: 'user.login_failed',
}

export const emailField = typedText().max(320)
/** Links and secrets we make: 24 to 64 characters of base64url. */
export const actionToken = z.string().regex(/^[\w-]{24,64}$/)
export const passwordField = z.string().min(1).max(256)
export const phoneField = typedText().max(120)
const digits = (length: number) => typedText().regex(new RegExp(`^\\d{${length}}$`))

export const pinSchema = z
  .string()
  .regex(
    new RegExp(`^\\d{${pin_length_min},${pin_length_max}}$`),
    `Enter ${pin_length_min} to ${pin_length_max} digits`,
  )
/** What an authenticator app is set up with, shown once. */
export const NewSecondFactor = z.object({
  uri: z.string(),
  secret: z.string(),
  recoveryCodes: z.array(z.string()),
})

/** What is kept of a WebAuthn answer until the library reads it: an object of limited size. */
export const passkeyResponse = z.looseObject({ id: z.string().max(1024), type: z.literal('public-key') })
/** WebAuthn's own options, handed to the browser as they are. */
export const passkeyOptions = z.looseObject({ challenge: z.string() })

/** What a sign-in may ask for besides its first factor. */
const secondFactor = z.enum(['app', 'passkey'])

export const identity = {
  ways: operation({
    method: 'GET',
    path: '/api/sign-in/ways',
    summary: 'Which ways to sign in are open here, and what passwords must be',
    access: 'anyone',
    audit: null,
    input: z.object({}),
    output: z.object({
      password: z.boolean(),
      emailLink: z.boolean(),
      phone: z.boolean(),
      passkey: z.boolean(),
      providers: z.array(z.enum(identityProviders)),
      captcha: z.boolean(),
      passwordPolicy: z.object({
        lengthMin: z.int(),
        lengthMax: z.int(),
        lowercase: z.boolean(),
        uppercase: z.boolean(),
        digit: z.boolean(),
        symbol: z.boolean(),
        breachedRefused: z.boolean(),
      }),
      authorisedDomains: z.array(z.string()),
    }),
    example: {},
  }),
  captcha: operation({
    method: 'GET',
    path: '/api/sign-in/captcha',
    summary: 'A challenge to solve before what is open to everybody is asked; null where none is configured',
    access: 'anyone',
    audit: null,
    rate: floodRateLimit,
    input: z.object({}),
    output: z.object({
      challenge: z
        .object({
          algorithm: z.string(),
          challenge: z.string(),
          maxnumber: z.int(),
          salt: z.string(),
          signature: z.string(),
        })
        .nullable(),
    }),
    example: {},
  }),
  signIn: operation({
    method: 'POST',
    path: '/api/sign-in',
    summary: 'Sign in with an e-mail address or a username, and a password',
    access: 'anyone',
    audit: signInAudit,
    rate: floodRateLimit,
    captcha: true,
    input: z.object({
      /** An e-mail address where it holds an '@', else a username. */
      login: typedText().min(1).max(sign_in_name_length_max),
      password: passwordField,
    }),
    output: SignInStep,
    refusals: {
      'invalid-credential': signInRefusal('unauthenticated', 'invalid-credential'),
      'invalid-username-credential': signInRefusal('unauthenticated', 'invalid-username-credential'),
      ...tooMany,
      ...notAllowed,
      ...invalidEmail,
      ...admissionRefusals,
    },
    example: { login: 'amara@example.org', password: 'correct horse battery' },
  }),
  sendEmailLink: operation({
    method: 'POST',
    path: '/api/sign-in/email-link',
    summary: 'Send a link to sign in with, if the address has an account; the answer does not say',
    access: 'anyone',
    audit: { done: 'user.email_link_requested', refused: 'user.login_failed' },
    rate: { attempts: 100, seconds: 300 },
    captcha: true,
    input: z.object({
      email: emailField,
      /** The page to go on to: a path of ours, anything else is ignored. */
      to: z.string().max(500).optional(),
    }),
    output: z.object({ sent: z.literal(true) }),
    refusals: { ...invalidEmail, ...tooMany, ...notAllowed },
    example: { email: 'amara@example.org' },
  }),
  openEmailLink: operation({
    method: 'POST',
    path: '/api/sign-in/email-link/open',
    summary: 'Sign in with the token of an e-mailed link, once',
    access: 'anyone',
    audit: signInAudit,
    rate: { attempts: 100, seconds: 300 },
    input: z.object({ token: actionToken }),
    output: SignInStep,
    refusals: { ...invalidTokenRefusal, ...notAllowed, ...admissionRefusals },
    example: { token: 'x'.repeat(32) },
  }),
  sendPhoneCode: operation({
    method: 'POST',
    path: '/api/sign-in/phone',
    summary: 'Send a code to a phone, if an account has proved that number; the answer does not say',
    access: 'anyone',
    audit: { done: 'user.phone_code_requested', refused: 'user.login_failed' },
    rate: { attempts: 60, seconds: 300 },
    captcha: true,
    input: z.object({ phone: phoneField }),
    output: z.object({ sent: z.literal(true) }),
    refusals: {
      ...invalidPhone,
      ...tooMany,
      ...notAllowed,
    },
    example: { phone: '07700 900123' },
  }),
  checkPhoneCode: operation({
    method: 'POST',
    path: '/api/sign-in/phone/check',
    summary: 'Sign in with the code that was sent to a phone',
    access: 'anyone',
    audit: signInAudit,
    rate: floodRateLimit,
    input: z.object({ phone: phoneField, code: digits(phone_code_length) }),
    output: SignInStep,
    refusals: {
      ...invalidCode,
      ...tooMany,
      ...notAllowed,
      ...admissionRefusals,
    },
    example: { phone: '07700 900123', code: '123456' },
  }),
  startProvider: operation({
    method: 'POST',
    path: '/api/sign-in/providers/{provider}',
    summary: 'Begin to sign in with an identity provider: the address to go to',
    access: 'anyone',
    audit: { done: 'user.provider_sign_in_started' },
    rate: floodRateLimit,
    input: z.object({
      provider: z.enum(identityProviders),
      /** Whether the provider is shown in a window of its own or instead of this page. */
      shown: z.enum(['popup', 'page']),
      to: z.string().max(500).optional(),
    }),
    output: z.object({ url: z.string() }),
    refusals: { ...notAllowed },
    example: { provider: 'google', shown: 'page' },
  }),
  passkeyOptions: operation({
    method: 'GET',
    path: '/api/sign-in/passkey/options',
    summary: 'What the browser needs to ask for a passkey',
    access: 'anyone',
    audit: null,
    rate: floodRateLimit,
    input: z.object({}),
    output: z.object({ options: passkeyOptions }),
    refusals: { ...notAllowed },
    example: {},
  }),
  checkPasskey: operation({
    method: 'POST',
    path: '/api/sign-in/passkey',
    summary: 'Sign in with a passkey',
    access: 'anyone',
    audit: signInAudit,
    rate: floodRateLimit,
    input: z.object({ response: passkeyResponse }),
    output: SignInStep,
    refusals: {
      'passkey-not-known': signInRefusal('unauthenticated', 'passkey-not-known'),
      ...tooMany,
      ...notAllowed,
      ...admissionRefusals,
    },
    example: { response: { id: 'x', type: 'public-key' } },
  }),
  secondFactor: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor',
    summary: 'Give the second factor that a sign-in still owes',
    access: 'anyone',
    audit: { done: 'user.login', refused: 'user.second_factor_failed' },
    rate: floodRateLimit,
    input: z.object({
      code: typedText().min(6).max(recovery_code_length),
      kind: z.enum(['app', 'recovery']),
      /** Not to be asked again on this device for `trusted_device_days`. */
      remember: z.boolean().default(false),
    }),
    output: SignInStep,
    refusals: {
      ...invalidCode,
      'code-expired': signInRefusal('unauthenticated', 'code-expired'),
      ...tooMany,
      ...admissionRefusals,
    },
    example: { code: '123456', kind: 'app' },
  }),
  secondFactorOptions: operation({
    method: 'GET',
    path: '/api/sign-in/second-factor',
    summary:
      'What this sign-in may be finished with, or what must be set up first: one of those that are named',
    access: 'anyone',
    audit: null,
    rate: floodRateLimit,
    input: z.object({}),
    output: z.object({ give: z.array(secondFactor), setUp: z.array(secondFactor) }),
    refusals: { 'code-expired': signInRefusal('unauthenticated', 'code-expired') },
    example: {},
  }),
  givePasskey: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor/passkey',
    summary: 'Give a passkey as the second factor that a sign-in still owes',
    access: 'anyone',
    audit: { done: 'user.login', refused: 'user.second_factor_failed' },
    rate: floodRateLimit,
    input: z.object({ response: passkeyResponse, remember: z.boolean().default(false) }),
    output: SignInStep,
    refusals: {
      'passkey-not-known': signInRefusal('unauthenticated', 'passkey-not-known'),
      'code-expired': signInRefusal('unauthenticated', 'code-expired'),
      ...tooMany,
      ...admissionRefusals,
    },
    example: { response: { id: 'x', type: 'public-key' } },
  }),
  startPasskeyEnrolment: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor/enrolment/passkey',
    summary: 'What the browser needs to make the passkey that this sign-in must have',
    access: 'anyone',
    audit: { done: 'user.second_factor_started' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({}),
    output: z.object({ options: passkeyOptions }),
    refusals: { 'code-expired': signInRefusal('unauthenticated', 'code-expired') },
    example: {},
  }),
  finishPasskeyEnrolment: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor/enrolment/passkey/finish',
    summary: 'Keep the passkey that this sign-in must have, and sign in',
    access: 'anyone',
    audit: { done: 'user.login', refused: 'user.second_factor_failed' },
    rate: floodRateLimit,
    input: z.object({ name: typedText().min(1).max(60), response: passkeyResponse }),
    output: SignInStep,
    refusals: {
      'passkey-not-known': signInRefusal('unauthenticated', 'passkey-not-known'),
      'code-expired': signInRefusal('unauthenticated', 'code-expired'),
      ...tooMany,
      ...admissionRefusals,
    },
    example: { name: 'Work laptop', response: { id: 'x', type: 'public-key' } },
  }),
  startEnrolment: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor/enrolment',
    summary: 'Begin to set up the second factor that this sign-in must have',
    access: 'anyone',
    audit: { done: 'user.second_factor_started' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({}),
    output: NewSecondFactor,
    refusals: { 'code-expired': signInRefusal('unauthenticated', 'code-expired') },
    example: {},
  }),
  finishEnrolment: operation({
    method: 'POST',
    path: '/api/sign-in/second-factor/enrolment/finish',
    summary: 'Finish setting up the second factor with a code of the app, and sign in',
    access: 'anyone',
    audit: { done: 'user.login', refused: 'user.second_factor_failed' },
    rate: floodRateLimit,
    input: z.object({ code: digits(6) }),
    output: SignInStep,
    refusals: {
      ...invalidCode,
      'code-expired': signInRefusal('unauthenticated', 'code-expired'),
      ...tooMany,
      ...admissionRefusals,
    },
    example: { code: '123456' },
  }),
  signOut: operation({
    method: 'POST',
    path: '/api/sign-out',
    summary: 'End the session of this browser',
    access: 'anyone',
    audit: { done: 'user.logout' },
    rate: floodRateLimit,
    input: z.object({}),
    output: z.object({ signedOut: z.literal(true) }),
    example: {},
  }),
  session: operation({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in on this browser, if anyone, and what a sign-in still owes',
    access: 'anyone',
    audit: null,
    input: z.object({}),
    output: z.object({
      user: SessionUser.nullable(),
      /** `none` without a session; a locked one has no user until it is unlocked. */
      step: z.enum(['none', 'open', 'second-factor', 'enrol', 'locked']),
      /** Why a session that this browser still holds opens nothing any more. */
      refused: z.enum(['user-disabled', 'account-deactivated', 'clinic-suspended']).optional(),
    }),
    example: {},
  }),
  confirm: operation({
    method: 'POST',
    path: '/api/account/confirmations',
    summary: 'Prove a factor again before a dangerous act (step-up)',
    access: 'account',
    audit: { done: 'user.confirmed', refused: 'user.confirmation_failed' },
    rate: floodRateLimit,
    input: z.discriminatedUnion('by', [
      z.object({ by: z.literal('password'), password: passwordField }),
      z.object({ by: z.literal('app'), code: digits(6) }),
      z.object({ by: z.literal('passkey'), response: passkeyResponse }),
    ]),
    output: z.object({ confirmed: z.literal(true) }),
    refusals: {
      'wrong-password': signInRefusal('unauthenticated', 'wrong-password'),
      ...invalidCode,
      'passkey-not-known': signInRefusal('unauthenticated', 'passkey-not-known'),
      ...tooMany,
    },
    example: { by: 'password', password: 'correct horse battery' },
  }),
  attest: operation({
    method: 'POST',
    path: '/api/account/colleague-attestations',
    summary:
      'A second member of staff attests one record on this browser, by their own login and PIN or password; nobody is signed in by it',
    access: 'account',
    audit: { done: 'staff.attested', refused: 'staff.attestation_refused' },
    rate: floodRateLimit,
    input: z.object({
      /** The second person's e-mail address or username. */
      login: typedText().min(1).max(sign_in_name_length_max),
      proof: z.discriminatedUnion('by', [
        z.object({ by: z.literal('pin'), pin: pinSchema }),
        z.object({ by: z.literal('password'), password: passwordField }),
      ]),
      /** The idempotency key of the request that the attestation is for. */
      requestKey: z.string().min(8).max(128),
    }),
    /** Good for that request, for `attestation_minutes`. */
    output: z.object({ token: z.string() }),
    refusals: {
      'wrong-credential': {
        code: 'permission-denied',
        message: 'That login and PIN or password do not match a colleague’s. Try again.',
      },
      'own-attestation': aborted(
        'You are attesting with your own account. The second person must be someone else.',
      ),
      ...tooMany,
    },
    example: {
      login: 'priya@example.org',
      proof: { by: 'pin', pin: '2580' },
      requestKey: '5b7c9a52-0c1e-4d59-9f0b-1f4d5f0c7f11',
    },
  }),
  lock: operation({
    method: 'POST',
    path: '/api/account/lock',
    summary: 'Lock this browser: the session stays, and opens again with a PIN, a passkey or the password',
    access: 'account',
    audit: { done: 'user.session_locked' },
    input: z.object({}),
    output: z.object({ locked: z.literal(true) }),
    example: {},
  }),
  locked: operation({
    method: 'GET',
    path: '/api/session/locked',
    summary: 'Whose locked sessions this browser holds: for the lock screen and quick change of user',
    access: 'anyone',
    audit: null,
    input: z.object({}),
    output: z.array(
      z.object({
        sessionId: id,
        name: z.string(),
        clinicName: z.string().nullable(),
        /** The handover that a patient holds this browser for; null where it only waits for its person. */
        handedOver: id.nullable(),
        hasPin: z.boolean(),
        hasPasskey: z.boolean(),
      }),
    ),
    example: {},
  }),
  unlock: operation({
    method: 'POST',
    path: '/api/session/unlock',
    summary: 'Go on with a locked session of this browser; another one that is open is locked',
    access: 'anyone',
    audit: { done: 'user.session_unlocked', refused: 'user.unlock_failed' },
    rate: floodRateLimit,
    input: z.object({
      sessionId: id,
      proof: z.discriminatedUnion('by', [
        z.object({ by: z.literal('pin'), pin: pinSchema }),
        z.object({ by: z.literal('password'), password: passwordField }),
        z.object({ by: z.literal('passkey'), response: passkeyResponse }),
      ]),
    }),
    output: SignInStep,
    refusals: {
      'wrong-pin': signInRefusal('unauthenticated', 'wrong-pin'),
      'wrong-password': signInRefusal('unauthenticated', 'wrong-password'),
      'passkey-not-known': signInRefusal('unauthenticated', 'passkey-not-known'),
      'user-token-expired': signInRefusal('unauthenticated', 'user-token-expired'),
      ...tooMany,
      ...admissionRefusals,
    },
    example: { sessionId: ':userId', proof: { by: 'pin', pin: '2580' } },
  }),
  actFor: operation({
    method: 'POST',
    path: '/api/account/clinic',
    summary: 'Act for another clinic of this account; the session gets a new token',
    access: 'account',
    audit: { done: 'user.clinic_changed', refused: 'user.clinic_change_refused' },
    input: z.object({ staffId: id }),
    output: SignInStep,
    refusals: {
      'not-yours': { code: 'not-found', message: 'Practice not found' },
      'user-token-expired': signInRefusal('unauthenticated', 'user-token-expired'),
      ...admissionRefusals,
    },
    example: { staffId: ':staffId' },
  }),
  requestReset: operation({
    method: 'POST',
    path: '/api/password-reset',
    summary: 'Send a link to set a new password, if the address has an account; the answer does not say',
    access: 'anyone',
    audit: { done: 'user.password_reset_requested' },
    rate: { attempts: 60, seconds: 300 },
    captcha: true,
    input: z.object({ email: emailField }),
    /** As the specification's sendPasswordReset answers. */
    output: z.object({ success: z.boolean(), error: z.string().optional() }),
    refusals: { ...invalidEmail },
    example: { email: 'amara@example.org' },
  }),
  openReset: operation({
    method: 'POST',
    path: '/api/password-reset/open',
    summary: 'Whether a link to set a new password still works; it is not used up',
    access: 'anyone',
    audit: { done: 'user.password_reset_opened', refused: 'user.password_reset_refused' },
    rate: { attempts: 100, seconds: 300 },
    input: z.object({ token: actionToken }),
    output: z.object({ valid: z.literal(true) }),
    refusals: invalidTokenRefusal,
    example: { token: 'x'.repeat(32) },
  }),
  reset: operation({
    method: 'POST',
    path: '/api/password-reset/finish',
    summary: 'Set a new password with the token of an e-mailed link, once; every session ends',
    access: 'anyone',
    audit: { done: 'user.password_reset', refused: 'user.password_reset_refused' },
    rate: { attempts: 60, seconds: 300 },
    input: z.object({ token: actionToken, password: passwordField }),
    output: z.object({ reset: z.literal(true) }),
    refusals: { ...invalidTokenRefusal, ...weakPassword },
    example: { token: 'x'.repeat(32), password: 'a stable of correct horses' },
  }),
}

/** Where an identity provider sends the browser back to. */
export const identityFiles = {
  providerCallback: fileRoute({
    path: '/api/sign-in/callback/:provider',
    summary: 'Comes back from an identity provider, and goes on to the page that waits for it',
    access: 'anyone',
    audit: { ...signInAudit, linked: 'account.identity_linked', linkRefused: 'account.update_refused' },
    params: z.looseObject({ provider: z.enum(identityProviders) }),
    example: { provider: 'google' },
  }),
}
