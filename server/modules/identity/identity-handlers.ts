import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Actor } from '../../../contract/access.ts'
import { contract } from '../../../contract/index.ts'
import type { Database } from '../../platform/database/database.ts'
import { handle, type Answering, type AnyoneScope } from '../../platform/http/operations.ts'
import type { RateLimits } from '../../platform/http/rate-limits.ts'
import { refuse, type By } from '../../platform/http/refusal.ts'
import type { RunJob } from '../../platform/jobs/job-runner.ts'
import { recordLogin } from '../staff/index.ts'
import type { Auth } from './auth.ts'
import { durationText, refusalOf, sessionUserOf, type SessionFacts } from './identity-rules.ts'
import { actAs, openSession, staffOfAccount } from './identity-store.ts'
import type { SessionReader } from './identity-openers.ts'

export type IdentityParts = { auth: Auth; database: Database; rates: RateLimits; readSession: SessionReader; runJob: RunJob }

/** Tries at one account, whatever address they come from; slows guessing down without locking anybody out for good. */
const account_rate = { attempts: 10, seconds: 300 }

const headersOf = ({ cookie }: Answering) => new Headers(cookie ? { cookie } : {})

function forwardCookies(from: Headers, answering: Answering): void {
  for (const cookie of from.getSetCookie()) answering.setCookie(cookie)
}

/** Who the audit log names for a session: the staff member in their clinic, or the administrator. */
function byOf(session: SessionFacts, scope: AnyoneScope): By {
  const { userId, name, email, staff, sessionId } = session
  const actor: Actor = staff
    ? { kind: 'staff', userId, staffId: staff.staffId, name, email, role: staff.role }
    : { kind: 'admin', userId, name, email, role: 'super_admin' }
  return { actor, visit: { ...scope.visit, sessionId }, ...(staff ? { clinicId: staff.clinicId } : {}) }
}

export function identityHandlers({ auth, database, rates, readSession, runJob }: IdentityParts) {
  /** Checks the password; answers the new session's token and cookies, or null when it is wrong. */
  async function authenticate(email: string, password: string) {
    try {
      return await auth.auth.api.signInEmail({ body: { email, password }, returnHeaders: true })
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return null
      throw error
    }
  }

  const revoke = async (token: string) => {
    const { internalAdapter } = await auth.auth.$context
    await internalAdapter.deleteSession(token)
  }

  return {
    signIn: handle(contract.identity.signIn, async (scope, { email: typed, password }, answering) => {
      const email = typed.toLowerCase()
      if (!z.email().safeParse(email).success) return refuse('invalid-email')
      if (!(await rates.attempt('identity.account', account_rate, email))) return refuse('too-many-requests')
      const signedIn = await authenticate(email, password)
      if (!signedIn) return refuse('invalid-credential')
      const { token, user } = signedIn.response
      const staff = await staffOfAccount(database, user.id, email)
      if (staff) await actAs(auth.db, token, staff.staffId)
      const session = await openSession(database, token, scope.now)
      if (!session) return refuse('user-not-found')
      const refusal = refusalOf(session)
      if (refusal) {
        await revoke(token)
        return refuse(refusal, {}, byOf(session, scope))
      }
      if (staff) await runJob(staff.clinicId, (job) => recordLogin(job, staff.staffId, scope.visit.ip))
      forwardCookies(signedIn.headers, answering)
      return { answer: { user: sessionUserOf(session) }, subject: session.userId, by: byOf(session, scope) }
    }),

    signOut: handle(contract.identity.signOut, async (scope, _input, answering) => {
      const session = await readSession(answering.cookie)
      const { headers } = await auth.auth.api.signOut({ headers: headersOf(answering), returnHeaders: true })
      forwardCookies(headers, answering)
      const answer = { signedOut: true } as const
      if (!session) return { answer }
      const details = { duration: durationText(session.startedAt, scope.now), reason: 'user_initiated' }
      return { answer, subject: session.userId, details, by: byOf(session, scope) }
    }),

    session: handle(contract.identity.session, async (_scope, _input, answering) => {
      const session = await readSession(answering.cookie)
      return { answer: { user: session && refusalOf(session) === null ? sessionUserOf(session) : null } }
    }),
  }
}
