import { createChallenge, verifySolution } from 'altcha-lib/v1'
import { z } from 'zod'
import type { Rate } from '../../../contract/kit.ts'
import type { Clock } from '../clock.ts'
import { minute_ms } from '../clock.ts'
import type { RateLimits } from './rate-limits.ts'

/** A challenge costs a browser a moment of arithmetic, and whoever floods us a machine. */
export type CaptchaChallenge = {
  algorithm: string
  challenge: string
  maxnumber: number
  salt: string
  signature: string
}

export type Captcha = {
  /** A new challenge; null where none is configured. */
  challenge(): Promise<CaptchaChallenge | null>
  /** Whether the header holds a solution that is right, not too old, and not used before. */
  isSolved(header: string | string[] | undefined): Promise<boolean>
}

const algorithm = 'SHA-256'
const work_max = 60_000
const lifetime_minutes = 10
const header_length_max = 2000
/** Longer than any challenge lives, so that no solution is forgotten while it is still good. */
const once: Rate = { attempts: 1, seconds: (lifetime_minutes + 1) * 60 }

/** A solution as browsers send it: base64 of JSON. */
const Solution = z.object({
  algorithm: z.literal(algorithm),
  challenge: z.string(),
  number: z.int().min(0).max(work_max),
  salt: z.string(),
  signature: z.string(),
})
type Solution = z.infer<typeof Solution>

/** No challenge: everybody passes. */
export const noCaptcha: Captcha = { challenge: async () => null, isSolved: async () => true }

/**
 * Proof of work by ALTCHA: nobody else's server hears of the visitor, and nothing is to be read off a picture. The
 * challenge carries its own signature and end, so that none is kept; solutions are counted once.
 */
export function proofOfWork(
  key: string,
  { rates, clock }: { rates: Pick<RateLimits, 'attempt'>; clock: Clock },
): Captcha {
  return {
    async challenge() {
      const expires = new Date(clock.now().getTime() + lifetime_minutes * minute_ms)
      const made = await createChallenge({ algorithm, hmacKey: key, maxnumber: work_max, expires })
      return { ...made, maxnumber: work_max }
    },
    async isSolved(header) {
      const solution = typeof header === 'string' ? readSolution(header) : null
      if (!solution || !(await verifySolution(solution, key, false))) return false
      if (expiryOf(solution) < clock.now()) return false
      // By the challenge, which is the same however the rest is written.
      return rates.attempt('captcha', once, solution.challenge)
    },
  }
}

function readSolution(header: string): Solution | null {
  if (header.length > header_length_max) return null
  try {
    return Solution.safeParse(JSON.parse(Buffer.from(header, 'base64').toString())).data ?? null
  } catch {
    return null
  }
}

/** When the challenge ends, which stands in what was signed; long ago where it does not. */
function expiryOf({ salt }: Solution): Date {
  const seconds = Number(new URLSearchParams(salt.split('?')[1]).get('expires'))
  return new Date(seconds * 1000)
}
