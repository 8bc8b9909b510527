import { and, asc, count, eq, inArray } from 'drizzle-orm'
import type { AdminScope, StaffSide } from '../../platform/database/transaction.ts'
import { staff } from './staff-schema.ts'

export type StaffRecord = typeof staff.$inferSelect

const ofClinic = (scope: StaffSide) => eq(staff.clinicId, scope.clinicId)

/** One member of the clinic's staff, active or not; undefined when there is none such here. */
export async function findStaff(scope: StaffSide, id: string): Promise<StaffRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(staff)
    .where(and(ofClinic(scope), eq(staff.id, id)))
  return found
}

const isClinician = (scope: StaffSide) =>
  and(ofClinic(scope), eq(staff.isClinician, true), eq(staff.status, 'active'))

/** The same, but only somebody who may be the treating clinician now. */
export async function findClinician(scope: StaffSide, id: string): Promise<StaffRecord | undefined> {
  const [found] = await scope.tx
    .select()
    .from(staff)
    .where(and(isClinician(scope), eq(staff.id, id)))
  return found
}

/** Everybody who may be the treating clinician now, by name. */
export const listClinicians = (scope: StaffSide): Promise<StaffRecord[]> =>
  scope.tx
    .select()
    .from(staff)
    .where(isClinician(scope))
    .orderBy(asc(staff.lastName), asc(staff.firstName), asc(staff.id))

/** Keeps when and from where somebody signed in last. */
export async function recordLogin(scope: StaffSide, staffId: string, ip: string): Promise<void> {
  await scope.tx
    .update(staff)
    .set({ lastLoginAt: scope.now, lastLoginIp: ip })
    .where(and(ofClinic(scope), eq(staff.id, staffId)))
}

/** Number of active staff by clinic; a clinic without any is not in the map. */
export async function countStaff(scope: AdminScope, clinicIds: string[]): Promise<Map<string, number>> {
  if (clinicIds.length === 0) return new Map()
  const rows = await scope.tx
    .select({ clinicId: staff.clinicId, staff: count() })
    .from(staff)
    .where(and(inArray(staff.clinicId, clinicIds), eq(staff.status, 'active')))
    .groupBy(staff.clinicId)
  return new Map(rows.map((row) => [row.clinicId, row.staff]))
}
