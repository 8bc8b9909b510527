import type { StaffMember } from '../../../contract/staff.ts'
import {
  extraFlags,
  permissionGrantOf,
  impliedBy,
  permissions,
  permissionsOfLevel,
  type Flag,
  type PermissionGrant,
  type Level,
  type Permission,
} from '../../../contract/permissions.ts'

/** Everything that somebody may or may not do, in the order of the table that shows it. */
export const allFlags: readonly Flag[] = [...permissions, ...extraFlags]

export const permissionLevels = [1, 2, 3, 4] as const

/** What each permission is called, and what it opens. */
export const flagWords: Record<Flag, { label: string; opens: string }> = {
  sendReminders: { label: 'Send reminders', opens: 'Send a patient their link again.' },
  createConsents: { label: 'Create consents', opens: 'Create consents for patients and send them.' },
  finaliseConsents: {
    label: 'Finalise consents',
    opens: 'Countersign what a patient has signed. It also needs a clinical role and a GDC number.',
  },
  manageTemplates: { label: 'Manage templates', opens: 'Create and edit consent templates.' },
  viewStats: { label: 'View statistics', opens: 'View consent numbers and outcomes.' },
  manageStaff: { label: 'Manage staff', opens: 'Use the Staff and User Cleanup pages.' },
  accessSettings: {
    label: 'Access settings',
    opens: 'Change sign-in settings and view the audit log.',
  },
  overrideConsents: { label: 'Override consents', opens: 'Void a consent, with a reason.' },
  canViewPatients: { label: 'View patients', opens: 'Search and view patients.' },
  canEditPatients: { label: 'Edit patients', opens: 'Add, change and archive patients.' },
  canSendForms: { label: 'Send forms', opens: 'Send consents created by others.' },
  canManageTemplates: { label: 'Manage treatments', opens: 'Edit the treatments the practice offers.' },
  canManageBilling: { label: 'Manage billing', opens: 'View and change the plan and payments.' },
  canManageStaff: {
    label: 'Change staff',
    opens: 'Add and edit staff.',
  },
}

/** A member of staff as far as their rights go. */
export type RightsHolder = Pick<
  StaffMember,
  'firstName' | 'role' | 'permissionLevel' | 'permissions' | 'isClinician' | 'gdcNumber'
>

/** Whether somebody may do something, why in words, and why in the one word that fits a narrow cell. */
export type Right = { flag: Flag; held: boolean; why: string; brief: string }

const everybody = { why: 'All staff may', brief: 'All' }

/** What somebody may do and why, as the server decides it: role, then what was given, then level, then the default. */
export function rightOf(member: RightsHolder, flag: Flag): Right {
  const grant = permissionGrantOf(
    { role: member.role, level: member.permissionLevel, flags: member.permissions },
    flag,
  )
  // Registration sets this flag for everybody, so that it says nothing about somebody in particular.
  if (flag === 'canViewPatients' && grant !== 'role') return { flag, held: true, ...everybody }
  if (grant === null) return inheritedRight(member, flag)
  const words = grantReason(member, grant)
  if (flag !== 'finaliseConsents' || (member.isClinician && member.gdcNumber)) {
    return { flag, held: true, ...words }
  }
  const lacks = member.isClinician ? 'a GDC number' : 'a clinical role and a GDC number'
  return { flag, held: false, why: `${words.why}, but countersigning also needs ${lacks}`, brief: 'No GDC' }
}

/** What is open to somebody who was not given it by name, because a greater right opens it too. */
function inheritedRight(member: RightsHolder, flag: Flag): Right {
  const greater = impliedBy[flag]
  const right = greater && rightOf(member, greater)
  if (!right?.held) return { flag, held: false, why: 'Not granted', brief: '' }
  const why = `Included in ‘${flagWords[right.flag].label}’: ${lowerFirst(right.why)}`
  return { flag, held: true, why, brief: right.brief }
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

function grantReason(member: RightsHolder, grant: PermissionGrant): { why: string; brief: string } {
  const { firstName, permissionLevel } = member
  const words: Record<PermissionGrant, { why: string; brief: string }> = {
    role: { why: 'Every practice administrator may', brief: 'Admin' },
    flag: { why: `Granted to ${firstName.trim() || 'them'} personally`, brief: 'Granted' },
    level: { why: `Level ${permissionLevel}`, brief: `Level ${permissionLevel}` },
    'role-default': everybody,
  }
  return words[grant]
}

/** Everything, held or not. */
export const rightsOf = (member: RightsHolder): Right[] => allFlags.map((flag) => rightOf(member, flag))

/** Why somebody would hold a permission without having been given it by name; null when only that would give it. */
export function impliedGrantReason(member: RightsHolder, flag: Flag): string | null {
  const { [flag]: _given, ...others } = member.permissions
  const { held, why, brief } = rightOf({ ...member, permissions: others }, flag)
  return held || brief === 'No GDC' ? why : null
}

/** Given alone it would open nothing: its pages open with the other permission, which brings it along. */
const requiredPermission: Partial<Record<Flag, Permission>> = { canManageStaff: 'manageStaff' }

/** Why a permission is not to be given by itself; null when it may be ticked, or a tick of before taken away. */
export function dependentGrantReason(member: RightsHolder, flag: Flag): string | null {
  const other = requiredPermission[flag]
  if (!other || member.permissions[flag] || impliedGrantReason(member, flag) !== null) return null
  return `Included in ‘${flagWords[other].label}’, which opens its pages`
}

const listFormat = new Intl.ListFormat('en-GB', { type: 'conjunction' })
const labelsOf = (flags: readonly Permission[]) =>
  listFormat.format(flags.map((flag) => lowerFirst(flagWords[flag].label)))

/** What a level gives, told by what it adds to the one below. */
export function levelSummary(level: Level): string {
  const below: readonly Permission[] = level === 1 ? [] : permissionsOfLevel[(level - 1) as Level]
  const added = labelsOf(permissionsOfLevel[level].filter((flag) => !below.includes(flag)))
  const text = level === 1 ? added : `level ${level - 1}, and ${added}`
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What nobody on the staff can be without, whatever their level. */
export const basePermissionsText: string = labelsOf(
  permissions.filter(
    (flag) => permissionGrantOf({ role: 'clinic_staff', level: 1, flags: {} }, flag) !== null,
  ),
)
