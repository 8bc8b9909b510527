import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import type { Actor } from '../../../contract/access.ts'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
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

export type IdentityParts = {
  auth: Auth
  database: Database
  rates: RateLimits
  readSession: SessionReader
  runJob: RunJob
}

/**
 * Wrong passwords: few for one account from one address, more for an account from everywhere and for an address in
 * all. Guessing is slowed down, and a stranger elsewhere cannot keep somebody out of their own account.
 */
const failureLimits = (email: string, ip: string): [what: string, rate: Rate, by: string][] => [
  ['sign-in.account-from', { attempts: 10, seconds: 300 }, `${email} ${ip}`],
  ['sign-in.account', { attempts: 100, seconds: 300 }, email],
  ['sign-in.address', { attempts: 200, seconds: 300 }, ip],
]

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

/** The operations of `contract/identity.ts`. */
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
      const by: By = { actor: { kind: 'anyone', role: 'anyone', email } }
      // Counted before the password is looked at, so that guesses made at once cannot all pass.
      const limits = failureLimits(email, scope.visit.ip)
      const within = await Promise.all(limits.map((limit) => rates.attempt(...limit)))
      if (within.includes(false)) return refuse('too-many-requests', {}, by)
      const signedIn = await authenticate(email, password)
      if (!signedIn) return refuse('invalid-credential', {}, by)
      await Promise.all(limits.map((limit) => rates.forgive(...limit)))
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
