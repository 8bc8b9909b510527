import { and, eq } from 'drizzle-orm'
import type { AdminScope, ClinicScope } from '../../platform/database/transaction.ts'
import { staff } from './staff-schema.ts'
import type { StaffRecord } from './staff-store.ts'

/** Whose practice is looked after: the caller's own, or any for those who run the platform. */
type OwnerScope = ClinicScope | AdminScope

const isMemberOfClinic = (clinicId: string, id: string) => and(eq(staff.clinicId, clinicId), eq(staff.id, id))

/**
 * The owner of a practice, and the administrators who could be it, kept from changing until the transaction ends: in
 * the order in which changes of rights lock them too.
 */
export async function lockOwnership(
  { tx }: OwnerScope,
  { clinicId, toId }: { clinicId: string; toId: string },
): Promise<{ owner: StaffRecord | undefined; heirs: StaffRecord[]; isKnown: boolean }> {
  const [ofClinic, isAdministrator] = [eq(staff.clinicId, clinicId), eq(staff.role, 'clinic_admin')]
  const isIn = and(eq(staff.status, 'active'), eq(staff.registered, true))
  const heirs = await tx
    .select()
    .from(staff)
    .where(and(ofClinic, isAdministrator, isIn))
    .orderBy(staff.id)
    .for('update')
  const [owner] = await tx
    .select()
    .from(staff)
    .where(and(ofClinic, eq(staff.isOwner, true)))
    .for('update')
  const [known] = await tx.select({ id: staff.id }).from(staff).where(isMemberOfClinic(clinicId, toId))
  return { owner, heirs, isKnown: known !== undefined }
}

/** One of the staff of any practice. */
export async function findPerson(
  { tx }: AdminScope,
  clinicId: string,
  staffId: string,
): Promise<StaffRecord | undefined> {
  const [found] = await tx.select().from(staff).where(isMemberOfClinic(clinicId, staffId))
  return found
}

/** Makes one administrator the owner in place of another. */
export async function setOwner(
  { tx, now }: OwnerScope,
  { clinicId, fromId, toId }: { clinicId: string; fromId: string | null; toId: string },
): Promise<void> {
  // One after the other: no practice has two owners, not for a moment.
  if (fromId)
    await tx.update(staff).set({ isOwner: false, updatedAt: now }).where(isMemberOfClinic(clinicId, fromId))
  await tx.update(staff).set({ isOwner: true, updatedAt: now }).where(isMemberOfClinic(clinicId, toId))
}

export type InvitedAdministrator = Pick<
  StaffRecord,
  'clinicId' | 'email' | 'firstName' | 'lastName' | 'isOwner'
>

/** Puts an administrator on the staff of a practice who has not registered yet; answers the id of the record. */
export async function insertAdministrator(
  { tx, now }: AdminScope,
  person: InvitedAdministrator,
): Promise<string> {
  const [made] = await tx
    .insert(staff)
    .values({
      ...person,
      role: 'clinic_admin',
      permissionLevel: 4,
      invitedAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .returning({ id: staff.id })
  return made!.id
}

/** Says that an invitation was asked for anew, which makes the one before worthless. */
export async function renewInvitation(
  { tx, now }: AdminScope,
  clinicId: string,
  staffId: string,
): Promise<void> {
  await tx.update(staff).set({ invitedAt: now, updatedAt: now }).where(isMemberOfClinic(clinicId, staffId))
}
