import { z } from 'zod'
import { emailAddress } from './contact-fields.ts'
import { signInRefusal, passwordField, weakPassword } from './identity.ts'
import { aborted, id, instant, notFound, operation, personName, type Refusals } from './kit.ts'

export const tokenUsedRefusal = {
  'token-spent': { code: 'unauthenticated', message: 'The set-up token has already been used.' },
} satisfies Refusals

/** An account as whoever repairs it needs to see it; no clinical data. */
export const AccountDiagnosis = z.object({
  userId: id,
  email: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  isSuperAdmin: z.boolean(),
  emailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  createdAt: instant,
  staff: z.array(
    z.object({
      clinicName: z.string(),
      role: z.string(),
      isActive: z.boolean(),
      /** Whether the record points to this account. */
      isLinked: z.boolean(),
    }),
  ),
})

/** The services without which an installation runs and is not whole, in the order of the panel. */
const optionalServices = ['billing', 'database', 'mail'] as const
export type OptionalService = (typeof optionalServices)[number]

/** What may be wrong with an account, each with its repair. */
const accountRepairs = [
  'activate',
  'verify-email',
  'link-staff',
  'remove-second-factor',
  'end-sessions',
] as const
export type AccountRepair = (typeof accountRepairs)[number]

/**
 * The set-up pages: open without signing in, and worth nothing without the one-time token or a super administrator's
 * session (decisions on the specification).
 */
export const setup = {
  unconfigured: operation({
    method: 'GET',
    path: '/api/admin/configuration',
    summary: "The services that are not set up, as the 'Configuration Required' panel names them",
    access: 'admin',
    audit: null,
    input: z.object({}),
    output: z.object({ missing: z.array(z.enum(optionalServices)) }),
    example: {},
  }),
  status: operation({
    method: 'GET',
    path: '/api/setup',
    summary: 'Whether the platform has a super administrator yet',
    access: 'setup',
    audit: null,
    input: z.object({}),
    output: z.object({ hasSuperAdmin: z.boolean(), byToken: z.boolean() }),
    example: {},
  }),
  makeSuperAdmin: operation({
    method: 'POST',
    path: '/api/setup/super-admin',
    summary: 'Make the first super administrator; the token is used up',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.super_admin_made', refused: 'setup.refused' },
    input: z.object({ name: personName(120), email: emailAddress, password: passwordField }),
    output: z.object({ email: z.string() }),
    refusals: {
      ...tokenUsedRefusal,
      ...weakPassword,
      'has-super-admin': aborted(
        'A super administrator exists. Sign in as super administrator to create another.',
      ),
      'email-already-in-use': signInRefusal('aborted', 'email-already-in-use'),
    },
    example: { name: 'Rowan Pemberton', email: 'first@example.org', password: 'a stable of correct horses' },
  }),
  findUser: operation({
    method: 'POST',
    path: '/api/setup/users',
    summary: 'An account and its staff records, by e-mail address',
    access: 'setup',
    audit: { done: 'setup.user_looked_up', refused: 'setup.refused' },
    input: z.object({ email: emailAddress }),
    output: AccountDiagnosis,
    refusals: { 'user-not-found': notFound('Account') },
    example: { email: 'dentist@harbour-street.example.org' },
  }),
  fixUser: operation({
    method: 'POST',
    path: '/api/setup/users/{userId}/repairs',
    summary: 'Repair an account; the token is used up',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.user_repaired', refused: 'setup.refused' },
    input: z.object({ userId: id, repairs: z.array(z.enum(accountRepairs)).min(1) }),
    output: AccountDiagnosis,
    refusals: { ...tokenUsedRefusal, 'user-not-found': notFound('Account') },
    example: { userId: ':userId', repairs: ['activate'] },
  }),
  reactivateSuperAdmin: operation({
    method: 'POST',
    path: '/api/setup/super-admin/reactivations',
    summary: 'Let a deactivated super administrator in again; the token is used up',
    access: 'setup',
    stepUp: true,
    audit: { done: 'setup.super_admin_reactivated', refused: 'setup.refused' },
    input: z.object({ email: emailAddress }),
    output: AccountDiagnosis,
    refusals: { ...tokenUsedRefusal, 'user-not-found': notFound('Super administrator') },
    example: { email: 'rowan@candour.example.org' },
  }),
}
