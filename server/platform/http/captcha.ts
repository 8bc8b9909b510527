import { createChallenge, verifySolution } from 'altcha-lib/v1'
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

const work_max = 60_000
const lifetime_minutes = 10
const once: Rate = { attempts: 1, seconds: lifetime_minutes * 60 }

/** No challenge: everybody passes. */
export const openDoor: Captcha = { challenge: async () => null, isSolved: async () => true }

/**
 * Proof of work by ALTCHA: nobody else's server hears of the visitor, and nothing is to be read off a picture. The
 * challenge carries its own signature and end, so that none is kept; solutions are counted once.
 */
export function proofOfWork(key: string, { rates, clock }: { rates: RateLimits; clock: Clock }): Captcha {
  return {
    async challenge() {
      const expires = new Date(clock.now().getTime() + lifetime_minutes * minute_ms)
      const made = await createChallenge({ hmacKey: key, maxnumber: work_max, expires })
      return { ...made, maxnumber: work_max }
    },
    async isSolved(header) {
      if (typeof header !== 'string' || header.length > 2000) return false
      if (!(await verifySolution(header, key).catch(() => false))) return false
      return rates.attempt('captcha', once, solutionOf(header))
    },
  }
}

/** What makes a solution itself, however its text is written. */
function solutionOf(header: string): string {
  const { challenge } = JSON.parse(Buffer.from(header, 'base64').toString()) as { challenge: string }
  return challenge
}
