import type { Auth } from './auth.ts'
import { emailOf } from './account-email.ts'
import { emailOfUsername } from './identity-store.ts'
import { phoneNumberOf } from './phone-rules.ts'

type Parts = { db: Auth['db']; idOf(email: string): Promise<string | undefined> }

/** All that limits of tries may count somebody by who is known by this: an address, a username, a number. */
export async function marksOf({ db, idOf }: Parts, typed: string): Promise<string[]> {
  const written = typed.trim().toLowerCase()
  const email = written.includes('@') ? emailOf(typed) : await emailOfUsername(db, written)
  const userId = email ? await idOf(email) : undefined
  const marks = [written, email, userId, phoneNumberOf(typed)]
  return [...new Set(marks.filter((mark) => typeof mark === 'string'))]
}
