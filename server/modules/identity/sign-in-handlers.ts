import { isAPIError } from 'better-auth/api'
import { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import type { Rate } from '../../../contract/kit.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type By } from '../../platform/http/refusal.ts'
import type { IdentityParts } from './identity-parts.ts'
import { emailOfUsername } from './identity-store.ts'

/**
 * Wrong passwords: few for one account from one address, more for an account from everywhere and for an address in
 * all. Guessing is slowed down, and a stranger elsewhere cannot keep somebody out of their own account.
 */
const failureLimits = (email: string, ip: string): [what: string, rate: Rate, by: string][] => [
  ['sign-in.account-from', { attempts: 10, seconds: 300 }, `${email} ${ip}`],
  ['sign-in.account', { attempts: 100, seconds: 300 }, email],
  ['sign-in.address', { attempts: 200, seconds: 300 }, ip],
]

/** An address that nobody has, for usernames that nobody has: both take the same time. */
const nobodys = 'nobody@username.invalid'

/** The operations of signing in with a password, and what is open here. */
export function signInHandlers(parts: IdentityParts) {
  const { address, auth, rates, ways, hasCaptcha, captcha, passwordPolicy, admitPerson } = parts

  /** Checks the password; answers the token of the session that the library made, or null when it is wrong. */
  async function authenticate(email: string, password: string): Promise<string | null> {
    try {
      const { token } = await auth.auth.api.signInEmail({ body: { email, password } })
      return token
    } catch (error) {
      if (isAPIError(error) && error.statusCode < 500) return null
      throw error
    }
  }

  return {
    ways: handle(contract.identity.ways, async () => ({
      answer: {
        ...ways,
        captcha: hasCaptcha,
        passwordPolicy,
        authorisedDomains: [new URL(address).host],
      },
    })),

    captcha: handle(contract.identity.captcha, async () => ({
      answer: { challenge: await captcha.challenge() },
    })),

    signIn: handle(contract.identity.signIn, async (scope, { login, password }, answering) => {
      if (!ways.password) return refuse('operation-not-allowed')
      const typed = login.toLowerCase()
      const byEmail = typed.includes('@')
      if (byEmail && !z.email().safeParse(typed).success) return refuse('invalid-email')
      const by: By = { actor: { kind: 'anyone', role: 'anyone', email: typed } }
      // Counted before the password is looked at, so that guesses made at once cannot all pass.
      const limits = failureLimits(typed, scope.visit.ip)
      const within = await Promise.all(limits.map((limit) => rates.attempt(...limit)))
      if (within.includes(false)) return refuse('too-many-requests', {}, by)
      const email = byEmail ? typed : ((await emailOfUsername(auth.db, typed)) ?? nobodys)
      const token = await authenticate(email, password)
      if (!token) return refuse(byEmail ? 'invalid-credential' : 'invalid-username-credential', {}, by)
      await Promise.all(limits.map((limit) => rates.forgive(...limit)))
      return admitPerson(scope, answering, { token, way: byEmail ? 'password' : 'username' })
    }),
  }
}
