import { and, eq, exists, gte, inArray, isNull, lte, ne, or, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { retentionYears, type Nation, type RetentionPolicy } from '../../../contract/retention-rules.ts'
import type { RecordDueSort } from '../../../contract/records.ts'
import { day_ms } from '../../platform/clock.ts'
import { orderOfSort } from '../../platform/database/list-order.ts'
import type { Slice } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { foreignRecords } from '../foreign-records/foreign-record-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { destructions } from './destruction-schema.ts'
import { isOpen } from './destruction-store.ts'
import { legalHolds } from './record-schema.ts'
import { recordsOf, type RetentionScope } from './record-store.ts'

/** When a consent last was about care given or agreed. */
const careAt = sql`greatest(${consents.createdAt}, ${consents.sentAt}, ${consents.signedAt}, ${consents.finalisedAt})`
const ownConsents = and(eq(consents.clinicId, patients.clinicId), eq(consents.patientId, patients.id))
const ownAppointments = and(
  eq(appointments.clinicId, patients.clinicId),
  eq(appointments.patientId, patients.id),
)

const ownForeignRecords = and(
  eq(foreignRecords.clinicId, patients.clinicId),
  eq(foreignRecords.patientId, patients.id),
)

/**
 * The day of a patient's last care by the clinic's calendar: their newest consent, what another system says
 * was signed last, the newest treatment that was begun, or when they were added.
 */
const lastCareOn = (timeZone: string): SQL<string> =>
  sql<string>`(greatest(${patients.createdAt}, (select max(${careAt}) from ${consents} where ${ownConsents}), (select max(${appointments.startedAt}) from ${appointments} where ${ownAppointments}), (select max(${foreignRecords.signedOn})::timestamp at time zone ${timeZone} from ${foreignRecords} where ${ownForeignRecords})) at time zone ${timeZone})::date`

/** The day of death of somebody who died; null for everybody else. */
const diedOn = sql<string | null>`case when ${patients.status} = 'deceased' then ${patients.endedOn} end`

/** What the end of a record is counted from. */
export type CareFacts = {
  dateOfBirth: string
  lastCareOn: string
  diedOn: string | null
  /** It is part of another record, and kept as long as that one. */
  isMerged: boolean
}

export async function careOf(scope: RetentionScope, patientId: string, timeZone: string): Promise<CareFacts> {
  const [found] = await scope.tx
    .select({
      dateOfBirth: sql<string>`${patients.dateOfBirth}::text`,
      lastCareOn: sql<string>`${lastCareOn(timeZone)}::text`,
      diedOn: sql<string | null>`(${diedOn})::text`,
      isMerged: sql<boolean>`${patients.status} = 'merged'`,
    })
    .from(patients)
    .where(and(eq(patients.clinicId, scope.clinicId), eq(patients.id, patientId)))
  return found!
}

/** Whether somebody expects the patient: an appointment that is still to come, or of today. */
export async function isExpected(scope: RetentionScope, patientId: string): Promise<boolean> {
  const ahead = and(
    eq(appointments.clinicId, scope.clinicId),
    inArray(appointments.patientId, recordsOf(scope, patientId)),
    inArray(appointments.status, ['booked', 'arrived', 'started']),
    gte(appointments.startsAt, new Date(scope.now.getTime() - day_ms)),
  )
  const found = await scope.tx.select({ id: appointments.id }).from(appointments).where(ahead).limit(1)
  return found.length > 0
}

export type DueFilter = { today: string; timeZone: string; nation: Nation; own: RetentionPolicy }

/** So many years later; 29 February becomes 1 March, as the rule in the contract has it. */
const yearsLater = (day: SQL, years: SQL): SQL =>
  sql`((${day} + make_interval(years => ${years}))::date + case when to_char(${day}, 'MMDD') = '0229' and to_char(${day} + make_interval(years => ${years}), 'MMDD') = '0228' then 1 else 0 end)`

type Care = ReturnType<typeof careOfAll>

/** What the end of each record is counted from, of those who were added long enough ago: an index finds them. */
const careOfAll = (scope: ClinicScope, { today, timeZone }: DueFilter, years: SQL) =>
  scope.tx
    .select({
      clinicId: patients.clinicId,
      patientId: patients.id,
      firstName: patients.firstName,
      lastName: patients.lastName,
      born: sql<string>`${patients.dateOfBirth}`.as('born'),
      lastCare: lastCareOn(timeZone).as('last_care'),
      died: diedOn.as('died'),
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

/** The review day that `retentionFor` says, asked of all at once. */
function reviewDayOf(care: Care, own: RetentionPolicy, years: SQL): SQL<string> {
  const born = sql`${care.born}`
  const untilAge = (least: number) => sql`${Math.max(least, own.childUntilAge ?? 0)}::int`
  const wasBelow = (age: number) => sql`${yearsLater(born, sql`${age}::int`)} > ${care.lastCare}`
  const birthday = sql`case when ${wasBelow(17)} then ${yearsLater(born, untilAge(25))} when ${wasBelow(18)} then ${yearsLater(born, untilAge(26))} end`
  return sql`greatest(${yearsLater(sql`greatest(${care.lastCare}, ${care.died})`, years)}, ${birthday})`
}

/** Whether the record, or one that was merged into it, is held. */
function isHeldNow(scope: ClinicScope, care: Care) {
  const held = alias(patients, 'held')
  return exists(
    scope.tx
      .select({ one: sql`1` })
      .from(legalHolds)
      .innerJoin(held, and(eq(held.clinicId, legalHolds.clinicId), eq(held.id, legalHolds.patientId)))
      .where(
        and(
          eq(legalHolds.clinicId, scope.clinicId),
          // Where tables are spread, what is asked beside a row names its practice by the row.
          eq(held.clinicId, care.clinicId),
          isNull(legalHolds.liftedAt),
          or(eq(held.id, care.patientId), eq(held.mergedInto, care.patientId)),
        ),
      ),
  )
}

const isProposedNow = (scope: ClinicScope, care: Care) =>
  exists(
    scope.tx
      .select({ one: sql`1` })
      .from(destructions)
      .where(
        and(
          eq(destructions.clinicId, scope.clinicId),
          eq(destructions.clinicId, care.clinicId),
          eq(destructions.patientId, care.patientId),
          isOpen(scope.now),
        ),
      ),
  )

/** What the list is sorted by: a day first, then names. */
const sortColumns = (care: Care, reviewOn: SQL) => {
  const byName = [sql`${care.lastName}`, sql`${care.firstName}`, sql`${care.patientId}`]
  return {
    review: [reviewOn, ...byName],
    name: byName,
    born: [sql`${care.born}`, ...byName],
    care: [sql`${care.lastCare}`, ...byName],
  }
}

/** Patients whose review day has come, the earliest first unless sorted otherwise. */
export async function listDue(
  scope: ClinicScope,
  { sort, ...filter }: DueFilter & { sort: RecordDueSort },
  { limit, offset }: Slice,
) {
  const { today, nation, own } = filter
  const years = sql`${Math.max(retentionYears[nation], own.years ?? 0)}::int`
  const care = careOfAll(scope, filter, years)
  const reviewOn = reviewDayOf(care, own, years)
  const isDue = sql`${reviewOn} <= ${today}::date`
  const [counted] = await scope.tx
    .select({ total: sql<number>`count(*)::int` })
    .from(care)
    .where(isDue)
  const rows = await scope.tx
    .select({
      patientId: care.patientId,
      firstName: care.firstName,
      lastName: care.lastName,
      dateOfBirth: sql<string>`${care.born}::text`,
      lastCareOn: sql<string>`${care.lastCare}::text`,
      diedOn: sql<string | null>`${care.died}::text`,
      isHeld: sql<boolean>`${isHeldNow(scope, care)}`,
      isProposed: sql<boolean>`${isProposedNow(scope, care)}`,
    })
    .from(care)
    .where(isDue)
    .orderBy(...orderOfSort(sort, sortColumns(care, reviewOn)))
    .limit(limit)
    .offset(offset)
  return { rows, total: counted!.total }
}
