import { describe, expect, it, test } from 'vitest'
import { invitation_resend_minutes } from '../../../contract/limits.ts'
import { extraFlags, permissions, type Flag } from '../../../contract/permissions.ts'
import {
  deactivationRefusal,
  hasSameRights,
  holderOf,
  hasAtLeastRights,
  needsGdcNumber,
  rightsOf,
  staffName,
  updateRefusal,
  wasJustInvited,
  type Member,
  type RightsChange,
} from './staff-rules.ts'

test('names a member of staff without loose blanks', () => {
  expect(staffName({ firstName: 'Amara', lastName: 'Okafor' })).toBe('Amara Okafor')
  expect(staffName({ firstName: '', lastName: 'Okafor' })).toBe('Okafor')
})

const plainMember: Member = {
  id: 'receptionist',
  role: 'clinic_staff',
  permissionLevel: 1,
  permissions: {},
  loginHoursRestricted: false,
  loginHours: {},
  isClinician: false,
  gdcNumber: null,
  isActive: true,
  registered: true,
  isOwner: false,
}
const administrator: Member = { ...plainMember, id: 'administrator', role: 'clinic_admin' }
const manager: Member = { ...plainMember, id: 'manager', permissionLevel: 4 }
const lead: Member = { ...plainMember, id: 'lead', permissionLevel: 3, permissions: { canManageStaff: true } }

const rightsChange = (change: Partial<RightsChange>): RightsChange => ({
  actor: administrator,
  target: plainMember,
  administratorIds: ['administrator', 'other'],
  ...change,
})

describe('what may be given, by flag', () => {
  /** Who of the three may give it, written after section 6 and the rulings on what each flag opens. */
  const givers: Record<Flag, readonly string[]> = {
    sendReminders: ['administrator', 'manager', 'lead'],
    createConsents: ['administrator', 'manager', 'lead'],
    finaliseConsents: ['administrator', 'manager', 'lead'],
    viewStats: ['administrator', 'manager', 'lead'],
    manageTemplates: ['administrator', 'manager', 'lead'],
    manageStaff: ['administrator', 'manager'],
    accessSettings: ['administrator', 'manager'],
    overrideConsents: ['administrator', 'manager'],
    canViewPatients: ['administrator', 'manager', 'lead'],
    canEditPatients: ['administrator', 'manager', 'lead'],
    canSendForms: ['administrator', 'manager', 'lead'],
    canManageTemplates: ['administrator', 'manager', 'lead'],
    canManageStaff: ['administrator', 'manager', 'lead'],
    canManageBilling: ['administrator'],
  }
  it.each([...permissions, ...extraFlags])('%s', (flag) => {
    const after = { ...plainMember, permissions: { [flag]: true } }
    const may = [administrator, manager, lead].filter(
      (actor) => updateRefusal(rightsChange({ actor }), after) === null,
    )
    expect(may.map(({ id }) => id)).toEqual(givers[flag])
    const withheld = { ...plainMember, permissions: { [flag]: false } }
    expect(updateRefusal(rightsChange({ actor: lead }), withheld)).toBeNull()
  })
})

describe('what may be given, by level and role', () => {
  it.each([
    [administrator, 4, 'clinic_admin', true],
    [administrator, 1, 'clinic_admin', true],
    [administrator, 4, 'clinic_staff', true],
    [manager, 4, 'clinic_staff', true],
    [manager, 1, 'clinic_admin', false],
    [manager, 4, 'clinic_admin', false],
    [lead, 3, 'clinic_staff', true],
    [lead, 4, 'clinic_staff', false],
    [lead, 1, 'clinic_admin', false],
  ] as const)('$0.id gives level %i as %s: %s', (actor, permissionLevel, role, may) => {
    const after = { ...plainMember, permissionLevel, role }
    expect(updateRefusal(rightsChange({ actor }), after)).toBe(may ? null : 'above-own-rights')
    // The same rights held already protect their holder just so.
    const holder = { ...after, id: 'holder' }
    expect(updateRefusal(rightsChange({ actor, target: holder }), plainMember)).toBe(
      may ? null : 'above-own-rights',
    )
    expect(deactivationRefusal(rightsChange({ actor, target: holder }))).toBe(may ? null : 'above-own-rights')
    expect(hasAtLeastRights(holderOf(actor), after)).toBe(may)
  })

  it('is judged by what the actor holds, whatever granted it', () => {
    const settings = { ...plainMember, permissions: { accessSettings: true } }
    const actor = { ...lead, permissions: { canManageStaff: true, accessSettings: true } }
    expect(updateRefusal(rightsChange({ actor: lead }), settings)).toBe('above-own-rights')
    expect(updateRefusal(rightsChange({ actor }), settings)).toBeNull()
  })
})

