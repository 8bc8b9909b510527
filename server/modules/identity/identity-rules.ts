import type { AdminCaller, ClinicCaller, Visit } from '../../../contract/access.ts'
import type { SessionUser } from '../../../contract/identity.ts'
import {
  defaultLevel,
  extraFlags,
  holds,
  permissions,
  type Flag,
  type Holder,
  type Level,
} from '../../../contract/permissions.ts'

/** A staff record as a session needs it, with the state of its clinic. */
export type StaffFacts = {
  staffId: string
  staffStatus: string
  role: 'clinic_admin' | 'clinic_staff'
  flags: Partial<Record<Flag, boolean>>
  level: Level
  loginHoursRestricted: boolean
  loginHours: SessionUser['loginHours']
  clinicId: string
  clinicName: string
  clinicStatus: string
}

/** A session with the account that opened it and the staff record it acts as, if any. */
export type SessionFacts = {
  sessionId: string
  userId: string
  email: string
  name: string
  platformRole: string
  userActive: boolean
  startedAt: Date
  staff: StaffFacts | null
}

/** Why a person with the right password may still not come in; null when they may. */
export function refusalOf({
  userActive,
  platformRole,
  staff,
}: Pick<SessionFacts, 'userActive' | 'platformRole' | 'staff'>) {
  if (!userActive) return 'user-disabled'
  if (platformRole === 'super_admin' || !staff) return null
  if (staff.staffStatus !== 'active') return 'user-disabled'
  return staff.clinicStatus === 'active' ? null : 'clinic-suspended'
}

const holderOf = ({ role, level, flags }: StaffFacts): Holder => ({ role, level, flags })

/** The clinic caller of a session, or null: no staff record, or the person or the clinic is not active. */
export function clinicCallerOf(session: SessionFacts, visit: Visit): ClinicCaller | null {
  const { staff, userId, name, email } = session
  if (!staff || refusalOf(session) !== null || session.platformRole === 'super_admin') return null
  return {
    audience: 'clinic',
    clinicId: staff.clinicId,
    staffId: staff.staffId,
    holder: holderOf(staff),
    actor: { kind: 'staff', userId, staffId: staff.staffId, name, email, role: staff.role },
    visit: { ...visit, sessionId: session.sessionId },
  }
}

/** The admin caller of a session; null for anybody but an active super administrator. */
export function adminCallerOf(session: SessionFacts, visit: Visit): AdminCaller | null {
  if (session.platformRole !== 'super_admin' || !session.userActive) return null
  const { userId, name, email, sessionId } = session
  return {
    audience: 'admin',
    actor: { kind: 'admin', userId, name, email, role: 'super_admin' },
    visit: { ...visit, sessionId },
  }
}

/** A user without a staff record is an active clinic_staff of no clinic, who reads nothing (rulings 35). */
const noStaff = { role: 'clinic_staff', level: defaultLevel, flags: {} } as const

/** The signed-in person as screens know them. */
export function sessionUserOf(session: SessionFacts): SessionUser {
  const { staff } = session
  const isAdmin = session.platformRole === 'super_admin'
  const holder: Holder = isAdmin ? { ...noStaff, role: 'super_admin' } : staff ? holderOf(staff) : noStaff
  return {
    uid: session.userId,
    email: session.email,
    displayName: session.name,
    role: holder.role,
    clinicId: isAdmin ? null : (staff?.clinicId ?? null),
    clinicName: isAdmin ? null : (staff?.clinicName ?? null),
    isActive: session.userActive,
    permissions:
      staff || isAdmin ? [...permissions, ...extraFlags].filter((flag) => holds(holder, flag)) : [],
    permissionLevel: holder.level,
    loginHoursRestricted: staff?.loginHoursRestricted ?? false,
    loginHours: staff?.loginHours ?? {},
  }
}

/** How long a session lasted, as the audit log says it: '12 minutes 5 seconds'. */
export function durationText(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  return `${Math.floor(seconds / 60)} minutes ${seconds % 60} seconds`
}
