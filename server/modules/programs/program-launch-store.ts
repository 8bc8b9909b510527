import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { launch_minutes } from '../../../contract/limits.ts'
import { minute_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { apiKeys } from '../integrations/api-key-schema.ts'
import { launches } from './program-schema.ts'

/** Keeps where an address leads, for whom, and whose key made it; deletes those of the practice that have expired. */
export async function insertLaunch(
  { tx, clinicId, now }: ClinicScope,
  launch: { keyId: string; staffId: string; path: string },
): Promise<{ id: string; token: string; expiresAt: Date }> {
  await tx.delete(launches).where(and(eq(launches.clinicId, clinicId), lte(launches.expiresAt, now)))
  const token = newToken()
  const expiresAt = new Date(now.getTime() + launch_minutes * minute_ms)
  const [made] = await tx
    .insert(launches)
    .values({ ...launch, clinicId, tokenHash: hashToken(token), createdAt: now, expiresAt })
    .returning({ id: launches.id })
  return { id: made!.id, token, expiresAt }
}

type Launch = Pick<typeof launches.$inferSelect, 'id' | 'staffId' | 'path'> & { keyName: string }

/** A launch that can be opened: not expired, and of a key that is still good. */
export async function findLaunch(
  { tx, clinicId, now }: ClinicScope,
  token: string,
): Promise<Launch | undefined> {
  const { id, staffId, path } = launches
  const [found] = await tx
    .select({ id, staffId, path, keyName: apiKeys.name })
    .from(launches)
    .innerJoin(apiKeys, and(eq(apiKeys.clinicId, launches.clinicId), eq(apiKeys.id, launches.keyId)))
    .where(
      and(
        eq(launches.clinicId, clinicId),
        eq(launches.tokenHash, hashToken(token)),
        gt(launches.expiresAt, now),
        isNull(apiKeys.revokedAt),
        gt(apiKeys.expiresAt, now),
      ),
    )
  return found
}

/** Uses a launch up; false where somebody else did at the same moment. */
export async function useUpLaunch({ tx, clinicId }: ClinicScope, id: string): Promise<boolean> {
  const deleted = await tx
    .delete(launches)
    .where(and(eq(launches.clinicId, clinicId), eq(launches.id, id)))
    .returning({ id: launches.id })
  return deleted.length > 0
}
