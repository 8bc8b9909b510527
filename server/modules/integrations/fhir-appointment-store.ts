import { and, asc, count, eq, type SQL } from 'drizzle-orm'
import type { StaffScope, IntegrationScope } from '../../platform/database/transaction.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { afterCursor, buildPage, withinSpans, type Page } from './fhir-paging.ts'
import type { FhirSearch } from './fhir-store.ts'

export type FoundAppointment = Awaited<ReturnType<typeof appointmentsWhere>>[number]
type AnyScope = Pick<StaffScope | IntegrationScope, 'tx' | 'clinicId'>

/** Of appointments what the board shows of time and people; of whoever treats, what a name and a GDC number say. */
const appointmentsWhere = ({ tx }: Pick<AnyScope, 'tx'>, where: SQL | undefined, limit = 1) =>
  tx
    .select({
      id: appointments.id,
      version: appointments.version,
      patientId: appointments.patientId,
      startsAt: appointments.startsAt,
      minutes: appointments.minutes,
      room: appointments.room,
      reason: appointments.reason,
      status: appointments.status,
      startedAt: appointments.startedAt,
      createdAt: appointments.createdAt,
      updatedAt: appointments.updatedAt,
      clinician: {
        id: staff.id,
        firstName: staff.firstName,
        lastName: staff.lastName,
        gdcNumber: staff.gdcNumber,
      },
    })
    .from(appointments)
    .innerJoin(staff, and(eq(staff.clinicId, appointments.clinicId), eq(staff.id, appointments.clinicianId)))
    .where(where)
    .orderBy(asc(appointments.updatedAt), asc(appointments.id))
    .limit(limit)

/** One appointment. */
export async function findAppointmentForFhir(
  scope: AnyScope,
  id: string,
): Promise<FoundAppointment | undefined> {
  const where = and(eq(appointments.clinicId, scope.clinicId), eq(appointments.id, id))
  const [found] = await appointmentsWhere(scope, where)
  return found
}

/** Appointments, those first that changed first. */
export async function searchAppointments(
  scope: IntegrationScope,
  { patientId, spans, after, limit }: FhirSearch,
): Promise<Page<FoundAppointment>> {
  const where = and(
    eq(appointments.clinicId, scope.clinicId),
    patientId ? eq(appointments.patientId, patientId) : undefined,
    ...withinSpans(appointments.updatedAt, spans),
  )
  const [counted] = await scope.tx.select({ total: count() }).from(appointments).where(where)
  const page = and(where, afterCursor(appointments.updatedAt, appointments.id, after))
  const rows = await appointmentsWhere(scope, page, limit + 1)
  return buildPage(rows, counted!.total, limit, ({ updatedAt, id }) => ({ at: updatedAt, id }))
}
