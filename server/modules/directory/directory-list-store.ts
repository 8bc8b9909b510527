import { and, count, eq, gt, ilike, inArray, isNotNull, isNull, lte, sql, type SQL } from 'drizzle-orm'
import type { ClinicStatus, DirectorySortOrder, TrialState } from '../../../contract/clinic-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import { isSpread } from '../../platform/database/spread-connection.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'

export type DirectoryFilter = {
  search: string
  status?: ClinicStatus | undefined
  plan?: PlanName | undefined
  trial?: TrialState | undefined
}

function trialFilter(trial: TrialState | undefined, now: Date): SQL | undefined {
  if (trial === undefined) return undefined
  if (trial === 'none') return isNull(clinics.trialEndsAt)
  return and(
    isNotNull(clinics.trialEndsAt),
    trial === 'running' ? gt(clinics.trialEndsAt, now) : lte(clinics.trialEndsAt, now),
  )
}

/** Each typed word is looked for by itself, so their order does not matter. */
function directoryFilter({ search, status, plan, trial }: DirectoryFilter, now: Date): SQL | undefined {
  const said = sql`${clinics.name} || ' ' || ${clinics.email} || ' ' || ${clinics.address}`
  const words = search.split(/\s+/).filter(Boolean)
  return and(
    ...words.map((word) => ilike(said, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)),
    status ? eq(clinics.status, status) : undefined,
    plan ? eq(clinics.plan, plan) : undefined,
    trialFilter(trial, now),
  )
}

/** When somebody of a practice signed in last, or something moved on a consent of it. */
const lastActivity = sql`greatest(
  (select max(last_login_at) from staff where staff.clinic_id = clinics.id),
  (select max(updated_at) from consents where consents.clinic_id = clinics.id))`

/** The practices with that; where tables are spread, every practice's is asked for before it is put beside them. */
function selectListed({ tx }: AdminScope, where: SQL | undefined) {
  const columns = (last: SQL) => ({
    clinic: clinics,
    lastActivityAt: last.mapWith(clinics.createdAt).as('last_activity'),
  })
  if (!isSpread(tx)) return tx.select(columns(lastActivity)).from(clinics).where(where).$dynamic()
  const signedIn = sql`(select clinic_id, max(last_login_at) as at from staff group by 1) signed_in`
  const moved = sql`(select clinic_id, max(updated_at) as at from consents group by 1) moved`
  return tx
    .select(columns(sql`greatest(signed_in.at, moved.at)`))
    .from(clinics)
    .leftJoin(signedIn, sql`signed_in.clinic_id = ${clinics.id}`)
    .leftJoin(moved, sql`moved.clinic_id = ${clinics.id}`)
    .where(where)
    .$dynamic()
}

const sortOrders: Record<DirectorySortOrder, SQL[]> = {
  name: [sql`lower(clinics.name)`, sql`clinics.id`],
  newest: [sql`clinics.created_at desc`, sql`clinics.id`],
  activity: [sql`last_activity desc nulls last`, sql`clinics.id`],
}

export type ListedClinic = typeof clinics.$inferSelect & { lastActivityAt: Date | null }

/** A page of the practices, and how many match. */
export async function listDirectory(
  scope: AdminScope,
  { order, ...filter }: DirectoryFilter & { order: DirectorySortOrder },
  { limit, offset }: Slice,
): Promise<{ rows: ListedClinic[]; total: number }> {
  const where = directoryFilter(filter, scope.now)
  const [counted] = await scope.tx.select({ total: count() }).from(clinics).where(where)
  const found = await selectListed(scope, where)
    .orderBy(...sortOrders[order])
    .limit(limit)
    .offset(offset)
  const rows = found.map(({ clinic, lastActivityAt }) => ({ ...clinic, lastActivityAt }))
  return { rows, total: counted!.total }
}

/** One practice, as the list knows it. */
export async function findListedClinic(
  scope: AdminScope,
  clinicId: string,
): Promise<ListedClinic | undefined> {
  const [found] = await selectListed(scope, eq(clinics.id, clinicId))
  return found && { ...found.clinic, lastActivityAt: found.lastActivityAt }
}

/** How many consents each of these practices has sent since the month began on its own calendar. */
export async function countConsentsThisMonth(
  scope: AdminScope,
  clinicIds: string[],
): Promise<Map<string, number>> {
  if (clinicIds.length === 0) return new Map()
  const now = sql`${scope.now.toISOString()}::timestamptz`
  const began = sql`date_trunc('month', ${now} at time zone ${clinics.timeZone}) at time zone ${clinics.timeZone}`
  const rows = await scope.tx
    .select({ clinicId: consents.clinicId, sent: count() })
    .from(consents)
    .innerJoin(clinics, eq(clinics.id, consents.clinicId))
    // What was sent has changed since; by that, the index finds the few of this month.
    .where(
      and(
        inArray(consents.clinicId, clinicIds),
        sql`${consents.updatedAt} >= ${began}`,
        sql`${consents.sentAt} >= ${began}`,
      ),
    )
    .groupBy(consents.clinicId)
  return new Map(rows.map(({ clinicId, sent }) => [clinicId, sent]))
}
