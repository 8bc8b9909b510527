import { and, count, desc, eq, gt, isNotNull, isNull } from 'drizzle-orm'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, JobScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { links } from './signing-schema.ts'

/** Of links that are over nobody needs to hear. */
const isLocked = ({ now }: AdminScope) =>
  and(isNotNull(links.lockedAt), isNull(links.revokedAt), gt(links.expiresAt, now))

/** A page of the live links that wrong birth dates have locked, newest first; neither whose nor what for. */
export async function listLockedLinks(scope: AdminScope, { limit, offset }: Slice) {
  const counted = await scope.tx.select({ total: count() }).from(links).where(isLocked(scope))
  const rows = await scope.tx
    .select({
      clinicId: links.clinicId,
      clinicName: clinics.name,
      linkId: links.id,
      lockedAt: links.lockedAt,
      expiresAt: links.expiresAt,
    })
    .from(links)
    .innerJoin(clinics, eq(clinics.id, links.clinicId))
    .where(isLocked(scope))
    .orderBy(desc(links.lockedAt), desc(links.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted[0]!.total }
}

/** Whether the link is live and locked. */
export async function isLockedLink(
  scope: AdminScope,
  { clinicId, linkId }: { clinicId: string; linkId: string },
): Promise<boolean> {
  const found = await scope.tx
    .select({ id: links.id })
    .from(links)
    .where(and(eq(links.clinicId, clinicId), eq(links.id, linkId), isLocked(scope)))
  return found.length > 0
}

/** Makes a locked link useless and answers the consent it led to; undefined where that was done already. */
export async function revokeLockedLink(scope: JobScope, linkId: string): Promise<string | undefined> {
  const own = and(eq(links.clinicId, scope.clinicId), eq(links.id, linkId))
  const [taken] = await scope.tx
    .update(links)
    .set({ revokedAt: scope.now })
    .where(and(own, isNotNull(links.lockedAt), isNull(links.revokedAt)))
    .returning({ consentId: links.consentId })
  return taken?.consentId
}
