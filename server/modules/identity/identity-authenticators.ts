import type {
  AccountCaller,
  AdminCaller,
  ClinicCaller,
  SetupCaller,
  RequestContext,
} from '../../../contract/access.ts'
import { minute_ms, type Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { accountCallerOf, adminCallerOf, clinicCallerOf, type SessionFacts } from './identity-rules.ts'
import { findSession, touchSession } from './identity-store.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SetupTokens } from './setup-token.ts'

export type SessionReader = (cookie: string) => Promise<(SessionFacts & { token: string }) | null>

/** Reads the session of a request's cookies, whatever its stage. */
export function createSessionReader(
  database: Database,
  clock: Clock,
  cookies: SessionCookies,
): SessionReader {
  return async (cookie) => {
    const token = cookies.sessionToken(cookie)
    const session = token && (await findSession(database, token, clock.now()))
    return session ? { ...session, token } : null
  }
}

type AuthenticatorDeps = {
  readSession: SessionReader
  database: Database
  clock: Clock
  setupTokens: SetupTokens
}

/** Opens a caller from a session that is open; no cookie, no caller. A session that is used stays awake; what a screen asks by itself does not use it. */
export const sessionAuthenticator =
  <C>(
    { readSession, database, clock }: Pick<AuthenticatorDeps, 'readSession' | 'database' | 'clock'>,
    callerOf: (session: SessionFacts, visit: RequestContext) => Promise<C | null> | C | null,
  ) =>
  async ({ cookie, visit, unattended }: AuthRequest): Promise<C | null> => {
    const session = await readSession(cookie)
    const caller = session && (await callerOf(session, visit))
    if (session && caller && !unattended && clock.now().getTime() - session.seenAt.getTime() > minute_ms)
      await touchSession(database, session.token, clock.now())
    return caller
  }

/** Who a session opens: the person's own account, their practice, or the platform. */
export function identityAuthenticators(deps: AuthenticatorDeps) {
  const { setupTokens } = deps
  const opener = <C>(callerOf: (session: SessionFacts, visit: RequestContext) => C | null) =>
    sessionAuthenticator(deps, callerOf)
  const admin = opener<AdminCaller>(adminCallerOf)
  return {
    account: opener<AccountCaller>(accountCallerOf),
    clinic: opener<ClinicCaller>(clinicCallerOf),
    admin,
    /** The set-up token first; without one, a super administrator's session. */
    async setup(request: AuthRequest): Promise<SetupCaller | null> {
      const { setupToken, visit } = request
      if (setupToken !== null) {
        const tokenHash = await setupTokens.find(setupToken)
        if (!tokenHash) return null
        return { audience: 'setup', tokenHash, actor: { kind: 'anyone', role: 'anyone' }, visit }
      }
      const caller = await admin(request)
      return caller && { ...caller, audience: 'setup', tokenHash: null }
    },
  }
}
