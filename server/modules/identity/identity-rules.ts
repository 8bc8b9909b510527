import type { AccountCaller, Actor, AdminCaller, ClinicCaller, Visit } from '../../../contract/access.ts'
import type { LoginHours, SessionUser } from '../../../contract/identity.ts'
import { session_hours_max, session_idle_minutes_default } from '../../../contract/limits.ts'
import {
  defaultLevel,
  extraFlags,
  holds,
  permissions,
  type Flag,
  type Holder,
  type Level,
} from '../../../contract/permissions.ts'
import type { By } from '../../platform/http/refusal.ts'

/** A staff record as a session needs it, with what its clinic says of sessions. */
export type StaffFacts = {
  staffId: string
  staffStatus: string
  role: 'clinic_admin' | 'clinic_staff'
  flags: Partial<Record<Flag, boolean>>
  level: Level
  loginHoursRestricted: boolean
  loginHours: LoginHours
  clinicId: string
  clinicName: string
  clinicStatus: string
  timeZone: string
  idleMinutes: number
  sessionHours: number
  requiresSecondFactor: boolean
}

/** An account as far as signing in depends on it. */
export type AccountFacts = {
  userId: string
  email: string
  name: string
  photo: string | null
  platformRole: string
  userActive: boolean
}

export type SessionStage = 'proving' | 'second-factor' | 'enrol' | 'open' | 'locked'

/** A session with the account that opened it and the staff record it acts as, if any. */
export type SessionFacts = AccountFacts & {
  sessionId: string
  stage: SessionStage
  /** The handover to a patient that the session is locked to; null while nobody holds it but its person. */
  lockedTo: string | null
  way: string
  provedAt: Date
  seenAt: Date
  expiresAt: Date
  startedAt: Date
  staff: StaffFacts | null
}

type Standing = Pick<AccountFacts, 'userActive' | 'platformRole'> & { staff: StaffFacts | null }

export const isSuperAdmin = ({ platformRole }: Pick<AccountFacts, 'platformRole'>): boolean =>
  platformRole === 'super_admin'

type StandingRefusal = 'user-disabled' | 'account-deactivated' | 'clinic-suspended'

/** Why a person who has proved who they are may still not come in; null when they may. */
export function refusalOf({ userActive, platformRole, staff }: Standing): StandingRefusal | null {
  if (!userActive) return 'user-disabled'
  if (isSuperAdmin({ platformRole }) || !staff) return null
  if (staff.staffStatus !== 'active') return 'account-deactivated'
  if (staff.clinicStatus === 'active') return null
  return staff.clinicStatus === 'suspended' ? 'clinic-suspended' : 'account-deactivated'
}

/** Whether this session opens anything but the steps of signing in. */
export const isOpen = (session: SessionFacts): boolean =>
  session.stage === 'open' && refusalOf(session) === null

/** Whether whoever signs in must have a second factor: super administrators, and where their clinic asks for it. */
export const mustHaveSecondFactor = ({
  platformRole,
  staff,
}: Pick<Standing, 'platformRole' | 'staff'>): boolean =>
  isSuperAdmin({ platformRole }) || staff?.requiresSecondFactor === true

/** How long a session of this person may last, in hours. */
export const sessionHoursOf = (staff: StaffFacts | null): number => staff?.sessionHours ?? session_hours_max

/** Somebody in person, and where they were when it happened. */
export type InPerson = By & Required<Pick<By, 'actor' | 'visit'>>

const holderOf = ({ role, level, flags }: StaffFacts): Holder => ({ role, level, flags })

/** Whom the audit log names for an account: staff in their clinic, an administrator, or somebody of no clinic. */
function actorOf(
  { userId, name, email, platformRole }: AccountFacts,
  staff: StaffFacts | null,
): Extract<Actor, { userId: string }> {
  const person = { userId, name, email }
  if (isSuperAdmin({ platformRole })) return { kind: 'admin', ...person, role: 'super_admin' }
  if (staff) return { kind: 'staff', ...person, staffId: staff.staffId, role: staff.role }
  return { kind: 'member', ...person, role: 'clinic_staff' }
}

