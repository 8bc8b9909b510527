import { and, eq, gt, inArray } from 'drizzle-orm'
import type { PatientRecordMerge } from '../patients/index.ts'
import { appointments } from './appointment-schema.ts'
import { changeAppointment } from './appointment-store.ts'

/** Where two patient records become one, their appointments are those of the one that stays; undone, the same move back. */
export const appointmentMerge: PatientRecordMerge = {
  name: 'appointments',
  async move(scope, { fromId, toId, ids }) {
    const rows = await scope.tx
      .select()
      .from(appointments)
      .where(
        and(
          eq(appointments.clinicId, scope.clinicId),
          eq(appointments.patientId, fromId),
          ids ? inArray(appointments.id, ids) : undefined,
        ),
      )
      .for('update')
    for (const appointment of rows) await changeAppointment(scope, appointment, { patientId: toId })
    return rows.map(({ id }) => id)
  },
  async hasChanged(scope, patientId, since) {
    const [newer] = await scope.tx
      .select({ id: appointments.id })
      .from(appointments)
      .where(
        and(
          eq(appointments.clinicId, scope.clinicId),
          eq(appointments.patientId, patientId),
          gt(appointments.updatedAt, since),
        ),
      )
      .limit(1)
    return newer !== undefined
  },
}
