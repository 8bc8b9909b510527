import { contract } from '../../../contract/index.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, type AuditAttribution } from '../../platform/http/refusal.ts'
import { normalizeEmail } from './account-email.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { findEmailByUsername, findStaffOfAccount } from './identity-store.ts'
import { createGuessLimiter, type GuessRates } from './guess-limiter.ts'

/**
 * Wrong passwords: few for one account from one address, more for an account from everywhere and for an address in
 * all. Guessing is slowed down, and a stranger elsewhere cannot keep somebody out of their own account.
 */
const failureRates: GuessRates = {
  accountFrom: { attempts: 10, seconds: 300 },
  address: { attempts: 200, seconds: 300 },
  account: { attempts: 100, seconds: 300 },
}

/** Counts guesses at passwords; of whoever attests on a colleague's browser too, whose budget is the same. */
export const createSignInLimiter = (deps: IdentityDeps) => createGuessLimiter(deps, 'sign-in', failureRates)

/** An address that nobody has, for usernames that nobody has: both take the same time. */
export const unknownEmail = 'nobody@username.invalid'

/** The operations of signing in with a password, and what is open here. */
export function signInHandlers(deps: IdentityDeps) {
  const {
    accounts,
    address: site,
    auth,
    database,
    signInMethods,
    hasCaptcha,
    captcha,
    passwordPolicy,
    completeSignIn,
  } = deps
  const guesses = createSignInLimiter(deps)

  /**
   * Checks the password; answers the token of the session that the library made, or null when it is wrong. The library
   * makes it without looking at the address: it takes fewer addresses than mail servers do, none below a top-level domain
   * in another script.
   */
  async function authenticate(
    { email, userId }: { email: string; userId: string | undefined },
    password: string,
  ): Promise<string | null> {
    if (!(await accounts.hasPassword(email, password))) return null
    return userId === undefined ? null : accounts.bearSession(userId)
  }

  /**
   * Whom the audit log names for a wrong password: nobody in person, but in the log of the practice where the account
   * was last used. Asked alike where there is no account, so that the time it takes tells nothing.
   */
  async function guesserOf(typed: string, userId: string | undefined): Promise<AuditAttribution> {
    const [last] = await findStaffOfAccount(database, userId ?? '')
    const by: AuditAttribution = { actor: { kind: 'anyone', role: 'anyone', email: typed } }
    return last ? { ...by, clinicId: last.clinicId } : by
  }

  return {
    ways: handle(contract.identity.ways, async () => ({
      answer: {
        ...signInMethods,
        captcha: hasCaptcha,
        passwordPolicy,
        authorisedDomains: [new URL(site).host],
      },
    })),

    captcha: handle(contract.identity.captcha, async () => ({
      answer: { challenge: await captcha.challenge() },
    })),

    signIn: handle(contract.identity.signIn, async (scope, { login, password }, answering) => {
      if (!signInMethods.password) return refuse('operation-not-allowed')
      const typed = login.toLowerCase()
      const byEmail = typed.includes('@')
      const address = byEmail ? normalizeEmail(login) : null
      if (byEmail && !address) return refuse('invalid-email')
      // An account has one budget, by whichever of its names it is guessed at.
      const known = address ?? (await findEmailByUsername(auth.db, typed))
      const email = known ?? unknownEmail
      const holder = await accounts.ofEmail(email)
      const guess = { ...scope, login: known ?? typed, userId: holder?.id ?? null }
      const [counted, by] = await Promise.all([guesses.count(guess, answering), guesserOf(typed, holder?.id)])
      if (!counted) return refuse('too-many-requests', {}, by)
      const token = await authenticate({ email, userId: holder?.id }, password)
      if (!token) return refuse(byEmail ? 'invalid-credential' : 'invalid-username-credential', {}, by)
      await guesses.forgive(counted)
      return completeSignIn(scope, answering, { token, method: byEmail ? 'password' : 'username' })
    }),
  }
}
