import { randomUUID } from 'node:crypto'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { password_length_min, session_hours_max } from '../../../contract/limits.ts'
import { connection_limits, surviveLostConnections, type Log } from '../../platform/database/database.ts'
import { accountHolders, credentials, sessions, verifications } from './identity-schema.ts'
import { hashPassword, verifyPassword } from './password.ts'

export type AuthSettings = { database: pg.ClientConfig; secret: string; address: string; log: Log }

/** Names the session cookie; `__Secure-` is put before it where the address is https. */
const cookieBase = 'candour'
const connections_max = 4

/** The cookie that carries a session at this address. */
export const sessionCookieName = (address: string): string =>
  `${address.startsWith('https:') ? '__Secure-' : ''}${cookieBase}.session_token`

/**
 * The auth library, called through its functions only: its router is not mounted, for it would publish sign-up,
 * change of address and deletion without our access, audit and order (rulings 12).
 */
export function makeAuth({ database, secret, address, log }: AuthSettings) {
  const pool = new pg.Pool({ ...database, ...connection_limits, max: connections_max })
  surviveLostConnections(pool, log)
  const db = drizzle(pool)
  const auth = betterAuth({
    baseURL: address,
    secret,
    telemetry: { enabled: false },
    logger: { disabled: true },
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user: accountHolders, session: sessions, account: credentials, verification: verifications },
    }),
    advanced: {
      cookiePrefix: cookieBase,
      useSecureCookies: address.startsWith('https:'),
      database: { generateId: () => randomUUID() },
      ipAddress: { disableIpTracking: true },
    },
    rateLimit: { enabled: false },
    user: {
      additionalFields: {
        platformRole: { type: 'string', input: false, defaultValue: 'member' },
        isActive: { type: 'boolean', input: false, defaultValue: true },
      },
    },
    session: {
      expiresIn: session_hours_max * 3600,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { staffId: { type: 'string', required: false, input: false } },
    },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: password_length_min,
      password: { hash: hashPassword, verify: verifyPassword },
    },
  })
  return { auth, db, close: () => pool.end() }
}

export type Auth = ReturnType<typeof makeAuth>
