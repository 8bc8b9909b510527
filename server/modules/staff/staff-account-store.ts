import { and, eq, inArray, ne } from 'drizzle-orm'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { staff } from './staff-schema.ts'
import { updateStaff, findStaff, lockAdministrators } from './staff-store.ts'

const ofClinic = (scope: StaffScope) => eq(staff.clinicId, scope.clinicId)

/** Whether somebody with one of these accounts is on the staff of this clinic. */
export async function isOnStaff(scope: StaffScope, userIds: string[]): Promise<boolean> {
  if (userIds.length === 0) return false
  const found = await scope.tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(ofClinic(scope), inArray(staff.userId, userIds)))
    .limit(1)
  return found.length > 0
}

/** Gives a record the address that its account has now; false when the address is on the staff of this clinic already. */
export async function updateStaffEmail(scope: StaffScope, staffId: string, email: string): Promise<boolean> {
  const others = await scope.tx
    .select({ id: staff.id })
    .from(staff)
    .where(and(ofClinic(scope), eq(staff.email, email), ne(staff.id, staffId)))
  if (others.length > 0) return false
  await updateStaff(scope, staffId, { email })
  return true
}

/** Why the clinic cannot do without somebody; null when it can. Asked under a lock that holds until the transaction ends. */
export async function removalRefusal(
  scope: StaffScope,
  staffId: string,
): Promise<'last-administrator' | 'is-owner' | null> {
  const administrators = await lockAdministrators(scope)
  if (administrators.length === 1 && administrators[0] === staffId) return 'last-administrator'
  return (await findStaff(scope, staffId))?.isOwner ? 'is-owner' : null
}

/**
 * Lets go of a record whose account is deleted: it stays, inactive and of nobody, for what it did is on the record.
 * False, and nothing is changed, for somebody whom the clinic cannot do without.
 */
export async function detachStaffRecord(scope: StaffScope, staffId: string): Promise<boolean> {
  if ((await removalRefusal(scope, staffId)) !== null) return false
  await updateStaff(scope, staffId, { userId: null, status: 'inactive' })
  return true
}