describe('nobody changes their own rights', () => {
  const hours = { monday: { enabled: true, start: '09:00', end: '17:00' } }
  it.each<[string, Member, Partial<Member>, string | null]>([
    ['nothing', manager, {}, null],
    ['a flag that says no', manager, { permissions: { viewStats: false } }, null],
    ['a lower level', manager, { permissionLevel: 3 }, 'own-rights'],
    ['a flag held already', manager, { permissions: { manageStaff: true } }, 'own-rights'],
    ['the role', manager, { role: 'clinic_admin' }, 'own-rights'],
    ['whether hours hold', manager, { loginHoursRestricted: true }, 'own-rights'],
    ['the hours', manager, { loginHours: hours }, 'own-rights'],
    ['a GDC number', manager, { gdcNumber: '123456' }, 'own-rights'],
    ['being a clinician', manager, { isClinician: true }, 'own-rights'],
    ['an administrator: the GDC number', administrator, { isClinician: true, gdcNumber: '123456' }, null],
    ['an administrator: the role', administrator, { role: 'clinic_staff' }, 'own-rights'],
    ['an administrator: the level', administrator, { permissionLevel: 2 }, 'own-rights'],
  ])('%s', (_what, actor, change, refusal) => {
    expect(updateRefusal(rightsChange({ actor, target: actor }), { ...actor, ...change })).toBe(refusal)
  })

  it('nor deactivates themselves', () => {
    expect(deactivationRefusal(rightsChange({ actor: manager, target: manager }))).toBe('own-rights')
    expect(deactivationRefusal(rightsChange({ target: administrator }))).toBe('own-rights')
  })

  it('takes hours in another order for the same', () => {
    const other = { tuesday: hours.monday, ...hours }
    const one = { ...plainMember, loginHours: { ...hours, tuesday: hours.monday } }
    expect(hasSameRights(one, { ...plainMember, loginHours: other })).toBe(true)
    expect(hasSameRights(one, { ...plainMember, loginHours: hours })).toBe(false)
  })
})

describe('the last administrator', () => {
  const alone = { target: administrator, administratorIds: ['administrator'] }
  const colleague = { ...administrator, id: 'other' }
  it('is not demoted or deactivated, by themselves or by anybody', () => {
    for (const actor of [administrator, colleague]) {
      expect(updateRefusal(rightsChange({ ...alone, actor }), plainMember)).toBe('last-administrator')
      expect(deactivationRefusal(rightsChange({ ...alone, actor }))).toBe('last-administrator')
    }
  })

  it('stays one whose details change, and one of two may go', () => {
    expect(updateRefusal(rightsChange(alone), { ...administrator, gdcNumber: '123456' })).toBeNull()
    expect(updateRefusal(rightsChange({ target: colleague }), plainMember)).toBeNull()
    expect(deactivationRefusal(rightsChange({ target: colleague }))).toBeNull()
  })

  it('is not spoken of to those who hold less than they', () => {
    const actor = manager
    expect(updateRefusal(rightsChange({ ...alone, actor }), plainMember)).toBe('above-own-rights')
    expect(deactivationRefusal(rightsChange({ ...alone, actor }))).toBe('above-own-rights')
  })

  it('is none who has not registered or has been deactivated', () => {
    const invited = { ...administrator, id: 'invited', registered: false }
    expect(
      deactivationRefusal(rightsChange({ target: invited, administratorIds: ['administrator'] })),
    ).toBeNull()
  })
})

describe('the owner', () => {
  const owner = { ...administrator, id: 'owner', isOwner: true }
  const of = (actor: Member) =>
    rightsChange({ actor, target: owner, administratorIds: ['administrator', 'owner'] })

  it('is neither demoted nor deactivated before the practice is handed on', () => {
    expect(updateRefusal(of(administrator), { ...owner, role: 'clinic_staff' })).toBe('is-owner')
    expect(deactivationRefusal(of(administrator))).toBe('is-owner')
    expect(updateRefusal(of(administrator), { ...owner, isClinician: true })).toBeNull()
    expect(deactivationRefusal(of(owner))).toBe('own-rights')
  })

  it('is not spoken of to those who hold less', () => {
    expect(deactivationRefusal(of(manager))).toBe('above-own-rights')
  })
})

describe('a GDC number', () => {
  it.each([
    ['Dentist', true],
    ['Principal dentist', true],
    ['Orthodontist', true],
    ['Dental surgeon', true],
    ['Oral surgeon', true],
    ['ASSOCIATE DENTIST', true],
    ['Dental nurse', false],
    ['Dental hygienist', false],
    ['Dental therapist', false],
    ['Practice manager', false],
    ['', false],
  ])('of a clinician who is %j is needed: %s', (jobTitle, needed) => {
    expect(needsGdcNumber({ jobTitle, isClinician: true, gdcNumber: null })).toBe(needed)
    expect(needsGdcNumber({ jobTitle, isClinician: true, gdcNumber: '248163' })).toBe(false)
    expect(needsGdcNumber({ jobTitle, isClinician: false, gdcNumber: null })).toBe(false)
  })
})

test('the audit log names the flags that are set and no others', () => {
  expect(
    rightsOf({ ...plainMember, permissions: { viewStats: false, manageStaff: true, canSendForms: true } }),
  ).toEqual({
    role: 'clinic_staff',
    permissionLevel: 1,
    permissions: ['canSendForms', 'manageStaff'],
    loginHoursRestricted: false,
    loginHours: {},
  })
})

test.each<[string, Date | null, boolean]>([
  ['was never invited', null, false],
  ['was invited this moment', new Date('2026-03-02T09:00:00Z'), true],
  [
    'was invited within the time',
    new Date(Date.UTC(2026, 2, 2, 9) - invitation_resend_minutes * 60_000 + 1),
    true,
  ],
  ['was invited a while ago', new Date(Date.UTC(2026, 2, 2, 9) - invitation_resend_minutes * 60_000), false],
])('somebody who %s is too fresh to be invited again: %s', (_who, invitedAt, isFresh) => {
  expect(wasJustInvited({ invitedAt }, new Date('2026-03-02T09:00:00Z'))).toBe(isFresh)
})
