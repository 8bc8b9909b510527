import { asc, count, eq, sql } from 'drizzle-orm'
import type { ClinicStatus } from '../../../contract/clinic-states.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import { preparedQuery, tenantPlaceholder } from '../../platform/database/prepared-query.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { AdminScope, ClinicScope, StaffScope, TenantScope } from '../../platform/database/transaction.ts'
import { dayAt } from '../../platform/zoned-time.ts'
import { clinics } from './clinic-schema.ts'

export type ClinicRecord = typeof clinics.$inferSelect
/** What patients and documents are told of a practice. */
export type ClinicContact = Pick<ClinicRecord, 'name' | 'address' | 'phone' | 'outOfHours' | 'email'>

const { name, address, phone, outOfHours, email } = clinics
const contacts = preparedQuery('clinic_contact', (tx) =>
  tx
    .select({ name, address, phone, outOfHours, email })
    .from(clinics)
    .where(eq(clinics.id, tenantPlaceholder)),
)

/** How the scope's own practice introduces itself; exactly these fields, since frozen consents keep them. */
export const clinicContactOf = async (scope: TenantScope): Promise<ClinicContact> =>
  (await contacts(scope))[0]!

/** The whole record of the clinic the caller works for. */
export async function findOwnClinic(scope: ClinicScope): Promise<ClinicRecord> {
  const [found] = await scope.tx.select().from(clinics).where(eq(clinics.id, scope.clinicId))
  return found!
}

/** Whether the scope's own clinic is active, inactive or suspended. */
export async function clinicStatusOf(scope: TenantScope): Promise<ClinicStatus> {
  const [found] = await scope.tx
    .select({ status: clinics.status })
    .from(clinics)
    .where(eq(clinics.id, scope.clinicId))
  return found!.status
}

const timeZones = preparedQuery('clinic_time_zone', (tx) =>
  tx.select({ timeZone: clinics.timeZone }).from(clinics).where(eq(clinics.id, tenantPlaceholder)),
)

/** The zone in which the clinic's days and hours are told. */
export const timeZoneOf = async (scope: TenantScope): Promise<string> => (await timeZones(scope))[0]!.timeZone

/** The day that it is in the clinic (YYYY-MM-DD). */
export const todayOf = async (scope: TenantScope): Promise<string> =>
  dayAt(scope.now, await timeZoneOf(scope))

const jurisdictions = preparedQuery('clinic_law', (tx) =>
  tx
    .select({ nation: clinics.nation, timeZone: clinics.timeZone })
    .from(clinics)
    .where(eq(clinics.id, tenantPlaceholder)),
)

/** Whose law the practice follows, and the zone in which it counts its days and ages. */
export const jurisdictionOf = async (
  scope: TenantScope,
): Promise<Pick<ClinicRecord, 'nation' | 'timeZone'>> => (await jurisdictions(scope))[0]!

/**
 * Whether somebody other than its author must approve a template's version before it is used. Practices decide that
 * for themselves; the platform never asks.
 */
export async function templatesNeedApproval(scope: StaffScope | AdminScope): Promise<boolean> {
  if (!('clinicId' in scope)) return false
  const [found] = await scope.tx
    .select({ needed: clinics.templatesNeedApproval })
    .from(clinics)
    .where(eq(clinics.id, scope.clinicId))
  return found!.needed
}

type SecurityColumns = Pick<
  ClinicRecord,
  'timeZone' | 'sessionIdleMinutes' | 'sessionHours' | 'requiresSecondFactor'
> &
  Partial<Pick<ClinicRecord, 'secondFactorFrom' | 'secondFactorOptOut'>>

type RuleColumns = Pick<ClinicRecord, 'templatesNeedApproval'>

/** Changes what the clinic asks of its people; answers it as it was before. */
export async function changeClinic(
  scope: ClinicScope,
  change: SecurityColumns | RuleColumns,
): Promise<ClinicRecord> {
  const [before] = await scope.tx.select().from(clinics).where(eq(clinics.id, scope.clinicId)).for('update')
  await scope.tx
    .update(clinics)
    .set({ ...change, updatedAt: scope.now })
    .where(eq(clinics.id, scope.clinicId))
  return before!
}

/** Who of the practice's active people has an app or a passkey: the ids of their staff records. */
export async function secondFactorHolders({ tx }: StaffScope): Promise<ReadonlySet<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`select own_second_factor_holders() as id`)
  return new Set(rows.map(({ id }) => id))
}

/** What the practice asks of those who sign in, and why where it does without. */
export async function secondFactorOf({ tx, clinicId }: StaffScope) {
  const { requiresSecondFactor, secondFactorFrom, secondFactorOptOut } = clinics
  const [found] = await tx
    .select({ requiresSecondFactor, secondFactorFrom, secondFactorOptOut })
    .from(clinics)
    .where(eq(clinics.id, clinicId))
  return found!
}

/** A page of every clinic of the platform by name, and how many there are. */
export async function listClinics(
  scope: AdminScope,
  { limit, offset }: Slice,
): Promise<{ rows: ClinicRecord[]; total: number }> {
  const [counted] = await scope.tx.select({ total: count() }).from(clinics)
  const rows = await scope.tx
    .select()
    .from(clinics)
    .orderBy(asc(clinics.name), asc(clinics.id))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}

/** How many clinics there are, by status and by plan; they are few. */
export async function countClinics({ tx }: AdminScope) {
  const rows = await tx
    .select({ status: clinics.status, plan: clinics.plan, clinics: count() })
    .from(clinics)
    .groupBy(clinics.status, clinics.plan)
  const sumOf = (matches: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + row.clinics, 0)
  const statuses = [...new Set(rows.map(({ status }) => status))]
  return {
    total: sumOf(() => true),
    byStatus: Object.fromEntries(
      statuses.map((name) => [name, sumOf(({ status }) => status === name)]),
    ) as Record<string, number>,
    byPlan: Object.fromEntries(planNames.map((name) => [name, sumOf(({ plan }) => plan === name)])) as Record<
      PlanName,
      number
    >,
  }
}
