import { and, eq } from 'drizzle-orm'
import type { IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { Auth } from './auth.ts'
import { credentials } from './identity-schema.ts'

/** Unlinks an account's identities at one provider; false when there were none. */
export async function unlinkIdentity(
  db: Auth['db'],
  userId: string,
  provider: IdentityProvider,
): Promise<boolean> {
  const unlinked = await db
    .delete(credentials)
    .where(and(eq(credentials.userId, userId), eq(credentials.providerId, provider)))
    .returning({ id: credentials.id })
  return unlinked.length > 0
}
