import type {
  AccountCaller,
  AdminCaller,
  ClinicCaller,
  SetupCaller,
  RequestContext,
} from '../../../contract/access.ts'
import { minute_ms, type Clock } from '../../platform/clock.ts'
import { mustBeConfirmed, type Confirmation } from '../../platform/database/caller-memory.ts'
import type { Database } from '../../platform/database/database.ts'
import type { AuthRequest } from '../../platform/http/operations.ts'
import { accountCallerOf, adminCallerOf, clinicCallerOf, type SessionFacts } from './identity-rules.ts'
import { openSessionMemory, sessionFactsOf, touchSession } from './identity-store.ts'
import type { SessionCookies } from './session-cookie.ts'
import type { SetupTokens } from './setup-token.ts'

/** A session by a request's cookies. One that was only recalled says what confirms it. */
export type SessionReader = (cookie: string, how?: { mayRecall: boolean }) => Promise<ReadSession | null>

type ReadSession = SessionFacts & {
  token: string
  confirmation: Confirmation | null
  /** Notes that it is used. */
  touch(): Promise<void>
}

/** Reads the session of a request's cookies, whatever its stage. */
export function createSessionReader(
  database: Database,
  clock: Clock,
  cookies: SessionCookies,
): SessionReader {
  const sessions = openSessionMemory(database, clock)
  return async (cookie, how) => {
    const token = cookies.sessionToken(cookie)
    const found = token && (await sessions.find(token, how))
    if (!found) return null
    const touch = async () => {
      await touchSession(database, token, clock.now())
      sessions.forget(token)
    }
    return { ...sessionFactsOf(found.row), token, confirmation: found.confirmation, touch }
  }
}

type AuthenticatorDeps = {
  readSession: SessionReader
  clock: Clock
  setupTokens: SetupTokens
}

/** Opens a caller from a session that is open; no cookie, no caller. A session that is used stays awake; what a screen asks by itself does not use it. */
export const sessionAuthenticator =
  <C extends object>(
    { readSession, clock }: Pick<AuthenticatorDeps, 'readSession' | 'clock'>,
    callerOf: (session: SessionFacts, visit: RequestContext) => Promise<C | null> | C | null,
  ) =>
  async ({ cookie, visit, unattended, mayRecall }: AuthRequest): Promise<C | null> => {
    const isToBeTouched = ({ seenAt }: SessionFacts): boolean =>
      !unattended && clock.now().getTime() - seenAt.getTime() > minute_ms
    const first = await readSession(cookie, { mayRecall })
    if (first?.confirmation && !isToBeTouched(first)) {
      const recalled = await callerOf(first, visit)
      if (recalled) return mustBeConfirmed(recalled, first.confirmation)
    }
    // Nobody is turned away for who they were, and what is noted of a session is noted of who it is.
    const session = first?.confirmation ? await readSession(cookie) : first
    const caller = session && (await callerOf(session, visit))
    if (!session || !caller) return null
    if (isToBeTouched(session)) await session.touch()
    return caller
  }

/** Who a session opens: the person's own account, their practice, or the platform. */
export function identityAuthenticators(deps: AuthenticatorDeps) {
  const { setupTokens } = deps
  const opener = <C extends object>(callerOf: (session: SessionFacts, visit: RequestContext) => C | null) =>
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
