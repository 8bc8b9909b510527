import type { Auth } from './auth.ts'
import { normalizeEmail } from './account-email.ts'
import { findEmailByUsername } from './identity-store.ts'
import { parsePhoneNumber } from './phone-rules.ts'

type RateLimitKeyDeps = { db: Auth['db']; idOf(email: string): Promise<string | undefined> }

/** All that limits of tries may count somebody by who is known by this: an address, a username, a number. */
export async function rateLimitKeysOf({ db, idOf }: RateLimitKeyDeps, typed: string): Promise<string[]> {
  const written = typed.trim().toLowerCase()
  const email = written.includes('@') ? normalizeEmail(typed) : await findEmailByUsername(db, written)
  const userId = email ? await idOf(email) : undefined
  const marks = [written, email, userId, parsePhoneNumber(typed)]
  return [...new Set(marks.filter((mark) => typeof mark === 'string'))]
}
