import { and, desc, eq, exists, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { retentionYears, type Nation, type OwnRetention } from '../../../contract/retention-rules.ts'
import { brokenConstraint } from '../../platform/database/broken-constraint.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope, JobScope, StaffSide, SweepScope } from '../../platform/database/transaction.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { accessRequests, legalHolds, recordFiles } from './record-schema.ts'

export type HoldRow = typeof legalHolds.$inferSelect
export type RequestRow = typeof accessRequests.$inferSelect
export type FileRow = typeof recordFiles.$inferSelect

/** A patient's records: their own, and those that were merged into it. */
export const recordsOf = (scope: StaffSide, patientId: string) =>
  scope.tx
    .select({ id: patients.id })
    .from(patients)
    .where(
      and(
        eq(patients.clinicId, scope.clinicId),
        or(eq(patients.id, patientId), eq(patients.mergedInto, patientId)),
      ),
    )

const ownHolds = (scope: StaffSide, patientId: string) =>
  and(eq(legalHolds.clinicId, scope.clinicId), inArray(legalHolds.patientId, recordsOf(scope, patientId)))

export const holdsOf = (scope: StaffSide, patientId: string): Promise<HoldRow[]> =>
  scope.tx
    .select()
    .from(legalHolds)
    .where(ownHolds(scope, patientId))
    .orderBy(desc(legalHolds.setAt), desc(legalHolds.id))

/** Sets a hold; false where one stands already, also one set at the same moment: the refusal undoes the transaction. */
export async function insertHold(scope: ClinicScope, patientId: string, reason: string): Promise<boolean> {
  if ((await holdsOf(scope, patientId)).some(({ liftedAt }) => liftedAt === null)) return false
  const by = { setById: scope.staffId, setBy: scope.actor.name, setAt: scope.now }
  try {
    await scope.tx.insert(legalHolds).values({ clinicId: scope.clinicId, patientId, reason, ...by })
    return true
  } catch (error) {
    if (brokenConstraint(error) === 'legal_holds_standing') return false
    throw error
  }
}

/** Lifts the hold that stands; false where none does. */
export async function endHold(scope: ClinicScope, patientId: string, reason: string): Promise<boolean> {
  const by = { liftedById: scope.staffId, liftedBy: scope.actor.name, liftedAt: scope.now }
  const lifted = await scope.tx
    .update(legalHolds)
    .set({ ...by, liftedReason: reason })
    .where(and(ownHolds(scope, patientId), isNull(legalHolds.liftedAt)))
    .returning({ id: legalHolds.id })
  return lifted.length > 0
}

export const requestsOf = (scope: StaffSide, patientId: string): Promise<RequestRow[]> =>
  scope.tx
    .select()
    .from(accessRequests)
    .where(
      and(
        eq(accessRequests.clinicId, scope.clinicId),
        inArray(accessRequests.patientId, recordsOf(scope, patientId)),
      ),
    )
    .orderBy(desc(accessRequests.receivedOn), desc(accessRequests.id))

export async function insertRequest(
  scope: ClinicScope,
  request: Pick<RequestRow, 'patientId' | 'receivedOn' | 'dueOn' | 'requester'>,
): Promise<RequestRow> {
  const by = { openedBy: scope.actor.name, createdAt: scope.now }
  const [made] = await scope.tx
    .insert(accessRequests)
    .values({ ...request, clinicId: scope.clinicId, ...by })
    .returning()
  return made!
}

const isRequest = (scope: ClinicScope, id: string) =>
  and(eq(accessRequests.clinicId, scope.clinicId), eq(accessRequests.id, id))

export async function lockRequest(scope: ClinicScope, id: string): Promise<RequestRow | undefined> {
  const [found] = await scope.tx.select().from(accessRequests).where(isRequest(scope, id)).for('update')
  return found
}

export async function updateRequest(
  scope: ClinicScope,
  id: string,
  change: Partial<RequestRow>,
): Promise<void> {
  await scope.tx.update(accessRequests).set(change).where(isRequest(scope, id))
}

/** Begins a file; null where an export is under way already. The refusal then undoes the transaction. */
export async function insertFile(
  scope: ClinicScope,
  file: Pick<FileRow, 'kind' | 'patientId'>,
): Promise<FileRow | null> {
  const by = { madeById: scope.staffId, madeBy: scope.actor.name, createdAt: scope.now }
  try {
    const [made] = await scope.tx
      .insert(recordFiles)
      .values({ ...file, clinicId: scope.clinicId, ...by })
      .returning()
    return made!
  } catch (error) {
    if (brokenConstraint(error) === 'record_files_one_export') return null
    throw error
  }
}

const files_listed_max = 20

/** The packs of a patient, or the exports of the clinic, newest first. */
export const listFiles = (scope: StaffSide, patientId: string | null): Promise<FileRow[]> =>
  scope.tx
    .select()
    .from(recordFiles)
    .where(
      and(
        eq(recordFiles.clinicId, scope.clinicId),
        patientId === null ? eq(recordFiles.kind, 'export') : eq(recordFiles.patientId, patientId),
      ),
    )
    .orderBy(desc(recordFiles.createdAt), desc(recordFiles.id))
    .limit(files_listed_max)

const isFile = (scope: StaffSide, id: string) =>
  and(eq(recordFiles.clinicId, scope.clinicId), eq(recordFiles.id, id))

export async function findFile(scope: StaffSide, id: string): Promise<FileRow | undefined> {
  const [found] = await scope.tx.select().from(recordFiles).where(isFile(scope, id))
  return found
}

export async function updateFile(
  scope: StaffSide,
  id: string,
  change: Partial<Omit<FileRow, 'clinicId' | 'id'>>,
): Promise<void> {
  await scope.tx.update(recordFiles).set(change).where(isFile(scope, id))
}

/** Whether bytes of that name are held by another file that can still be fetched. */
export async function isHeldElsewhere(scope: JobScope, { id, sha256 }: FileRow): Promise<boolean> {
  const others = and(
    eq(recordFiles.clinicId, scope.clinicId),
    eq(recordFiles.sha256, sha256!),
    eq(recordFiles.status, 'ready'),
    sql`${recordFiles.id} <> ${id}`,
  )
  return (await scope.tx.select({ id: recordFiles.id }).from(recordFiles).where(others).limit(1)).length > 0
}

/** Files of all clinics whose week is over, and those that were begun long ago and never finished. */
export const expiredFiles = (
  scope: SweepScope,
  { begunBefore, limit }: { begunBefore: Date; limit: number },
) =>
  scope.tx
    .select({ clinicId: recordFiles.clinicId, id: recordFiles.id })
    .from(recordFiles)
    .where(
      or(
        and(eq(recordFiles.status, 'ready'), lte(recordFiles.expiresAt, scope.now)),
        and(eq(recordFiles.status, 'preparing'), lte(recordFiles.createdAt, begunBefore)),
      ),
    )
    .orderBy(recordFiles.createdAt)
    .limit(limit)

/** When a consent last was about care given or agreed. */
const careAt = sql`greatest(${consents.createdAt}, ${consents.sentAt}, ${consents.signedAt}, ${consents.finalisedAt})`
const ownConsents = and(eq(consents.clinicId, patients.clinicId), eq(consents.patientId, patients.id))
const ownAppointments = and(
  eq(appointments.clinicId, patients.clinicId),
  eq(appointments.patientId, patients.id),
)

/**
 * The day of a patient's last care by the clinic's calendar: their newest consent or the newest treatment that was begun,
 * or when they were added.
 */
const lastCareOn = (timeZone: string): SQL<string> =>
  sql<string>`(greatest(${patients.createdAt}, (select max(${careAt}) from ${consents} where ${ownConsents}), (select max(${appointments.startedAt}) from ${appointments} where ${ownAppointments})) at time zone ${timeZone})::date`

export async function lastCareOf(scope: StaffSide, patientId: string, timeZone: string): Promise<string> {
  const [found] = await scope.tx
    .select({ on: sql<string>`${lastCareOn(timeZone)}::text` })
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), eq(patients.id, patientId)))
  return found!.on
}

