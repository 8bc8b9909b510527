import { describe, expect, it } from 'vitest'
import {
  extraFlags,
  permissionGrantOf,
  hasPermission,
  permissions,
  roles,
  type Flag,
  type PermissionHolder,
  type Level,
  type Role,
} from './permissions.ts'

const levels: readonly Level[] = [1, 2, 3, 4]

/** The table of section 6 of the specification as it stands there: a row for each permission, a mark for each level. */
const levelTable: [Flag, Record<Level, boolean>][] = [
  ['sendReminders', { 1: true, 2: true, 3: true, 4: true }],
  ['createConsents', { 1: false, 2: true, 3: true, 4: true }],
  ['finaliseConsents', { 1: false, 2: true, 3: true, 4: true }],
  ['manageTemplates', { 1: false, 2: false, 3: true, 4: true }],
  ['viewStats', { 1: false, 2: true, 3: true, 4: true }],
  ['manageStaff', { 1: false, 2: false, 3: false, 4: true }],
  ['accessSettings', { 1: false, 2: false, 3: false, 4: true }],
  ['overrideConsents', { 1: false, 2: false, 3: false, 4: true }],
]
const createHolder = (
  role: Role,
  level: Level = 1,
  flags: PermissionHolder['flags'] = {},
): PermissionHolder => ({ role, level, flags })

it('names the permissions of section 6', () => {
  expect(levelTable.map(([name]) => name)).toEqual([...permissions])
})

describe.each(levelTable)('%s', (name, ofLevel) => {
  it.each(levels)('by level %i alone is as in the table', (level) => {
    // The role of a patient grants nothing of its own, so what is left is the level.
    expect(hasPermission(createHolder('patient', level), name)).toBe(ofLevel[level])
  })

  it('is held by both kinds of administrator, whatever their level', () => {
    expect(hasPermission(createHolder('super_admin'), name)).toBe(true)
    expect(hasPermission(createHolder('clinic_admin'), name)).toBe(true)
  })

  it('is granted by a flag, and never denied by one', () => {
    expect(hasPermission(createHolder('patient', 1, { [name]: true }), name)).toBe(true)
    expect(hasPermission(createHolder('clinic_admin', 1, { [name]: false }), name)).toBe(true)
    expect(hasPermission(createHolder('clinic_staff', 4, { [name]: false }), name)).toBe(true)
  })
})

it('gives every clinic_staff the defaults of the role, and no more', () => {
  const held = permissions.filter((name) => hasPermission(createHolder('clinic_staff'), name))
  expect(held).toEqual(['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats'])
})

it.each(extraFlags)('%s comes by no level, only by its flag or an administrator', (flag) => {
  for (const level of levels) expect(hasPermission(createHolder('clinic_staff', level), flag)).toBe(false)
  expect(hasPermission(createHolder('clinic_staff', 1, { [flag]: true }), flag)).toBe(true)
  expect(hasPermission(createHolder('clinic_admin'), flag)).toBe(true)
})

/** Section 6 in its own order, written down here a second time: administrator, then flag, then level, then role. */
function expectedGrant(role: Role, level: Level, flag: boolean | undefined, wanted: Flag) {
  if (role === 'super_admin' || role === 'clinic_admin') return 'role'
  if (flag) return 'flag'
  if (levelTable.find(([name]) => name === wanted)?.[1][level]) return 'level'
  const ofRole = ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats']
  return role === 'clinic_staff' && ofRole.includes(wanted) ? 'role-default' : null
}

const everyFlag: readonly Flag[] = [...permissions, ...extraFlags]
const settings = [true, false, undefined] as const
const cases = roles.flatMap((role) =>
  levels.flatMap((level) =>
    settings.flatMap((flag) => everyFlag.map((wanted) => [role, level, flag, wanted] as const)),
  ),
)

it('has a case for each role, level, setting of the flag and permission', () => {
  expect(cases).toHaveLength(4 * 4 * 3 * 14)
})

it.each(cases)('%s of level %i with the flag %s: %s', (role, level, flag, wanted) => {
  const expected = expectedGrant(role, level, flag, wanted)
  const held = createHolder(role, level, flag === undefined ? {} : { [wanted]: flag })
  expect(permissionGrantOf(held, wanted)).toBe(expected)
  expect(hasPermission(held, wanted)).toBe(expected !== null)
})

it('a flag grants what it names and nothing else', () => {
  for (const named of everyFlag)
    for (const other of everyFlag.filter((flag) => flag !== named))
      expect(hasPermission(createHolder('patient', 1, { [named]: true }), other)).toBe(
        other === 'sendReminders',
      )
})
