import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm'
import type { ConsentStatus } from '../../../contract/consent-states.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { auditRows } from '../audit/audit-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { accountActions } from './directory-rules.ts'

const changes_shown_max = 50

/** Everybody on the staff of a practice: its owner first, then who is active, by name. */
export const listStaffOfClinic = ({ tx }: AdminScope, clinicId: string) =>
  tx
    .select()
    .from(staff)
    .where(eq(staff.clinicId, clinicId))
    .orderBy(desc(staff.isOwner), asc(staff.status), asc(staff.lastName), asc(staff.firstName), asc(staff.id))

/** Who of them has a second factor: a function of its own tells that, and nothing more of their accounts. */
export async function findSecondFactorHolders({ tx }: AdminScope, clinicId: string): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select second_factor_holders(${clinicId}) as id`)
  return new Set(rows.map(({ id }) => id))
}

export type ClinicUsage = { videoBytes: number; apiKeys: number; webhooks: number }

/** How much of its plan a practice uses; what its videos and connections are is not told. */
export async function findClinicUsage({ tx }: AdminScope, clinicId: string): Promise<ClinicUsage> {
  type Row = { video_bytes: string; api_keys: number; webhooks: number }
  const { rows } = await tx.execute<Row>(sql`select * from clinic_usage(${clinicId})`)
  const { video_bytes, api_keys: apiKeys, webhooks } = rows[0]!
  return { videoBytes: Number(video_bytes), apiKeys, webhooks }
}

/** What was done to a practice's account, the newest first. Its own log says so, in rows about the practice itself. */
export const listAccountHistory = ({ tx }: AdminScope, clinicId: string) =>
  tx
    .select({
      at: auditRows.at,
      action: auditRows.action,
      userName: auditRows.userName,
      details: auditRows.details,
    })
    .from(auditRows)
    .where(
      and(
        eq(auditRows.clinicId, clinicId),
        eq(auditRows.subject, clinicId),
        inArray(auditRows.action, accountActions),
      ),
    )
    .orderBy(desc(auditRows.sequence))
    .limit(changes_shown_max)

/** How many consents a practice has in each state; one in which it has none is absent. */
export async function countConsentsByStatus({ tx }: AdminScope, clinicId: string) {
  const rows = await tx
    .select({ status: consents.status, count: count() })
    .from(consents)
    .where(eq(consents.clinicId, clinicId))
    .groupBy(consents.status)
  return Object.fromEntries(rows.map((row) => [row.status, row.count])) as Partial<
    Record<ConsentStatus, number>
  >
}

export type ConsentMonth = { month: string; created: number; sent: number; signed: number }
/** What happened in each month since then, by the clock of the practice; a month in which nothing did is absent. */
export async function countConsentsByMonth(
  { tx }: AdminScope,
  { clinicId, since, timeZone }: { clinicId: string; since: Date; timeZone: string },
): Promise<ConsentMonth[]> {
  const began = sql`${since.toISOString()}::timestamptz`
  // What happened to a consent since then has changed it since; by that, the index leaves the older ones out.
  const { rows } = await tx.execute<ConsentMonth>(sql`
    select to_char(happened.at at time zone ${timeZone}, 'YYYY-MM') as month,
      count(*) filter (where what = 'created')::int as created,
      count(*) filter (where what = 'sent')::int as sent,
      count(*) filter (where what = 'signed')::int as signed
    from consents k cross join lateral (
      values ('created', k.created_at), ('sent', k.sent_at), ('signed', k.signed_at)) as happened (what, at)
    where k.clinic_id = ${clinicId} and k.updated_at >= ${began} and happened.at >= ${began}
    group by 1`)
  return rows
}

/** What a practice is called, and by which clock it lives; undefined where there is none such. */
export async function findClinicName(
  { tx }: AdminScope,
  clinicId: string,
): Promise<{ name: string; timeZone: string } | undefined> {
  const [found] = await tx
    .select({ name: clinics.name, timeZone: clinics.timeZone })
    .from(clinics)
    .where(eq(clinics.id, clinicId))
  return found
}

/** Whether an address is somebody's already: an account's, or on the staff of a practice. */
export async function findEmailHolder(
  { tx }: AdminScope,
  email: string,
): Promise<'account' | 'staff' | null> {
  const { rows } = await tx.execute<{ holder: 'account' | 'staff' | null }>(
    sql`select address_holder(${email}) as holder`,
  )
  return rows[0]!.holder
}
