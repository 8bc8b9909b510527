import type { RequestContext } from '../../../contract/access.ts'
import type { Rate } from '../../../contract/kit.ts'
import type { HttpContext } from '../../platform/http/operations.ts'
import type { Limit } from '../../platform/http/rate-limits.ts'
import { networkOf } from '../../platform/http/visitor-network.ts'
import type { IdentityDeps } from './identity-deps.ts'

/** Few guesses for one account from one address, more for an address at all accounts, and for an account from everywhere. */
export type GuessRates = { accountFrom: Rate; address: Rate; account: Rate }

type Guess = {
  /** What is guessed at: an account's address or number, or what was typed where nobody has it. */
  login: string
  /** Whose it is; null where nobody has it. */
  userId: string | null
  visit: RequestContext
  now: Date
}

/**
 * Counts guesses before they are looked at, so that those made at once cannot all pass. The limit of an account comes
 * last: who may guess no more uses up nothing of it. Devices that the account remembers have such a limit of their own,
 * so that strangers everywhere do not keep its owner out.
 */
export function createGuessLimiter(
  deps: IdentityDeps,
  what: string,
  { accountFrom, address, account }: GuessRates,
) {
  const { rates, devices, cookies } = deps
  return {
    /** The limits that this guess was counted against; null when it is one too many. */
    async count({ login, userId, visit, now }: Guess, { cookie }: HttpContext): Promise<Limit[] | null> {
      const network = networkOf(visit.ip)
      // Looked for whether or not somebody has the login: the time it takes tells nothing.
      const isRemembered = await devices.knows(userId ?? '', cookies.deviceToken(cookie), now)
      const limits: Limit[] = [
        [`${what}.account-from`, accountFrom, [login, network]],
        [`${what}.address`, address, network],
        [`${what}.account`, account, isRemembered ? [login, 'remembered'] : login],
      ]
      return (await rates.attemptAll(limits)) ? limits : null
    },
    /** Takes back what was counted, once the guess was right. */
    forgive: (limits: Limit[]): Promise<void> => rates.refundAll(limits),
  }
}
