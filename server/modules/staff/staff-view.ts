import type { StaffMember } from '../../../contract/staff.ts'
import { invitation_days } from '../../../contract/limits.ts'
import { day_ms } from '../../platform/clock.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { Member } from './staff-rules.ts'
import { findLatestInvitations, type InvitationMessage, type StaffRecord } from './staff-store.ts'

/** A record as the rules know it. */
export const toMember = (record: StaffRecord): Member => ({
  ...record,
  role: record.role as Member['role'],
  permissionLevel: record.permissionLevel as Member['permissionLevel'],
  isActive: record.status === 'active',
})

/** Until when an invitation may be accepted that was asked for then. */
export const invitationExpiry = (invitedAt: Date): Date =>
  new Date(invitedAt.getTime() + invitation_days * day_ms)

type Invitation = NonNullable<StaffMember['invitation']>

function invitationOf(record: StaffRecord, message: InvitationMessage | undefined): Invitation | null {
  if (record.registered || !record.invitedAt || !message) return null
  return {
    status: message.status as Invitation['status'],
    sentAt: message.at.toISOString(),
    expiresAt: invitationExpiry(record.invitedAt).toISOString(),
  }
}

function viewOf(record: StaffRecord, message: InvitationMessage | undefined, meId: string): StaffMember {
  const { isActive, role, permissionLevel } = toMember(record)
  const { lastLoginAt, lastLoginIp } = record
  return {
    id: record.id,
    clinicId: record.clinicId,
    userId: record.userId,
    email: record.email,
    firstName: record.firstName,
    lastName: record.lastName,
    jobTitle: record.jobTitle,
    isClinician: record.isClinician,
    gdcNumber: record.gdcNumber,
    role,
    permissionLevel,
    permissions: record.permissions,
    loginHoursRestricted: record.loginHoursRestricted,
    loginHours: record.loginHours,
    registered: record.registered,
    isActive,
    isMe: record.id === meId,
    isOwner: record.isOwner,
    invitation: invitationOf(record, message),
    lastLogin: lastLoginAt
      ? { timestamp: lastLoginAt.toISOString(), ipAddress: lastLoginIp ?? 'unknown' }
      : null,
    createdAt: record.createdAt.toISOString(),
    updatedAt: record.updatedAt.toISOString(),
  }
}

/** Staff records as screens show them, each with where its invitation stands. */
export async function staffViews(scope: ClinicScope, records: StaffRecord[]): Promise<StaffMember[]> {
  const waiting = records.filter(({ registered }) => !registered).map(({ id }) => id)
  const invitations = await findLatestInvitations(scope, waiting)
  return records.map((record) => viewOf(record, invitations.get(record.id), scope.staffId))
}

export const staffView = async (scope: ClinicScope, record: StaffRecord): Promise<StaffMember> =>
  (await staffViews(scope, [record]))[0]!
