import type {
  AccountCaller,
  Actor,
  AdminCaller,
  ClinicCaller,
  RequestContext,
} from '../../../contract/access.ts'
import type { LoginHours, SessionUser } from '../../../contract/identity.ts'
import { session_hours_max, session_idle_minutes_default } from '../../../contract/limits.ts'
import {
  defaultLevel,
  extraFlags,
  hasPermission,
  permissions,
  type Flag,
  type PermissionHolder,
  type Level,
} from '../../../contract/permissions.ts'
import type { AuditAttribution } from '../../platform/http/refusal.ts'
import { isSingleSignOn } from './single-sign-on-method.ts'

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
  /** From when on; null: since it was required. */
  secondFactorFrom: Date | null
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
  method: string
  authenticatedAt: Date
  seenAt: Date
  expiresAt: Date
  startedAt: Date
  /** An app or a passkey. */
  hasSecondFactor: boolean
  staff: StaffFacts | null
}

type AccountStatus = Pick<AccountFacts, 'userActive' | 'platformRole'> & { staff: StaffFacts | null }

export const isSuperAdmin = ({ platformRole }: Pick<AccountFacts, 'platformRole'>): boolean =>
  platformRole === 'super_admin'

type AccountStatusRefusal = 'user-disabled' | 'account-deactivated' | 'clinic-suspended'

/** Why a person who has proved who they are may still not come in; null when they may. */
export function accountRefusal({
  userActive,
  platformRole,
  staff,
}: AccountStatus): AccountStatusRefusal | null {
  if (!userActive) return 'user-disabled'
  if (isSuperAdmin({ platformRole }) || !staff) return null
  if (staff.staffStatus !== 'active') return 'account-deactivated'
  if (staff.clinicStatus === 'active') return null
  return staff.clinicStatus === 'suspended' ? 'clinic-suspended' : 'account-deactivated'
}

/** Whether this session opens anything but the steps of signing in. */
export const isSessionOpen = (session: SessionFacts): boolean =>
  session.stage === 'open' && accountRefusal(session) === null

/**
 * Whether a session may open what is beyond one practice: somebody's who works at one, has a second factor, and proved
 * to us who they are. A practice's provider says so in that practice alone.
 */
export const isTrustedBeyondPractice = (session: SessionFacts): boolean =>
  session.staff !== null &&
  session.hasSecondFactor &&
  isSessionOpen(session) &&
  !isSuperAdmin(session) &&
  !isSingleSignOn(session.method)

/** How long a session of this person may last, in hours. */
export const sessionHoursOf = (staff: StaffFacts | null): number => staff?.sessionHours ?? session_hours_max

/** Somebody in person, and where they were when it happened. */
export type ActorWithVisit = AuditAttribution & Required<Pick<AuditAttribution, 'actor' | 'visit'>>

const permissionHolderOf = ({ role, level, flags }: StaffFacts): PermissionHolder => ({ role, level, flags })

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
export const actorOfAccount = (
  account: AccountFacts,
  staff: StaffFacts | null,
  visit: RequestContext,
): ActorWithVisit => ({
  actor: actorOf(account, staff),
  visit,
  ...(staff ? { clinicId: staff.clinicId } : {}),
})

/** The same for what is done with a session that opens nothing by itself. */
export const actorOfSession = ({ staff, ...session }: SessionFacts, visit: RequestContext): ActorWithVisit =>
  actorOfAccount(session, staff, { ...visit, sessionId: session.sessionId })

/** The signed-in person as the caller of their own account. */
export function accountCallerOf(session: SessionFacts, visit: RequestContext): AccountCaller | null {
  if (!isSessionOpen(session)) return null
  const { userId, staff, authenticatedAt, sessionId } = session
  return {
    audience: 'account',
    userId,
    clinicId: staff?.clinicId ?? null,
    staffId: staff?.staffId ?? null,
    // A practice's provider says who somebody is in that practice: nothing proves that the account itself is theirs.
    provedAt: isSingleSignOn(session.method) ? new Date(0) : authenticatedAt,
    actor: actorOf(session, staff),
    visit: { ...visit, sessionId },
  }
}

/** The clinic caller of a session, or null: not open, no staff record, or the person or the clinic is not active. */
export function clinicCallerOf(session: SessionFacts, visit: RequestContext): ClinicCaller | null {
  const { staff, userId, name, email, sessionId, authenticatedAt } = session
  if (!staff || !isSessionOpen(session) || isSuperAdmin(session)) return null
  return {
    audience: 'clinic',
    clinicId: staff.clinicId,
    staffId: staff.staffId,
    holder: permissionHolderOf(staff),
    provedAt: authenticatedAt,
    actor: { kind: 'staff', userId, staffId: staff.staffId, name, email, role: staff.role },
    visit: { ...visit, sessionId },
  }
}

/** The admin caller of a session; null for anybody but an active super administrator. */
export function adminCallerOf(session: SessionFacts, visit: RequestContext): AdminCaller | null {
  if (!isSuperAdmin(session) || !isSessionOpen(session)) return null
  const { userId, name, email, sessionId, authenticatedAt } = session
  return {
    audience: 'admin',
    provedAt: authenticatedAt,
    actor: { kind: 'admin', userId, name, email, role: 'super_admin' },
    visit: { ...visit, sessionId },
  }
}

/** A user without a staff record is an active clinic_staff of no clinic, who reads nothing (rulings 35). */
const noPermissions = { role: 'clinic_staff', level: defaultLevel, flags: {} } as const

/** The signed-in person as screens know them; `others` are all staff records of the account. */
export function sessionUserOf(session: SessionFacts, others: readonly StaffFacts[]): SessionUser {
  const isAdmin = isSuperAdmin(session)
  const staff = isAdmin ? null : session.staff
  const holder: PermissionHolder = isAdmin
    ? { ...noPermissions, role: 'super_admin' }
    : staff
      ? permissionHolderOf(staff)
      : noPermissions
  const mayOpen = others.filter((record) => accountRefusal({ ...session, staff: record }) === null)
  const here = mayOpen.filter(({ staffId }) => staffId === staff?.staffId)
  const elsewhere = isSingleSignOn(session.method)
    ? []
    : mayOpen.filter(({ staffId }) => staffId !== staff?.staffId)
  return {
    uid: session.userId,
    email: session.email,
    displayName: session.name,
    role: holder.role,
    clinicId: staff?.clinicId ?? null,
    clinicName: staff?.clinicName ?? null,
    isActive: session.userActive,
    permissions:
      staff || isAdmin ? [...permissions, ...extraFlags].filter((flag) => hasPermission(holder, flag)) : [],
    permissionLevel: holder.level,
    loginHoursRestricted: staff?.loginHoursRestricted ?? false,
    loginHours: staff?.loginHours ?? {},
    photo: session.photo,
    clinics: isAdmin
      ? []
      : [...here, ...elsewhere].map(({ staffId, clinicName }) => ({ staffId, clinicName })),
    idleMinutes: staff?.idleMinutes ?? session_idle_minutes_default,
    // Once the day has come, only the setting up is open to whoever has none.
    secondFactorBy:
      (staff?.requiresSecondFactor && !session.hasSecondFactor && staff.secondFactorFrom?.toISOString()) ||
      null,
  }
}

/** How long a session lasted, as the audit log says it: '12 minutes 5 seconds'. */
export function formatDuration(from: Date, to: Date): string {
  const seconds = Math.max(0, Math.round((to.getTime() - from.getTime()) / 1000))
  return `${Math.floor(seconds / 60)} minutes ${seconds % 60} seconds`
}
