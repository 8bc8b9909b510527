import { eq } from 'drizzle-orm'
import type { Rate } from '../../../contract/kit.ts'
import { pin_attempts_max, session_hours_max } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Auth } from './auth.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { accountHolders } from './identity-schema.ts'
import { verifyPassword } from './password.ts'

/** Whether everybody would try it first: one digit repeated, or a run of digits up or down (9 and 0 are neighbours). */
export function isPinTooSimple(pin: string): boolean {
  const steps = Array.from(pin.slice(1), (digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10)
  return [0, 1, 9].some((step) => steps.every((taken) => taken === step))
}

/** A PIN is short: these are all the tries there are on one browser, until one is right. */
const pinRate: Rate = { attempts: pin_attempts_max, seconds: session_hours_max * 3600 }

/** And these are all for one account in a day, on whichever browser. */
const dailyPinRate: Rate = { attempts: 20, seconds: day_ms / 1000 }

/** Whether it is this account's PIN; nothing is, where none is set. */
async function verifyPin(db: Auth['db'], userId: string, pin: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accountHolders.pinHash })
    .from(accountHolders)
    .where(eq(accountHolders.id, userId))
  return account?.hash ? verifyPassword({ hash: account.hash, password: pin }) : false
}

type PinAttempt = { userId: string; pin: string; browser: string | readonly string[] }

/** Why a PIN opens nothing; null when it is right. Counted before it is looked at, so that tries made at once cannot all pass. */
export async function pinRefusal(
  { auth, rates }: Pick<IdentityDeps, 'auth' | 'rates'>,
  { userId, pin, browser }: PinAttempt,
): Promise<'attempts-used' | 'too-many-requests' | 'wrong-pin' | null> {
  if (!(await rates.attempt('pin', pinRate, browser))) return 'attempts-used'
  if (!(await rates.attempt('pin-daily', dailyPinRate, userId))) return 'too-many-requests'
  if (!(await verifyPin(auth.db, userId, pin))) return 'wrong-pin'
  await Promise.all([rates.refund('pin', pinRate, browser), rates.refund('pin-daily', dailyPinRate, userId)])
  return null
}
