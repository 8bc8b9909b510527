import { and, asc, eq, gte, inArray, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import { appointments_a_day_max } from '../../../contract/limits.ts'
import { day_ms, hour_ms } from '../../platform/clock.ts'
import { areNone, type Ids, type IdSet } from '../../platform/database/id-set.ts'
import {
  preparedIds,
  preparedQuery,
  tenantPlaceholder,
  whereOwn,
  whereOwnIn,
} from '../../platform/database/prepared-query.ts'
import type { ClinicScope, StaffScope, SweepScope } from '../../platform/database/transaction.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { begunStatuses } from './appointment-rules.ts'
import { appointmentConsents, appointments } from './appointment-schema.ts'

export type AppointmentRow = typeof appointments.$inferSelect
export type BookedAppointment = Awaited<ReturnType<typeof selectBooked>>[number]

/** What somebody books or changes. */
export type Booking = Pick<
  AppointmentRow,
  | 'patientId'
  | 'clinicianId'
  | 'startsAt'
  | 'minutes'
  | 'room'
  | 'reason'
  | 'needsConsent'
  | 'treatments'
  | 'consentsChosen'
>

const isAppointment = (scope: StaffScope, id: string) =>
  and(eq(appointments.clinicId, scope.clinicId), eq(appointments.id, id))

const selectBooked = ({ tx }: Pick<StaffScope, 'tx'>) =>
  tx
    .select({
      appointment: appointments,
      patient: {
        id: patients.id,
        title: patients.title,
        firstName: patients.firstName,
        lastName: patients.lastName,
        dateOfBirth: patients.dateOfBirth,
      },
      clinician: { id: staff.id, firstName: staff.firstName, lastName: staff.lastName },
    })
    .from(appointments)
    .innerJoin(
      patients,
      and(eq(patients.clinicId, appointments.clinicId), eq(patients.id, appointments.patientId)),
    )
    .innerJoin(staff, and(eq(staff.clinicId, appointments.clinicId), eq(staff.id, appointments.clinicianId)))
    .$dynamic()

/** The beginning of the day that is asked for, or so many days later: a value of its own, which an index is searched by. */
function dayStart(daysLater: 0 | 1) {
  const { id, timeZone: zone } = clinics
  const now = sql`${sql.placeholder('now')}::timestamptz`
  const day = sql`coalesce(${sql.placeholder('day')}::date, (${now} at time zone ${zone})::date)`
  return sql`(select (${day} + ${sql.raw(String(daysLater))})::timestamp at time zone ${zone} from ${clinics} where ${id} = ${tenantPlaceholder})`
}

const isOnDay = () =>
  and(
    eq(appointments.clinicId, tenantPlaceholder),
    gte(appointments.startsAt, dayStart(0)),
    lt(appointments.startsAt, dayStart(1)),
  )

const bookedOnDay = preparedQuery('appointments_of_day', (tx) =>
  selectBooked({ tx })
    .where(isOnDay())
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(appointments_a_day_max),
)

const dayValues = ({ now }: ClinicScope, day: string | undefined) => ({
  day: day ?? null,
  now: now.toISOString(),
})

/** The appointments of a day by the clinic's calendar, by time; of the day that it is there where none is named. */
export const appointmentsOfDay = (scope: ClinicScope, day?: string): Promise<BookedAppointment[]> =>
  bookedOnDay(scope, dayValues(scope, day))

/** Whose appointments are asked for: `mine` are those of whoever asks, as are those that clinicians get who do not say. */
export type AskedClinician = 'mine' | 'all' | (string & {}) | undefined

const idsOfDay = preparedIds('appointments_shown', (tx) => {
  const own = tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(whereOwn(staff, staff.id, 'ownId'), eq(staff.isClinician, true)))
  const named = sql`${appointments.clinicianId} = coalesce(${sql.placeholder('clinicianId')}::uuid, (${own}))`
  return tx
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isOnDay(), sql`coalesce(${named}, true)`))
})

/** The ids of the same, as far as they are of this clinician. */
export function appointmentIdsOfDay(
  scope: ClinicScope,
  { day, clinician }: { day: string | undefined; clinician: AskedClinician },
): IdSet {
  const { staffId } = scope
  const isNamed = clinician !== undefined && clinician !== 'all'
  return idsOfDay({
    ...dayValues(scope, day),
    clinicianId: isNamed ? (clinician === 'mine' ? staffId : clinician) : null,
    ownId: clinician === undefined ? staffId : null,
  })
}

