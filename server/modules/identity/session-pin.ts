import { eq } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { accountHolders } from './identity-schema.ts'
import { verifyPassword } from './password.ts'

/** Whether everybody would try it first: one digit repeated, or a run of digits up or down (9 and 0 are neighbours). */
export function isPinTooSimple(pin: string): boolean {
  const steps = Array.from(pin.slice(1), (digit, at) => (Number(digit) - Number(pin[at]) + 10) % 10)
  return [0, 1, 9].some((step) => steps.every((taken) => taken === step))
}

/** Whether it is this account's PIN; nothing is, where none is set. */
export async function verifyPin(db: Auth['db'], userId: string, pin: string): Promise<boolean> {
  const [account] = await db
    .select({ hash: accountHolders.pinHash })
    .from(accountHolders)
    .where(eq(accountHolders.id, userId))
  return account?.hash ? verifyPassword({ hash: account.hash, password: pin }) : false
}
