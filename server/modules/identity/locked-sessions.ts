import { locked_sessions_max, session_hours_max } from '../../../contract/limits.ts'
import type { Database } from '../../platform/database/database.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { Auth } from './auth.ts'
import { updateSession, endSession, findSession } from './identity-store.ts'
import type { SessionFacts } from './identity-rules.ts'
import type { SessionCookies } from './session-cookie.ts'

type LockedSessionDeps = { auth: Auth; database: Database; cookies: SessionCookies }

export type LockedSession = SessionFacts & { token: string }

/**
 * What becomes of the session a browser had when another takes its place: a locked one stays with the browser, so that
 * its person goes on later on a shared computer; any other ends, and so does one of the same person. `token` is what the
 * new session was known by until now.
 */
export async function replaceSession(
  { auth, database, cookies }: LockedSessionDeps,
  answering: HttpContext,
  { token, userId }: { token: string; userId: string },
  now: Date,
): Promise<void> {
  const held = cookies.lockedTokens(answering.cookie)
  const others = held.filter((one) => one !== token)
  const before = cookies.sessionToken(answering.cookie)
  const session = before && before !== token ? await findSession(database, before, now) : null
  if (!before || !session) return keep(held, others)
  if (session.stage !== 'locked' || session.userId === userId) {
    await endSession(auth.db, before)
    return keep(held, others)
  }
  // One that locked by itself is locked for good: a longer time that the clinic sets later does not open it.
  await updateSession(auth.db, before, { stage: 'locked' })
  const kept = [before, ...others.filter((one) => one !== before)]
  for (const tooMany of kept.slice(locked_sessions_max)) await endSession(auth.db, tooMany)
  keep(held, kept.slice(0, locked_sessions_max))

  function keep(from: readonly string[], to: readonly string[]): void {
    if (from.join() !== to.join()) answering.setCookie(cookies.setLockedTokens(to, session_hours_max * 3600))
  }
}

/** The locked sessions that this browser has, its own first; what has gone is dropped from its cookie. */
export async function listLockedSessions(
  { database, cookies }: Pick<LockedSessionDeps, 'database' | 'cookies'>,
  answering: HttpContext,
  now: Date,
): Promise<LockedSession[]> {
  const read = async (token: string): Promise<LockedSession[]> => {
    const session = await findSession(database, token, now)
    return session?.stage === 'locked' ? [{ ...session, token }] : []
  }
  const own = cookies.sessionToken(answering.cookie)
  const tokens = cookies.lockedTokens(answering.cookie).filter((token) => token !== own)
  const held = (await Promise.all(tokens.map(read))).flat()
  if (held.length < tokens.length)
    answering.setCookie(
      cookies.setLockedTokens(
        held.map(({ token }) => token),
        session_hours_max * 3600,
      ),
    )
  return [...(own ? await read(own) : []), ...held]
}
