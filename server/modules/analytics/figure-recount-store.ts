import { eq, isNull, lt, or, sql } from 'drizzle-orm'
import { day_ms } from '../../platform/clock.ts'
import type { JobScope, SweepScope } from '../../platform/database/transaction.ts'
import { consentCounts, figureRecounts } from './analytics-schema.ts'

const recount_days = 7

/**
 * Makes the figures of a practice anew from what its consents count as, and answers how many of them were wrong. Nobody
 * counts meanwhile; the lock is a statement of its own, so that what was counted before it is seen.
 */
export async function recountFigures({ tx, clinicId, now: recountedAt }: JobScope): Promise<number> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('clinic_figures'), hashtext(${clinicId}))`)
  const { rows } = await tx.execute<{ mended: number }>(
    sql`select recount_clinic_figures(${clinicId}::uuid) as mended`,
  )
  const { mended } = rows[0]!
  await tx
    .insert(figureRecounts)
    .values({ clinicId, recountedAt, mended })
    .onConflictDoUpdate({ target: figureRecounts.clinicId, set: { recountedAt, mended } })
  return mended
}

/** Practices with counted consents whose figures were not made anew for a week. */
export async function clinicsToRecount({ tx, now }: SweepScope): Promise<string[]> {
  const rows = await tx
    .selectDistinct({ clinicId: consentCounts.clinicId })
    .from(consentCounts)
    .leftJoin(figureRecounts, eq(figureRecounts.clinicId, consentCounts.clinicId))
    .where(
      or(
        isNull(figureRecounts.clinicId),
        lt(figureRecounts.recountedAt, new Date(now.getTime() - recount_days * day_ms)),
      ),
    )
  return rows.map(({ clinicId }) => clinicId)
}
