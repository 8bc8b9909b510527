import { and, count, eq } from 'drizzle-orm'
import type { Auth } from './auth.ts'
import { passkeys } from './identity-schema.ts'

export type StoredPasskey = { id: string; name: string; createdAt: Date }

const ownPasskey = (userId: string, passkeyId: string) =>
  and(eq(passkeys.userId, userId), eq(passkeys.id, passkeyId))

/** Whether a passkey of this name, which its device gave it, is kept already, whoever's it is. */
export async function passkeyExists(db: Auth['db'], credentialID: string): Promise<boolean> {
  const found = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.credentialID, credentialID))
    .limit(1)
  return found.length > 0
}

/** How many passkeys an account has. */
export async function passkeyCount(db: Auth['db'], userId: string): Promise<number> {
  const [counted] = await db.select({ passkeys: count() }).from(passkeys).where(eq(passkeys.userId, userId))
  return counted!.passkeys
}

/** Gives an account's own passkey another name; false when it has none such. */
export async function renamePasskey(
  db: Auth['db'],
  userId: string,
  passkeyId: string,
  name: string,
): Promise<boolean> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(ownPasskey(userId, passkeyId))
    .returning({ id: passkeys.id })
  return renamed.length > 0
}

/** Removes an account's own passkey; false when it has none such. */
export async function deletePasskey(db: Auth['db'], userId: string, passkeyId: string): Promise<boolean> {
  const removed = await db
    .delete(passkeys)
    .where(ownPasskey(userId, passkeyId))
    .returning({ id: passkeys.id })
  return removed.length > 0
}
