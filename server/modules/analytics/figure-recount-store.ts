import { eq, isNull, lt, or } from 'drizzle-orm'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import { runLongQuery } from '../../platform/database/long-query.ts'
import type { JobScope, SweepScope } from '../../platform/database/transaction.ts'
import { consentCounts, figureRecounts } from './analytics-schema.ts'

const recount_interval_days = 7
/** Two million consents take the best part of a minute. */
const recount_timeout_ms = 20 * minute_ms

/** Adds the figures of a practice up anew from what its consents count as, and answers how many of them were wrong. */
export async function recountFigures({ tx, clinicId, now: recountedAt }: JobScope): Promise<number> {
  const [made] = await runLongQuery<{ mended: number }>(tx, {
    text: 'select recount_clinic_figures($1::uuid) as mended',
    values: [clinicId],
    ms_max: recount_timeout_ms,
  })
  const { mended } = made!
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
        lt(figureRecounts.recountedAt, new Date(now.getTime() - recount_interval_days * day_ms)),
      ),
    )
  return rows.map(({ clinicId }) => clinicId)
}