export type DueFilter = { today: string; timeZone: string; nation: Nation; own: OwnRetention }

/** So many years later; 29 February becomes 1 March, as the rule in the contract has it. */
const yearsLater = (day: SQL, years: SQL): SQL =>
  sql`((${day} + make_interval(years => ${years}))::date + case when to_char(${day}, 'MMDD') = '0229' and to_char(${day} + make_interval(years => ${years}), 'MMDD') = '0228' then 1 else 0 end)`

/**
 * Patients whose review day has come, the earliest first: what `retentionOf` says, asked of all at once. Nobody who was
 * added less than the nation's years ago can be due, and an index finds the others.
 */
export async function listDue(scope: ClinicScope, filter: DueFilter, { limit, offset }: Slice) {
  const { today, timeZone, nation, own } = filter
  const years = sql`${Math.max(retentionYears[nation], own.years ?? 0)}::int`
  const care = scope.tx
    .select({
      patientId: patients.id,
      firstName: patients.firstName,
      lastName: patients.lastName,
      born: sql<string>`${patients.dateOfBirth}`.as('born'),
      lastCare: lastCareOn(timeZone).as('last_care'),
    })
    .from(patients)
    .where(
      and(
        eq(patients.clinicId, scope.clinicId),
        // What was merged is kept as long as the record it is part of.
        ne(patients.status, 'merged'),
        lte(
          patients.createdAt,
          sql`(${today}::date + 1 - make_interval(years => ${years})) at time zone ${timeZone}`,
        ),
      ),
    )
    .as('care')
  const born = sql`${care.born}`
  const untilAge = (least: number) => sql`${Math.max(least, own.childUntilAge ?? 0)}::int`
  const wasBelow = (age: number) => sql`${yearsLater(born, sql`${age}::int`)} > ${care.lastCare}`
  const birthday = sql`case when ${wasBelow(17)} then ${yearsLater(born, untilAge(25))} when ${wasBelow(18)} then ${yearsLater(born, untilAge(26))} end`
  const reviewOn = sql<string>`greatest(${yearsLater(sql`${care.lastCare}`, years)}, ${birthday})`
  const isDue = sql`${reviewOn} <= ${today}::date`
  const [counted] = await scope.tx
    .select({ total: sql<number>`count(*)::int` })
    .from(care)
    .where(isDue)
  const held = alias(patients, 'held')
  const standingHold = scope.tx
    .select({ one: sql`1` })
    .from(legalHolds)
    .innerJoin(held, and(eq(held.clinicId, legalHolds.clinicId), eq(held.id, legalHolds.patientId)))
    .where(
      and(
        eq(legalHolds.clinicId, scope.clinicId),
        isNull(legalHolds.liftedAt),
        or(eq(held.id, care.patientId), eq(held.mergedInto, care.patientId)),
      ),
    )
  const rows = await scope.tx
    .select({
      patientId: care.patientId,
      firstName: care.firstName,
      lastName: care.lastName,
      dateOfBirth: sql<string>`${care.born}::text`,
      lastCareOn: sql<string>`${care.lastCare}::text`,
      isHeld: sql<boolean>`${exists(standingHold)}`,
    })
    .from(care)
    .where(isDue)
    .orderBy(reviewOn, care.lastName, care.firstName, care.patientId)
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}
