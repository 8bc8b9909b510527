import { createHash } from 'node:crypto'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Rate } from '../../../contract/kit.ts'
import type { Database } from '../database/database.ts'
import { UnavailableError } from '../unavailable.ts'

/** What one address may ask of the whole product, whatever it asks; held in memory, for it guards only this process. */
const address_rate: Rate = { attempts: 3000, seconds: 60 }

/** What one key of a program may ask, whatever it asks; held in memory as well. */
const api_key_rate: Rate = { attempts: 600, seconds: 60 }

/** What of a limit is counted in memory alone, where only reads are counted. */
const counted_in_memory_share = 0.25

/** How often something may be tried, and by whom it is counted. */
export type Limit = [what: string, rate: Rate, by: By]
/** Somebody, or several marks together, such as an account from an address. */
type By = string | readonly string[]

/** Each answers whether the attempt is still within the limit. */
export type RateLimits = {
  /** Counts any request of an address. */
  general(ip: string): Promise<boolean>
  /** Counts any request with a program's key. */
  ofKey(keyId: string): Promise<boolean>
  /** Counts tries at one thing that can be guessed, by address or by account, across all instances. */
  attempt(what: string, rate: Rate, by: By): Promise<boolean>
  /**
   * The same for reads of somebody who is known, which guess nothing: a quarter of them is counted in memory alone, and
   * with the next one all of them across instances. So each further instance lets a quarter more pass at most.
   */
  attemptRead(what: string, rate: Rate, by: By): Promise<boolean>
  /** Takes back a try that was right, where only wrong ones are limited. Counted first, tries at once cannot slip by. */
  refund(what: string, rate: Rate, by: By): Promise<void>
  /**
   * Counts one try against several limits in turn, and stops at the first that is used up: whoever may try no more uses
   * up nothing of what others share with them. So the widest comes last.
   */
  attemptAll(limits: readonly Limit[]): Promise<boolean>
  /** Takes it back from them all. */
  refundAll(limits: readonly Limit[]): Promise<void>
  /** Deletes counters whose time is over. */
  deleteExpired(): Promise<void>
}

/** Null where the try is within the limit; else how many tries over it this one is. */
async function consume(limiter: RateLimiterAbstract, key: string, tries = 1): Promise<number | null> {
  try {
    await limiter.consume(key, tries)
    return null
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason.consumedPoints - limiter.points
    throw reason instanceof UnavailableError ? reason : new UnavailableError(reason)
  }
}

/**
 * Addresses and accounts are counted under their hash: the table names nobody. Of several marks each has its own, so
 * that whoever looks one of them up finds it.
 */
export const hashIdentifiers = (by: By): string[] =>
  [by].flat().map((mark) => createHash('sha256').update(mark).digest('base64url'))

const keyOf = (by: By): string => hashIdentifiers(by).join('.')

/** Opens the limits; those across instances are counted in the database. */
export function openRateLimits(database: Database): RateLimits {
  const memory = new RateLimiterMemory({ points: address_rate.attempts, duration: address_rate.seconds })
  const keys = new RateLimiterMemory({ points: api_key_rate.attempts, duration: api_key_rate.seconds })
  const kept = new Map<string, RateLimiterPostgres>()
  const storeClient = { query: (query: never) => database.borrow((client) => client.query(query)) }

  function limiterOf(what: string, { attempts, seconds }: Rate): RateLimiterPostgres {
    const known = kept.get(what)
    if (known) return known
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: what,
      points: attempts,
      duration: seconds,
    })
    kept.set(what, limiter)
    return limiter
  }

  /** Writes down that somebody is turned away from now on, which super administrators see. */
  const noteRefusal = (key: string) =>
    database.borrow((client) =>
      client.query('update rate_limits set refused_until = expire where key = $1', [key]),
    )

  async function count(what: string, rate: Rate, by: By, tries: number): Promise<boolean> {
    const over = await consume(limiterOf(what, rate), keyOf(by), tries)
    if (over !== null && over <= tries) await noteRefusal(`${what}:${keyOf(by)}`)
    return over === null
  }
  const attempt: RateLimits['attempt'] = (what, rate, by) => count(what, rate, by, 1)

  const firstReads = new Map<string, RateLimiterMemory>()
  function firstReadsOf(what: string, { attempts, seconds }: Rate): RateLimiterMemory {
    const known = firstReads.get(what)
    if (known) return known
    const points = Math.floor(attempts * counted_in_memory_share)
    const limiter = new RateLimiterMemory({ points, duration: seconds })
    firstReads.set(what, limiter)
    return limiter
  }
  const attemptRead: RateLimits['attemptRead'] = async (what, rate, by) => {
    const first = firstReadsOf(what, rate)
    const over = await consume(first, keyOf(by))
    return over === null || count(what, rate, by, over === 1 ? first.points + 1 : 1)
  }
  const refund: RateLimits['refund'] = async (what, rate, by) => {
    await limiterOf(what, rate).reward(keyOf(by))
  }

  return {
    general: async (ip) => (await consume(memory, ip)) === null,
    ofKey: async (keyId) => (await consume(keys, keyId)) === null,
    attempt,
    attemptRead,
    refund,
    async attemptAll(limits) {
      for (const limit of limits) if (!(await attempt(...limit))) return false
      return true
    },
    async refundAll(limits) {
      await Promise.all(limits.map((limit) => refund(...limit)))
    },
    async deleteExpired() {
      await database.borrow((client) =>
        client.query('delete from rate_limits where expire < $1', [Date.now()]),
      )
    },
  }
}
