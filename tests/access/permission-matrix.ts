import type { TestStaff } from '../../server/testing/test-people.ts'

/** Section 6 of the specification, written down a second time so that the code's own table is not its own judge. */
const permissionsByLevel: Record<number, string[]> = {
  1: ['sendReminders'],
  2: ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats'],
  3: ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats', 'manageTemplates'],
  4: [
    'sendReminders',
    'createConsents',
    'finaliseConsents',
    'manageTemplates',
    'viewStats',
    'manageStaff',
    'accessSettings',
    'overrideConsents',
  ],
}
const clinicStaffPermissions = ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats']

/** Whether section 6 grants a member of staff any one of these permissions; flags only grant, never deny. */
export function isGranted({ role, level, permissions = {} }: TestStaff, anyOf: readonly string[]): boolean {
  if (role === 'clinic_admin') return true
  const flags = Object.entries(permissions).filter(([, set]) => set)
  const held = [...flags.map(([name]) => name), ...permissionsByLevel[level]!, ...clinicStaffPermissions]
  return anyOf.some((name) => held.includes(name))
}
