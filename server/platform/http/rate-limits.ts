import { createHash } from 'node:crypto'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Rate } from '../../../contract/kit.ts'
import type { Database } from '../database/database.ts'
import { Unavailable } from '../unavailable.ts'

/** What one address may ask of the whole product, whatever it asks; held in memory, for it guards only this process. */
const general: Rate = { attempts: 600, seconds: 60 }

/** Each answers whether the attempt is still within the limit. */
export type RateLimits = {
  /** Counts any request of an address. */
  general(ip: string): Promise<boolean>
  /** Counts tries at one thing that can be guessed, by address or by account, across all instances. */
  attempt(what: string, rate: Rate, by: string): Promise<boolean>
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
    attempt: (what, rate, by) => consume(limiterOf(what, rate), createHash('sha256').update(by).digest('base64url')),
  }
}
