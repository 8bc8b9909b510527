import { and, eq } from 'drizzle-orm'
import type { Level } from '../../../contract/permissions.ts'
import type { StaffScope } from '../../platform/database/transaction.ts'
import { staff } from './staff-schema.ts'
import { updateStaff, isMember } from './staff-store.ts'

/** What a record gets on registration (specification section 3); flags only grant, so those not set stay as they are. */
const registrationFlags = {
  canViewPatients: true,
  canEditPatients: false,
  canSendForms: false,
  canManageTemplates: false,
  canManageBilling: false,
  canManageStaff: false,
}

export type RegisteredPerson = { userId: string; firstName: string; lastName: string }

/**
 * Marks a record registered and joins it to its account. False when it was registered or deactivated meanwhile, so
 * that of two who register at once one alone succeeds.
 */
export async function markRegistered(
  scope: StaffScope,
  staffId: string,
  { userId, firstName, lastName }: RegisteredPerson,
): Promise<boolean> {
  const own = and(isMember(scope, staffId), eq(staff.registered, false), eq(staff.status, 'active'))
  const [before] = await scope.tx
    .select({ permissions: staff.permissions })
    .from(staff)
    .where(own)
    .for('update')
  if (!before) return false
  await scope.tx
    .update(staff)
    .set({
      userId,
      firstName,
      lastName,
      registered: true,
      permissions: { ...registrationFlags, ...before.permissions },
      updatedAt: scope.now,
    })
    .where(own)
  return true
}

/** The first member of staff of a practice that signed itself up: its administrator, and whose it is. */
export async function insertFounder(
  scope: StaffScope,
  founder: RegisteredPerson & { email: string },
): Promise<string> {
  const [made] = await scope.tx
    .insert(staff)
    .values({
      ...founder,
      clinicId: scope.clinicId,
      role: 'clinic_admin',
      permissionLevel: 4,
      permissions: { ...registrationFlags },
      registered: true,
      isOwner: true,
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .returning({ id: staff.id })
  return made!.id
}

/**
 * Somebody whom the practice's own sign-in knows, and nobody had invited: staff of a level, never an administrator. Null
 * where the address is on the staff by now.
 */
export async function insertProvisioned(
  scope: StaffScope,
  {
    userId,
    ...person
  }: Omit<RegisteredPerson, 'userId'> & { userId: string | null; email: string; level: Level },
): Promise<string | null> {
  const { level, ...names } = person
  const [made] = await scope.tx
    .insert(staff)
    .values({
      ...names,
      userId,
      clinicId: scope.clinicId,
      role: 'clinic_staff',
      permissionLevel: level,
      permissions: { ...registrationFlags },
      registered: userId !== null,
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing({ target: [staff.clinicId, staff.email] })
    .returning({ id: staff.id })
  return made?.id ?? null
}

/** Joins a registered record to the account of its address again; for repairs. */
export async function linkStaffToAccount(scope: StaffScope, staffId: string, userId: string): Promise<void> {
  await updateStaff(scope, staffId, { userId, registered: true })
}