const theseAppointments = whereOwnIn(appointments, appointments.id, 'appointmentIds')

/** Of which no consents were chosen and treatment has not begun: those are found that may be theirs. */
const isFinding = and(
  eq(appointments.needsConsent, true),
  eq(appointments.consentsChosen, false),
  notInArray(appointments.status, [...begunStatuses]),
)
const patientsOf = preparedIds('appointments_patients', (tx) =>
  tx.select({ id: appointments.patientId }).from(appointments).where(theseAppointments),
)
const patientsOfFinding = preparedIds('appointments_finding', (tx) =>
  tx.select({ id: appointments.patientId }).from(appointments).where(and(theseAppointments, isFinding)),
)
const templatesOf = preparedIds('appointments_templates', (tx) => {
  const templateId = sql`(jsonb_array_elements(${appointments.treatments}) ->> 'templateId')::uuid`
  return tx
    .select({ id: templateId.mapWith(appointments.id) })
    .from(appointments)
    .where(theseAppointments)
})

/** What is asked about along with appointments, known or found with them. */
export type AppointmentIds = {
  appointmentIds: Ids
  patientIds: Ids
  /** Patients of those whose consents have to be found. */
  findingPatientIds: Ids
  templateIds: Ids
}

/** What stands in appointments that are being found. */
export const idsWithin = (appointmentIds: IdSet): AppointmentIds => ({
  appointmentIds,
  patientIds: patientsOf({ appointmentIds }),
  findingPatientIds: patientsOfFinding({ appointmentIds }),
  templateIds: templatesOf({ appointmentIds }),
})

/** One appointment as the day shows it. */
export async function findBooked(scope: StaffScope, id: string): Promise<BookedAppointment | undefined> {
  const [found] = await selectBooked(scope).where(isAppointment(scope, id))
  return found
}

/** One appointment with its row locked until the transaction ends: whoever changes it starts here. */
export async function lockAppointment(scope: StaffScope, id: string): Promise<AppointmentRow | undefined> {
  const [found] = await scope.tx.select().from(appointments).where(isAppointment(scope, id)).for('update')
  return found
}

/** The same of several, in the order of their ids so that two never wait for each other. */
export const lockAppointments = (scope: StaffScope, ids: readonly string[]): Promise<AppointmentRow[]> =>
  scope.tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.clinicId, scope.clinicId), inArray(appointments.id, [...ids])))
    .orderBy(asc(appointments.id))
    .for('update')

const notifyChange = (scope: StaffScope, appointmentId: string) => {
  scope.enqueue('appointment.changed', { clinicId: scope.clinicId, appointmentId })
  scope.enqueue('appointments.assess', { clinicId: scope.clinicId, appointmentId })
}

type NewBooking = Booking & Partial<Pick<AppointmentRow, 'status' | 'arrivedAt'>>

const insertRows = (
  { tx, clinicId, now }: StaffScope,
  bookings: readonly NewBooking[],
  createdBy: string,
): Promise<AppointmentRow[]> =>
  tx
    .insert(appointments)
    .values(bookings.map((booking) => ({ ...booking, clinicId, createdBy, createdAt: now, updatedAt: now })))
    .returning()

/** Books an appointment; whoever shows the day hears of it. */
export async function insertAppointment(scope: ClinicScope, booking: Booking): Promise<AppointmentRow> {
  const [made] = await insertRows(scope, [booking], scope.staffId)
  notifyChange(scope, made!.id)
  return made!
}

/**
 * Books several on behalf of somebody, and tells once. Their consents are looked at on the day before, as a sweep finds
 * them: hundreds of jobs at once would hold back everybody else's.
 */
export async function insertAppointments(
  scope: StaffScope,
  bookings: readonly NewBooking[],
  createdBy: string,
): Promise<AppointmentRow[]> {
  if (bookings.length === 0) return []
  const made = await insertRows(scope, bookings, createdBy)
  scope.enqueue('appointment.changed', { clinicId: scope.clinicId, appointmentId: made[0]!.id })
  return made
}

/** What begins at one of these moments, whoever it is for. */
export async function findStartingAt(scope: StaffScope, starts: readonly Date[]): Promise<AppointmentRow[]> {
  if (starts.length === 0) return []
  return scope.tx
    .select()
    .from(appointments)
    .where(and(eq(appointments.clinicId, scope.clinicId), inArray(appointments.startsAt, [...starts])))
}

