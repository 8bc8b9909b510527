import { and, eq } from 'drizzle-orm'
import { violatedConstraint } from '../../platform/database/constraint-violation.ts'
import type { Auth } from './auth.ts'
import { accountHolders, credentials, passkeys, sessions } from './identity-schema.ts'

type Db = Auth['db']

const passwordCredential = (userId: string) =>
  and(eq(credentials.userId, userId), eq(credentials.providerId, 'credential'))

/** The hash of an account's password; null for one that signs in otherwise. */
export async function findPasswordHash(db: Db, userId: string): Promise<string | null> {
  const [found] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(passwordCredential(userId))
  return found?.hash ?? null
}

/** Replaces the hash of an account's password. */
export async function updatePasswordHash(db: Db, userId: string, hash: string, now: Date): Promise<void> {
  await db.update(credentials).set({ password: hash, updatedAt: now }).where(passwordCredential(userId))
}

/**
 * Gives an account a phone number that was proved, or takes its own away; false when another account has it, also when
 * two take it at the same moment.
 */
export async function updatePhone(
  db: Db,
  userId: string,
  phoneNumber: string | null,
  now: Date,
): Promise<boolean> {
  try {
    await db
      .update(accountHolders)
      .set({ phoneNumber, phoneNumberVerified: phoneNumber !== null, updatedAt: now })
      .where(eq(accountHolders.id, userId))
    return true
  } catch (error) {
    if (violatedConstraint(error) === 'user_phone_number_unique') return false
    throw error
  }
}

/** Ends one session of an account by its id; false when the account has none such. */
export async function endOwnSession(db: Db, userId: string, sessionId: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.id, sessionId)))
    .returning({ id: sessions.id })
  return ended.length > 0
}

/**
 * Deletes an account with its sessions and everything it signs in with; not that of the last active super administrator,
 * also when two of them leave at the same moment. `gone` is one that another call deleted just before.
 */
export function deleteAccount(db: Db, userId: string): Promise<'deleted' | 'gone' | 'last-administrator'> {
  const { id, platformRole, isActive } = accountHolders
  return db.transaction(async (tx) => {
    const admins = await tx
      .select({ id })
      .from(accountHolders)
      .where(and(eq(platformRole, 'super_admin'), eq(isActive, true)))
      .orderBy(id)
      .for('update')
    if (admins.length === 1 && admins[0]!.id === userId) return 'last-administrator'
    const deleted = await tx.delete(accountHolders).where(eq(id, userId)).returning({ id })
    return deleted.length > 0 ? 'deleted' : 'gone'
  })
}

/** With what somebody may go on with a locked session, besides their password. */
export async function findUnlockMethods(
  db: Db,
  userId: string,
): Promise<{ hasPin: boolean; hasPasskey: boolean }> {
  const [account] = await db
    .select({ pinHash: accountHolders.pinHash })
    .from(accountHolders)
    .where(eq(accountHolders.id, userId))
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return { hasPin: Boolean(account?.pinHash), hasPasskey: passkey !== undefined }
}
