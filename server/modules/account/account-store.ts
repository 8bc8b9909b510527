import { and, asc, desc, eq, gt, inArray } from 'drizzle-orm'
import { identityProviders, type IdentityProvider } from '../../../contract/sign-in-codes.ts'
import { accountHolders, credentials, passkeys, sessions } from '../identity/identity-schema.ts'
import type { IdentityDeps } from '../identity/index.ts'

type Db = IdentityDeps['auth']['db']

export type SessionRecord = typeof sessions.$inferSelect

/** The sessions of an account that its owner can go on with, the one used last first. */
export const sessionsOf = (db: Db, userId: string, now: Date): Promise<SessionRecord[]> =>
  db
    .select()
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        inArray(sessions.stage, ['open', 'locked']),
        gt(sessions.expiresAt, now),
      ),
    )
    .orderBy(desc(sessions.seenAt), desc(sessions.createdAt), desc(sessions.id))

/** The passkeys of an account as they are shown, the oldest first. */
export async function passkeysOf(db: Db, userId: string) {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id))
  return rows.map(({ id, name, createdAt }) => ({
    id,
    name: name ?? 'Passkey',
    createdAt: (createdAt ?? new Date(0)).toISOString(),
  }))
}

/** Identity providers that an account is linked with. */
export async function identitiesOf(db: Db, userId: string) {
  const rows = await db
    .select()
    .from(credentials)
    .where(and(eq(credentials.userId, userId), inArray(credentials.providerId, [...identityProviders])))
    .orderBy(credentials.providerId)
  return rows.map(({ providerId, accountId, createdAt }) => ({
    providerId: providerId as IdentityProvider,
    uid: accountId,
    // Who somebody is there is asked for at each sign-in, looked at and let go.
    displayName: null,
    email: null,
    phoneNumber: null,
    photoURL: null,
    linkedAt: createdAt.toISOString(),
  }))
}

/** Whose photo it is: usually one account, none when it has gone. */
export async function findPhotoOwners(db: Db, photo: string): Promise<string[]> {
  const rows = await db
    .select({ id: accountHolders.id })
    .from(accountHolders)
    .where(eq(accountHolders.image, photo))
  return rows.map(({ id }) => id)
}