/** Changes a locked appointment, and tells whoever shows it. */
export async function changeAppointment(
  scope: StaffScope,
  appointment: AppointmentRow,
  change: Partial<AppointmentRow>,
): Promise<void> {
  await scope.tx
    .update(appointments)
    .set({ ...change, version: appointment.version + 1, updatedAt: scope.now })
    .where(isAppointment(scope, appointment.id))
  notifyChange(scope, appointment.id)
}

/**
 * Takes an appointment from the board as if it had never been booked. The database lets only those go that a day list
 * booked which is being taken back, and that nobody has begun.
 */
export async function removeAppointment(scope: ClinicScope, id: string): Promise<boolean> {
  const deleted = await scope.tx
    .delete(appointments)
    .where(isAppointment(scope, id))
    .returning({ id: appointments.id })
  if (deleted.length > 0)
    scope.enqueue('appointment.changed', { clinicId: scope.clinicId, appointmentId: id })
  return deleted.length > 0
}

/** Keeps which consents an appointment has from now on. */
export async function setChosenConsents(
  scope: ClinicScope,
  appointmentId: string,
  consentIds: readonly string[],
): Promise<void> {
  const { clinicId } = scope
  await scope.tx
    .delete(appointmentConsents)
    .where(
      and(eq(appointmentConsents.clinicId, clinicId), eq(appointmentConsents.appointmentId, appointmentId)),
    )
  if (consentIds.length === 0) return
  await scope.tx
    .insert(appointmentConsents)
    .values([...new Set(consentIds)].map((consentId) => ({ clinicId, appointmentId, consentId })))
}

const chosenQuery = preparedQuery('appointment_consents', (tx) =>
  tx
    .select()
    .from(appointmentConsents)
    .where(whereOwnIn(appointmentConsents, appointmentConsents.appointmentId, 'appointmentIds'))
    .orderBy(asc(appointmentConsents.consentId)),
)

/** Ids of the consents that were chosen, by appointment. */
export async function chosenConsents(scope: StaffScope, appointmentIds: Ids): Promise<Map<string, string[]>> {
  const chosen = new Map<string, string[]>()
  if (areNone(appointmentIds)) return chosen
  const rows = await chosenQuery(scope, { appointmentIds })
  for (const { appointmentId, consentId } of rows)
    chosen.set(appointmentId, [...(chosen.get(appointmentId) ?? []), consentId])
  return chosen
}

/** More appointments than somebody has booked at once. */
const upcoming_max = 50

/** The appointments of a patient that are still to come, the next one first. */
export const upcomingAppointmentsOf = (scope: StaffScope, patientId: string): Promise<AppointmentRow[]> =>
  scope.tx
    .select()
    .from(appointments)
    .where(
      and(
        eq(appointments.clinicId, scope.clinicId),
        eq(appointments.patientId, patientId),
        eq(appointments.status, 'booked'),
        gte(appointments.startsAt, scope.now),
      ),
    )
    .orderBy(asc(appointments.startsAt), asc(appointments.id))
    .limit(upcoming_max)

/** Notes that the consents of an appointment have been compared with how things stand. */
export async function markAssessed(scope: StaffScope, id: string): Promise<void> {
  await scope.tx.update(appointments).set({ assessedAt: scope.now }).where(isAppointment(scope, id))
}

/** How long before it begins the consents of an appointment are looked at, and how often. */
const assess_ahead_ms = day_ms
const reassess_interval_hours = 6

/** Ids of appointments of the next day whose consents were not looked at lately, the next one first. */
export const appointmentsToAssess = (scope: SweepScope, limit: number) =>
  scope.tx
    .select({ clinicId: appointments.clinicId, id: appointments.id })
    .from(appointments)
    .where(
      and(
        inArray(appointments.status, ['booked', 'arrived']),
        gte(appointments.startsAt, scope.now),
        lt(appointments.startsAt, new Date(scope.now.getTime() + assess_ahead_ms)),
        or(
          isNull(appointments.assessedAt),
          lt(appointments.assessedAt, new Date(scope.now.getTime() - reassess_interval_hours * hour_ms)),
        ),
      ),
    )
    .orderBy(asc(appointments.startsAt))
    .limit(limit)
