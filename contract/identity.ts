import { z } from 'zod'
import { invalid, operation, type Refusals } from './kit.ts'
import { extraFlags, permissions, roles } from './permissions.ts'

const weekday = z.object({ enabled: z.boolean(), start: z.string(), end: z.string() })

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
  loginHours: z.record(z.string(), weekday),
})
export type SessionUser = z.infer<typeof SessionUser>

const signInRefusals = {
  'invalid-credential': {
    code: 'unauthenticated',
    message: 'Invalid email/username or password. Please check your credentials and try again.',
  },
  'too-many-requests': {
    code: 'resource-exhausted',
    message: 'Too many failed login attempts. Please wait a few minutes before trying again.',
  },
  'user-disabled': {
    code: 'permission-denied',
    message: 'This account has been deactivated. Please contact your administrator for assistance.',
  },
  'user-not-found': {
    code: 'permission-denied',
    message: 'User account not found. Please contact your administrator.',
  },
  'clinic-suspended': { code: 'permission-denied', message: 'Clinic account is suspended' },
  'invalid-email': invalid('Please enter a valid email address.'),
} satisfies Refusals

export const identity = {
  signIn: operation({
    method: 'POST',
    path: '/api/sign-in',
    summary: 'Sign in with an e-mail address and a password',
    access: 'anyone',
    audit: { done: 'user.login', refused: 'user.login_failed' },
    // Against flooding; wrong passwords have narrower limits of their own.
    rate: { attempts: 600, seconds: 300 },
    input: z.object({ email: z.string().trim().max(254), password: z.string().min(1).max(256) }),
    output: z.object({ user: SessionUser }),
    refusals: signInRefusals,
    example: { email: 'amara@example.org', password: 'correct horse battery' },
  }),
  signOut: operation({
    method: 'POST',
    path: '/api/sign-out',
    summary: 'End the session of this browser',
    access: 'anyone',
    audit: { done: 'user.logout' },
    input: z.object({}),
    output: z.object({ signedOut: z.literal(true) }),
    example: {},
  }),
  session: operation({
    method: 'GET',
    path: '/api/session',
    summary: 'Who is signed in on this browser, if anyone',
    access: 'anyone',
    audit: null,
    input: z.object({}),
    output: z.object({ user: SessionUser.nullable() }),
    example: {},
  }),
}
