import { createHash } from 'node:crypto'
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible'
import type { Rate } from '../../../contract/kit.ts'
import type { Database } from '../database/database.ts'
import { Unavailable } from '../unavailable.ts'

/** What one address may ask of the whole product, whatever it asks; held in memory, for it guards only this process. */
const general: Rate = { attempts: 3000, seconds: 60 }

/** Each answers whether the attempt is still within the limit. */
export type RateLimits = {
  /** Counts any request of an address. */
  general(ip: string): Promise<boolean>
  /** Counts tries at one thing that can be guessed, by address or by account, across all instances. */
  attempt(what: string, rate: Rate, by: string): Promise<boolean>
  /** Takes back a try that was right, where only wrong ones are limited. Counted first, tries at once cannot slip by. */
  forgive(what: string, rate: Rate, by: string): Promise<void>
  /** Deletes counters whose time is over. */
  forgetExpired(): Promise<void>
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return false
    throw reason instanceof Unavailable ? reason : new Unavailable(reason)
  }
}

/** Addresses and accounts are counted under their hash: the table names nobody. */
const keyOf = (by: string): string => createHash('sha256').update(by).digest('base64url')

/** Opens the limits; those across instances are counted in the database. */
export function openRateLimits(database: Database): RateLimits {
  const memory = new RateLimiterMemory({ points: general.attempts, duration: general.seconds })
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

  return {
    general: (ip) => consume(memory, ip),
    attempt: (what, rate, by) => consume(limiterOf(what, rate), keyOf(by)),
    async forgive(what, rate, by) {
      await limiterOf(what, rate).reward(keyOf(by))
    },
    async forgetExpired() {
      await database.borrow((client) =>
        client.query('delete from rate_limits where expire < $1', [Date.now()]),
      )
    },
  }
}