/** Whom the audit log names where no session is open: what is refused belongs to its clinic all the same. */
export const byOf = (account: AccountFacts, staff: StaffFacts | null, visit: Visit): InPerson => ({
  actor: actorOf(account, staff),
  visit,
  ...(staff ? { clinicId: staff.clinicId } : {}),
})

/** The same for what is done with a session that opens nothing by itself. */
export const byOfSession = ({ staff, ...session }: SessionFacts, visit: Visit): InPerson =>
  byOf(session, staff, { ...visit, sessionId: session.sessionId })

/** The signed-in person as the caller of their own account. */
export function accountCallerOf(session: SessionFacts, visit: Visit): AccountCaller | null {
  if (!isOpen(session)) return null
  const { userId, staff, provedAt, sessionId } = session
  return {
    audience: 'account',
    userId,
    clinicId: staff?.clinicId ?? null,
    staffId: staff?.staffId ?? null,
    provedAt,
    actor: actorOf(session, staff),
    visit: { ...visit, sessionId },
  }
}

/** The clinic caller of a session, or null: not open, no staff record, or the person or the clinic is not active. */
export function clinicCallerOf(session: SessionFacts, visit: Visit): ClinicCaller | null {
  const { staff, userId, name, email, sessionId, provedAt } = session
  if (!staff || !isOpen(session) || isSuperAdmin(session)) return null
  return {
    audience: 'clinic',
    clinicId: staff.clinicId,
    staffId: staff.staffId,
    holder: holderOf(staff),
    provedAt,
    actor: { kind: 'staff', userId, staffId: staff.staffId, name, email, role: staff.role },
    visit: { ...visit, sessionId },
  }
}

/** The admin caller of a session; null for anybody but an active super administrator. */
export function adminCallerOf(session: SessionFacts, visit: Visit): AdminCaller | null {
  if (!isSuperAdmin(session) || !isOpen(session)) return null
  const { userId, name, email, sessionId, provedAt } = session
  return {
    audience: 'admin',
    provedAt,
    actor: { kind: 'admin', userId, name, email, role: 'super_admin' },
    visit: { ...visit, sessionId },
  }
}

/** A user without a staff record is an active clinic_staff of no clinic, who reads nothing (rulings 35). */
const noStaff = { role: 'clinic_staff', level: defaultLevel, flags: {} } as const

/** The signed-in person as screens know them; `others` are all staff records of the account. */
export function sessionUserOf(session: SessionFacts, others: readonly StaffFacts[]): SessionUser {
  const isAdmin = isSuperAdmin(session)
  const staff = isAdmin ? null : session.staff
  const holder: Holder = isAdmin ? { ...noStaff, role: 'super_admin' } : staff ? holderOf(staff) : noStaff
  const mayOpen = others.filter((record) => refusalOf({ ...session, staff: record }) === null)
  const here = mayOpen.filter(({ staffId }) => staffId === staff?.staffId)
  const elsewhere = mayOpen.filter(({ staffId }) => staffId !== staff?.staffId)
  return {
    uid: session.userId,
    email: session.email,
    displayName: session.name,
    role: holder.role,
    clinicId: staff?.clinicId ?? null,
    clinicName: staff?.clinicName ?? null,
    isActive: session.userActive,
    permissions:
      staff || isAdmin ? [...permissions, ...extraFlags].filter((flag) => holds(holder, flag)) : [],
    permissionLevel: holder.level,
    loginHoursRestricted: staff?.loginHoursRestricted ?? false,
    loginHours: staff?.loginHours ?? {},
    photo: session.photo,
    clinics: isAdmin
      ? []
      : [...here, ...elsewhere].map(({ staffId, clinicName }) => ({ staffId, clinicName })),
    idleMinutes: staff?.idleMinutes ?? session_idle_minutes_default,
  }
}

/** How long a session lasted, as the audit log says it: '12 minutes 5 seconds'. */
export function durationText(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  return `${Math.floor(seconds / 60)} minutes ${seconds % 60} seconds`
}
