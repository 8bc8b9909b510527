import { describe, expect, it } from 'vitest'
import type { StaffRecord } from '../staff/index.ts'
import { agoText, findingsOf, type ClinicAccount, type ClinicSnapshot } from './cleanup-rules.ts'

const now = new Date('2026-11-21T12:00:00Z')
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000)
const oneMsBefore = (at: Date) => new Date(at.getTime() - 1)

const usedRecord: StaffRecord = {
  clinicId: 'clinic',
  id: 'used',
  userId: 'user',
  email: 'tom@example.org',
  firstName: 'Tom',
  lastName: 'Hughes',
  role: 'clinic_staff',
  isOwner: false,
  jobTitle: 'Dentist',
  isClinician: true,
  gdcNumber: null,
  permissions: {},
  permissionLevel: 2,
  loginHoursRestricted: false,
  loginHours: {},
  registered: true,
  status: 'active',
  invitedAt: null,
  lastLoginAt: daysAgo(1),
  lastLoginIp: null,
  createdAt: daysAgo(400),
  updatedAt: daysAgo(1),
}
let names = 0
const record = (change: Partial<StaffRecord>): StaffRecord => {
  names++
  return {
    ...usedRecord,
    id: `record${names}`,
    firstName: `Name${names}`,
    email: `${names}@example.org`,
    ...change,
  }
}
const actor = record({ id: 'actor', role: 'clinic_admin' })
const account = (change: Partial<ClinicAccount> = {}): ClinicAccount => ({
  userId: 'account',
  name: 'Nils Berg',
  email: 'nils@example.org',
  isActive: true,
  staffRecords: 0,
  ...change,
})

const find = (change: Partial<ClinicSnapshot>, pending: Record<string, number> = {}) =>
  findingsOf(
    { now, actor, accounts: [], ...change, records: [actor, ...(change.records ?? [])] },
    new Map(Object.entries(pending)),
  )
const reasons = (records: StaffRecord[]) => find({ records }).map(({ kind, reason }) => [kind, reason])

describe('how long ago', () => {
  it.each([
    [0, '0 days ago'],
    [1, '1 day ago'],
    [15, '15 days ago'],
    [20, '20 days ago'],
    [21, '3 weeks ago'],
    [60, '8 weeks ago'],
    [61, '2 months ago'],
    [123, '4 months ago'],
    [729, '23 months ago'],
    [730, '2 years ago'],
  ])('%i days are %s', (days, text) => {
    expect(agoText(daysAgo(days), now)).toBe(text)
  })
})

describe('somebody who never registered', () => {
  const invited = (invitedAt: Date | null) => record({ registered: false, invitedAt, lastLoginAt: null })

  it('is found once more than 14 days have passed', () => {
    expect(reasons([invited(daysAgo(14))])).toEqual([])
    expect(reasons([invited(oneMsBefore(daysAgo(14)))])).toEqual([
      ['never-registered', 'Invited 14 days ago'],
    ])
    expect(reasons([invited(daysAgo(22))])).toEqual([['never-registered', 'Invited 3 weeks ago']])
  })

  it('is not found when nobody was invited, or they registered', () => {
    expect(reasons([invited(null)])).toEqual([])
    expect(reasons([record({ invitedAt: daysAgo(80), createdAt: daysAgo(80) })])).toEqual([])
  })
})

describe('somebody who has long not signed in', () => {
  it('is found once more than 90 days have passed since the last time, or since they were added', () => {
    expect(reasons([record({ lastLoginAt: daysAgo(90) })])).toEqual([])
    expect(reasons([record({ lastLoginAt: oneMsBefore(daysAgo(90)) })])).toEqual([
      ['long-inactive', 'Last signed in 2 months ago'],
    ])
    expect(reasons([record({ lastLoginAt: daysAgo(125) })])).toEqual([
      ['long-inactive', 'Last signed in 4 months ago'],
    ])
    expect(reasons([record({ lastLoginAt: null, createdAt: daysAgo(90) })])).toEqual([])
    expect(reasons([record({ lastLoginAt: null, createdAt: daysAgo(160) })])).toEqual([
      ['long-inactive', 'Never signed in, added 5 months ago'],
    ])
  })
})

