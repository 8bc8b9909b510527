/**
 * Roles, levels and named permissions: the one table (specification section 6).
 * Import-free, so that browsers may use it as a value.
 */
export const roles = ['super_admin', 'clinic_admin', 'clinic_staff', 'patient'] as const
export type Role = (typeof roles)[number]

export const permissions = [
  'sendReminders',
  'createConsents',
  'finaliseConsents',
  'manageTemplates',
  'viewStats',
  'manageStaff',
  'accessSettings',
  'overrideConsents',
] as const
export type Permission = (typeof permissions)[number]

/** Flags that a staff record may carry besides the permissions; registration sets `canViewPatients`. */
export const extraFlags = [
  'canViewPatients',
  'canEditPatients',
  'canSendForms',
  'canManageTemplates',
  'canManageBilling',
  'canManageStaff',
] as const
export type Flag = Permission | (typeof extraFlags)[number]

export type Level = 1 | 2 | 3 | 4
export const defaultLevel: Level = 1

const levelTwoPermissions = ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats'] as const

export const permissionsOfLevel: Record<Level, readonly Permission[]> = {
  1: ['sendReminders'],
  2: levelTwoPermissions,
  3: [...levelTwoPermissions, 'manageTemplates'],
  4: permissions,
}

const permissionsOfRole: Record<Role, readonly Permission[]> = {
  super_admin: permissions,
  clinic_admin: permissions,
  clinic_staff: levelTwoPermissions,
  patient: [],
}

export type PermissionHolder = { role: Role; level: Level; flags: Partial<Record<Flag, boolean>> }

export type PermissionGrant = 'role' | 'flag' | 'level' | 'role-default'

/** Why somebody holds a permission, in the order of section 6; `null` when they do not. Flags grant, never deny. */
export function permissionGrantOf(holder: PermissionHolder, wanted: Flag): PermissionGrant | null {
  if (holder.role === 'super_admin' || holder.role === 'clinic_admin') return 'role'
  if (holder.flags[wanted]) return 'flag'
  if ((permissionsOfLevel[holder.level] as readonly string[]).includes(wanted)) return 'level'
  if ((permissionsOfRole[holder.role] as readonly string[]).includes(wanted)) return 'role-default'
  return null
}

/** Permissions that open everything a further flag opens (rulings 34): whoever holds one needs no flag for it. */
export const impliedBy: Partial<Record<Flag, Permission>> = {
  canEditPatients: 'createConsents',
  canSendForms: 'createConsents',
  canManageTemplates: 'manageTemplates',
  canManageStaff: 'manageStaff',
}

/** Whether somebody holds a permission or flag, whatever granted it. */
export const hasPermission = (holder: PermissionHolder, wanted: Flag): boolean =>
  permissionGrantOf(holder, wanted) !== null
