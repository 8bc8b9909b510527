import { isDeepStrictEqual } from 'node:util'
import type { LoginHours } from '../../../contract/identity.ts'
import { invitation_resend_minutes } from '../../../contract/limits.ts'
import {
  hasPermission,
  impliedBy,
  type Flag,
  type PermissionHolder,
  type Level,
} from '../../../contract/permissions.ts'
import { minute_ms } from '../../platform/clock.ts'

/** A member of staff as records and patients name them: 'Amara Okafor'. */
export const staffName = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${firstName} ${lastName}`.trim()

/** What a staff record lets somebody do, and when. */
export type Rights = {
  role: 'clinic_admin' | 'clinic_staff'
  permissionLevel: Level
  permissions: Partial<Record<Flag, boolean>>
  loginHoursRestricted: boolean
  loginHours: LoginHours
}
/** What makes somebody a clinician who may countersign (rulings 33). */
export type Registration = { isClinician: boolean; gdcNumber: string | null }
export type Member = Rights &
  Registration & {
    id: string
    isActive: boolean
    registered: boolean
    /** Whose practice it is: to be handed on before they can go. */
    isOwner: boolean
  }

export const holderOf = ({ role, permissionLevel, permissions }: Rights): PermissionHolder => ({
  role,
  level: permissionLevel,
  flags: permissions,
})

/**
 * Whoever may do everything that a flag opens gives nothing away with it that they cannot do themselves. Patients are
 * seen by everybody on the staff; `canManageBilling` is opened by nothing else and is given by those who hold it.
 */
function canGrant(actor: PermissionHolder, flag: Flag): boolean {
  const greater = impliedBy[flag]
  return (
    flag === 'canViewPatients' ||
    hasPermission(actor, flag) ||
    (greater !== undefined && hasPermission(actor, greater))
  )
}

/** The flags that are set; one that is false grants nothing and denies nothing. */
const grantedFlags = (permissions: Rights['permissions']): Flag[] =>
  (Object.keys(permissions) as Flag[]).filter((flag) => permissions[flag]).toSorted()

/** Whether somebody's rights are no more than the actor's own: an administrator of the clinic may all in it. */
export function hasAtLeastRights(actor: PermissionHolder, other: Rights): boolean {
  if (actor.role === 'clinic_admin') return true
  if (other.role === 'clinic_admin' || other.permissionLevel > actor.level) return false
  return grantedFlags(other.permissions).every((flag) => canGrant(actor, flag))
}

/** Rights in one form, for comparing and for the audit log. */
export const rightsOf = ({
  role,
  permissionLevel,
  permissions,
  loginHoursRestricted,
  loginHours,
}: Rights) => ({
  role,
  permissionLevel,
  permissions: grantedFlags(permissions),
  loginHoursRestricted,
  loginHours,
})

export const hasSameRights = (one: Rights, other: Rights): boolean =>
  isDeepStrictEqual(rightsOf(one), rightsOf(other))

const isSameRegistration = (one: Registration, other: Registration): boolean =>
  one.isClinician === other.isClinician && one.gdcNumber === other.gdcNumber

/** Nurses and hygienists are clinicians too, and need not have a number here: without one they do not countersign. */
const dentistTitlePattern = /\b(dentist|\w+dontist|(dental|oral) surgeon)\b/i

/** A dentist who may be the treating clinician countersigns, which takes a GDC number. */
export const needsGdcNumber = ({
  isClinician,
  gdcNumber,
  jobTitle,
}: Registration & { jobTitle: string }): boolean =>
  isClinician && !gdcNumber && dentistTitlePattern.test(jobTitle)

/** The clinic as a change of rights finds it, held so until the change is done. */
export type RightsChange = {
  actor: Member
  target: Member
  /** Everybody who is an active, registered administrator of the clinic now. */
  administratorIds: readonly string[]
}

/** Whether a change that takes the target's place among the administrators would leave the clinic with none. */
const isLastAdministrator = ({ target, administratorIds }: Omit<RightsChange, 'actor'>): boolean =>
  administratorIds.includes(target.id) && administratorIds.every((id) => id === target.id)

/**
 * Why a member's rights may not become these; null when they may. Nobody changes their own, which for an
 * administrator leaves out the GDC number: of a practice of one there is nobody else to enter it. The last
 * administrator is told what to do first, rather than that somebody else must do it.
 */
export function updateRefusal(standing: RightsChange, after: Rights & Registration) {
  const { actor, target } = standing
  const ends = after.role !== 'clinic_admin'
  const isLast = ends && isLastAdministrator(standing)
  if (actor.id === target.id) {
    if (isLast) return 'last-administrator'
    const registers = actor.role === 'clinic_admin' || isSameRegistration(target, after)
    return hasSameRights(target, after) && registers ? null : 'own-rights'
  }
  const holder = holderOf(actor)
  if (!hasAtLeastRights(holder, target) || !hasAtLeastRights(holder, after)) return 'above-own-rights'
  if (isLast) return 'last-administrator'
  return ends && target.isOwner ? 'is-owner' : null
}

/** Why a member may not be deactivated; null when they may. */
export function deactivationRefusal(standing: RightsChange) {
  const { actor, target } = standing
  const isLast = isLastAdministrator(standing)
  if (actor.id === target.id) return isLast ? 'last-administrator' : 'own-rights'
  if (!hasAtLeastRights(holderOf(actor), target)) return 'above-own-rights'
  if (isLast) return 'last-administrator'
  return target.isOwner ? 'is-owner' : null
}

/** Whether the last invitation is too fresh to send another. */
export const wasJustInvited = ({ invitedAt }: { invitedAt: Date | null }, now: Date): boolean =>
  invitedAt !== null && now.getTime() - invitedAt.getTime() < invitation_resend_minutes * minute_ms
