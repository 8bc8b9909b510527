import { passkey } from '@better-auth/passkey'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { betterAuth, type APIError } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { isAPIError } from 'better-auth/api'
import { genericOAuth, magicLink, phoneNumber } from 'better-auth/plugins'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import {
  email_link_minutes,
  password_length_max,
  password_length_min_default,
  phone_code_length,
  phone_code_minutes,
  reset_minutes,
  session_hours_max,
} from '../../../contract/limits.ts'
import { identityProviders as everyProvider } from '../../../contract/sign-in-codes.ts'
import { limitedConfigOf, type DatabaseLogin } from '../../platform/database/database-login.ts'
import { handleConnectionErrors, type Log } from '../../platform/database/database.ts'
import { primaryOnly, tellRefusedWrites } from '../../platform/database/standby-sessions.ts'
import { traceStatements } from '../../platform/database/statement-spans.ts'
import { accountHolders, credentials, passkeys, sessions, verifications } from './identity-schema.ts'
import { oauthProviders, withoutTokens, type ProviderSettings } from './oauth-providers.ts'
import { passkeySettings } from './passkey-settings.ts'
import { hashPassword, verifyPassword } from './password.ts'
import { libraryCookies } from './session-cookie.ts'

export type AuthSettings = {
  database: DatabaseLogin
  secret: string
  address: string
  log: Log
  providers: ProviderSettings
}

const connections_max = 4

/** Where a secret that the library makes for a message goes: to whoever asked for it, in the same call. */
const secretCapture = new AsyncLocalStorage<(secret: string) => void>()
const captureSecret = (secret: string) => secretCapture.getStore()?.(secret)

/** The token or code that the library makes while `ask` runs; null when it made none, for nobody is to be told. */
export async function captureSecretOf(ask: () => Promise<unknown>): Promise<string | null> {
  const made: string[] = []
  await secretCapture.run((secret) => void made.push(secret), ask)
  return made[0] ?? null
}

/** Whether the library says no, rather than that it failed. */
export const isAuthApiError = (error: unknown): error is APIError =>
  isAPIError(error) && error.statusCode < 500

/**
 * The auth library, called through its functions only: its router is not mounted, for it would publish sign-up,
 * change of address and deletion without our access, audit and order (rulings 12). Every session it makes is in the
 * stage `proving`, which opens nothing: `completeSignIn` alone moves it on.
 */
export function createAuth({ database, secret, address, log, providers }: AuthSettings) {
  const isLent = database.pooler !== undefined
  const limits = { ...limitedConfigOf(database), max: connections_max }
  const pool = new pg.Pool({ ...limits, ...(isLent ? {} : primaryOnly) })
  handleConnectionErrors(pool, log)
  if (isLent) pool.on('connect', tellRefusedWrites)
  pool.on('connect', traceStatements)
  const db = drizzle(pool)
  const auth = betterAuth({
    appName: 'Candour',
    baseURL: address,
    basePath: '/api/sign-in',
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: accountHolders,
        session: sessions,
        account: credentials,
        verification: verifications,
        passkey: passkeys,
      },
    }),
    advanced: {
      ...libraryCookies(address),
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    user: {
      additionalFields: {
        platformRole: { type: 'string', input: false, defaultValue: 'member' },
        isActive: { type: 'boolean', input: false, defaultValue: true },
        username: { type: 'string', required: false, input: false },
        clinicId: { type: 'string', required: false, input: false },
        pinHash: { type: 'string', required: false, input: false, returned: false },
        emailPending: { type: 'string', required: false, input: false },
      },
    },
    session: {
      expiresIn: session_hours_max * 3600,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: {
        staffId: { type: 'string', required: false, input: false },
        stage: { type: 'string', required: false, input: false, defaultValue: 'proving' },
        way: { type: 'string', required: false, input: false, defaultValue: '' },
        provedAt: { type: 'date', required: false, input: false, defaultValue: () => new Date() },
        seenAt: { type: 'date', required: false, input: false, defaultValue: () => new Date() },
      },
    },
    // Ours to clean up: what has expired is kept for a while, so that people are told so.
    verification: { storeIdentifier: 'hashed', disableCleanup: true },
    account: {
      updateAccountOnSignIn: false,
      // Linked by who somebody is there; their address there is nothing to us, proved or not.
      accountLinking: {
        enabled: true,
        disableImplicitLinking: true,
        allowDifferentEmails: true,
        trustedProviders: [...everyProvider],
      },
    },
    databaseHooks: {
      account: {
        create: { before: async (account) => ({ data: withoutTokens(account) }) },
        // Whoever links an identity again has it updated.
        update: { before: async (account) => ({ data: withoutTokens(account) }) },
      },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: password_length_min_default,
      maxPasswordLength: password_length_max,
      resetPasswordTokenExpiresIn: reset_minutes * 60,
      revokeSessionsOnPasswordReset: true,
      sendResetPassword: async ({ token }) => captureSecret(token),
      password: { hash: hashPassword, verify: verifyPassword },
    },
    plugins: [
      magicLink({
        disableSignUp: true,
        expiresIn: email_link_minutes * 60,
        storeToken: 'hashed',
        sendMagicLink: async ({ token }) => captureSecret(token),
      }),
      phoneNumber({
        otpLength: phone_code_length,
        expiresIn: phone_code_minutes * 60,
        sendOTP: async ({ code }) => captureSecret(code),
      }),
      passkey(passkeySettings(address)),
      genericOAuth({ config: oauthProviders(providers) }),
    ],
  })
  return { auth, db, connectionsAwaited: () => pool.waitingCount, close: () => pool.end() }
}

export type Auth = ReturnType<typeof createAuth>