describe('somebody who is there twice', () => {
  it('is found by GDC number or by name, however it is written', () => {
    const tom = record({ ...usedRecord, id: 'tom', gdcNumber: '248163' })
    const sameNumber = record({ gdcNumber: '248163', lastLoginAt: daysAgo(5) })
    const sameName = record({ firstName: ' tóm', lastName: 'HUGHES', lastLoginAt: daysAgo(6) })
    const other = record({ gdcNumber: '111111' })
    expect(find({ records: [sameNumber, sameName, tom, other] })).toEqual([
      expect.objectContaining({
        id: sameNumber.id,
        kind: 'duplicate',
        reason: 'Same GDC number as Tom Hughes',
      }),
      expect.objectContaining({ id: sameName.id, kind: 'duplicate', reason: 'Same name as tom@example.org' }),
    ])
  })

  it('is offered where they are used least: unregistered, then never signed in, then added last', () => {
    const twin = (id: string, change: Partial<StaffRecord>) =>
      record({ id, firstName: 'Ann', lastName: 'Lee', email: `${id}@example.org`, ...change })
    const records = [
      twin('invited', { registered: false, lastLoginAt: null, invitedAt: daysAgo(1) }),
      twin('newer', { lastLoginAt: null, createdAt: daysAgo(10) }),
      twin('older', { lastLoginAt: null, createdAt: daysAgo(20) }),
      twin('most', { lastLoginAt: daysAgo(2) }),
    ]
    const found = find({ records }).map(({ id, reason }) => [id, reason])
    const reason = 'Same name as most@example.org'
    expect(found).toEqual([
      ['older', reason],
      ['newer', reason],
      ['invited', reason],
    ])
  })

  it('is no other person without a GDC number', () => {
    expect(reasons([record({ gdcNumber: null }), record({ gdcNumber: null })])).toEqual([])
  })
})

describe('an account without a staff record', () => {
  it('is found unless it is on a staff, switched off, or invited again', () => {
    expect(find({ accounts: [account()] })).toEqual([
      {
        kind: 'account-without-staff',
        id: 'account',
        name: 'Nils Berg',
        email: 'nils@example.org',
        reason: 'No longer on any staff list',
        effect: 'Sign-in will be disabled',
        kept: null,
      },
    ])
    expect(find({ accounts: [account({ staffRecords: 1 })] })).toEqual([])
    expect(find({ accounts: [account({ isActive: false })] })).toEqual([])
    const invited = record({ email: 'nils@example.org', registered: false, invitedAt: daysAgo(1) })
    expect(find({ accounts: [account()], records: [invited] })).toEqual([])
  })
})

describe('what is found and stays', () => {
  const unused = { lastLoginAt: daysAgo(200) }
  const kept = (change: Partial<ClinicSnapshot>, pending = {}) =>
    find(change, pending).map((finding) => finding.kept)

  it('is oneself', () => {
    const me = record(unused)
    expect(kept({ actor: me, records: [me] })).toEqual(['This is you.'])
  })

  it('is the last administrator, whoever looks', () => {
    const manager = record({ permissionLevel: 4 })
    const last = record({ ...unused, role: 'clinic_admin' })
    const left = { now, actor: manager, accounts: [] }
    const invited = record({ role: 'clinic_admin', registered: false })
    const findings = findingsOf({ ...left, records: [manager, last, invited] }, new Map())
    expect(findings.map((finding) => finding.kept)).toEqual(['This is the last administrator.'])
  })

  it('is whoever holds more', () => {
    const manager = record({ permissionLevel: 3, permissions: { canManageStaff: true } })
    const above = record({ ...unused, permissionLevel: 4 })
    const below = record({ ...unused, permissionLevel: 3 })
    const told = 'They have permissions that you do not have.'
    expect(kept({ actor: manager, records: [above, below] })).toEqual([told, null])
    expect(kept({ records: [above, below] })).toEqual([null, null])
  })

  it('is whoever looks after consents', () => {
    const [one, two] = [record(unused), record(unused)]
    const advice = 'Deactivate them in the staff list to reassign these.'
    expect(kept({ records: [one, two] }, { [one.id]: 1, [two.id]: 2 })).toEqual([
      `They are responsible for 1 consent. ${advice}`,
      `They are responsible for 2 consents. ${advice}`,
    ])
  })
})

it('lists each record once, and says what tidying it does', () => {
  const both = record({ firstName: 'Tom', lastName: 'Hughes', lastLoginAt: daysAgo(200) })
  const tom = record({ firstName: 'Tom', lastName: 'Hughes' })
  expect(find({ records: [both, tom] })).toEqual([
    {
      kind: 'long-inactive',
      id: both.id,
      name: 'Tom Hughes',
      email: both.email,
      reason: 'Last signed in 6 months ago',
      effect: 'The record will become inactive',
      kept: null,
    },
  ])
})
