import { describe, expect, test } from 'vitest'
import { hasPermission, type Flag } from '../../../contract/permissions.ts'
import {
  allFlags,
  basePermissionsText,
  impliedGrantReason,
  permissionLevels,
  levelSummary,
  dependentGrantReason,
  rightOf,
  rightsOf,
  type RightsHolder,
} from './rights-words.ts'

const tom: RightsHolder = {
  firstName: 'Tom',
  role: 'clinic_staff',
  permissionLevel: 1,
  permissions: {},
  isClinician: true,
  gdcNumber: '248163',
}

describe('why somebody may', () => {
  test.each<[string, Partial<RightsHolder>, Flag, string, string]>([
    ['role', { role: 'clinic_admin' }, 'canManageBilling', 'Every practice administrator may', 'Admin'],
    ['flag', { permissions: { manageStaff: true } }, 'manageStaff', 'Granted to Tom personally', 'Granted'],
    ['level', { permissionLevel: 3 }, 'manageTemplates', 'Level 3', 'Level 3'],
    ['default', {}, 'createConsents', 'All staff may', 'All'],
    ['open to all', {}, 'canViewPatients', 'All staff may', 'All'],
    [
      'open to all, as registration notes for each',
      { permissions: { canViewPatients: true } },
      'canViewPatients',
      'All staff may',
      'All',
    ],
    [
      'what a greater right opens',
      { permissionLevel: 4 },
      'canManageStaff',
      'Included in ‘Manage staff’: level 4',
      'Level 4',
    ],
    ['countersigning', {}, 'finaliseConsents', 'All staff may', 'All'],
  ])('%s', (_, changes, flag, why, brief) => {
    expect(rightOf({ ...tom, ...changes }, flag)).toEqual({ flag, held: true, why, brief })
  })
})

describe('why somebody may not', () => {
  test('nothing gives it', () => {
    expect(rightOf(tom, 'overrideConsents')).toMatchObject({ held: false, why: 'Not granted' })
    expect(rightOf(tom, 'canManageBilling')).toMatchObject({ held: false, why: 'Not granted' })
  })

  test('a flag that is set to no takes nothing away', () => {
    const denied = { ...tom, permissionLevel: 4, permissions: { overrideConsents: false } } as const
    expect(rightOf(denied, 'overrideConsents')).toMatchObject({ held: true, why: 'Level 4' })
  })

  test.each<[Partial<RightsHolder>, string]>([
    [{ isClinician: false }, 'a clinical role and a GDC number'],
    [{ gdcNumber: null }, 'a GDC number'],
    [{ gdcNumber: '' }, 'a GDC number'],
    [{ role: 'clinic_admin', isClinician: false, gdcNumber: null }, 'a clinical role and a GDC number'],
  ])('countersigning as %o lacks something', (changes, lacks) => {
    const right = rightOf({ ...tom, ...changes }, 'finaliseConsents')
    expect(right.held).toBe(false)
    expect(right.why).toMatch(new RegExp(`but countersigning also needs ${lacks}$`))
  })
})

test('nothing the server gives is shown as missing', () => {
  const roles = ['clinic_admin', 'clinic_staff'] as const
  const holders = roles.flatMap((role) =>
    permissionLevels.map((permissionLevel) => ({ ...tom, role, permissionLevel })),
  )
  for (const holder of holders) {
    const held = rightsOf(holder).filter((right) => right.held)
    const given = allFlags.filter((flag) =>
      hasPermission({ role: holder.role, level: holder.permissionLevel, flags: {} }, flag),
    )
    expect(held.map(({ flag }) => flag)).toEqual(expect.arrayContaining(given))
  }
})

test('what is held anyway needs no tick, whether it was ticked before or not', () => {
  expect(impliedGrantReason(tom, 'manageStaff')).toBeNull()
  expect(impliedGrantReason({ ...tom, permissions: { manageStaff: true } }, 'manageStaff')).toBeNull()
  expect(impliedGrantReason({ ...tom, permissionLevel: 4 }, 'manageStaff')).toBe('Level 4')
  expect(impliedGrantReason({ ...tom, gdcNumber: null }, 'finaliseConsents')).toContain('a GDC number')
})

test.each<[string, Partial<RightsHolder>, Flag, string | null]>([
  ['opens nothing by itself', {}, 'canManageStaff', 'Included in ‘Manage staff’, which opens its pages'],
  ['was ticked before', { permissions: { canManageStaff: true } }, 'canManageStaff', null],
  ['is there with the other', { permissions: { manageStaff: true } }, 'canManageStaff', null],
  ['is there with the level', { permissionLevel: 4 }, 'canManageStaff', null],
  ['opens pages of its own', {}, 'manageStaff', null],
  ['acts on a page that is open to all', {}, 'canManageTemplates', null],
])('a permission that %s', (_, changes, flag, why) =>
  expect(dependentGrantReason({ ...tom, ...changes }, flag)).toBe(why),
)

test('levels say what they add', () => {
  expect(permissionLevels.map(levelSummary)).toEqual([
    'Send reminders',
    'Level 1, and create consents, finalise consents and view statistics',
    'Level 2, and manage templates',
    'Level 3, and manage staff, access settings and override consents',
  ])
  expect(basePermissionsText).toBe('send reminders, create consents, finalise consents and view statistics')
})
