import { describe, expect, it } from 'vitest'
import { formatDuration, accountRefusal, sessionUserOf, type StaffFacts } from './identity-rules.ts'

const staff: StaffFacts = {
  staffId: 's',
  staffStatus: 'active',
  role: 'clinic_staff',
  flags: {},
  level: 1,
  loginHoursRestricted: false,
  loginHours: {},
  clinicId: 'c',
  clinicName: 'Harbour Street',
  clinicStatus: 'active',
  timeZone: 'Europe/London',
  idleMinutes: 30,
  sessionHours: 12,
  requiresSecondFactor: false,
  secondFactorFrom: null,
}
const member = { userActive: true, platformRole: 'member', staff }

describe('who may not come in', () => {
  it.each([
    ['an active person of an active clinic', member, null],
    ['a deactivated account', { ...member, userActive: false }, 'user-disabled'],
    ['a person who left', { ...member, staff: { ...staff, staffStatus: 'inactive' } }, 'account-deactivated'],
    ['a suspended clinic', { ...member, staff: { ...staff, clinicStatus: 'suspended' } }, 'clinic-suspended'],
    [
      'an inactive clinic',
      { ...member, staff: { ...staff, clinicStatus: 'inactive' } },
      'account-deactivated',
    ],
    ['an account without a clinic, who then reads nothing', { ...member, staff: null }, null],
    [
      'a super admin, whatever their clinic',
      { ...member, platformRole: 'super_admin', staff: { ...staff, clinicStatus: 'suspended' } },
      null,
    ],
    [
      'a deactivated super admin',
      { ...member, platformRole: 'super_admin', userActive: false },
      'user-disabled',
    ],
  ])('%s', (_name, session, refusal) => {
    expect(accountRefusal(session)).toBe(refusal)
  })
})

it('says what a person holds, whatever granted it', () => {
  const session = {
    ...member,
    sessionId: 'x',
    userId: 'u',
    email: 'a@example.org',
    name: 'A',
    photo: null,
    stage: 'open' as const,
    lockedTo: null,
    method: 'password',
    authenticatedAt: new Date(0),
    seenAt: new Date(0),
    expiresAt: new Date(1),
    startedAt: new Date(0),
    hasSecondFactor: false,
  }
  const flags = { manageTemplates: true, canEditPatients: true, viewStats: false }
  expect(sessionUserOf({ ...session, staff: { ...staff, flags } }, []).permissions).toEqual([
    'sendReminders',
    'createConsents',
    'finaliseConsents',
    'manageTemplates',
    'viewStats',
    'canEditPatients',
  ])
  expect(sessionUserOf({ ...session, staff: null }, []).permissions).toEqual([])
  const inGrace = { ...staff, requiresSecondFactor: true, secondFactorFrom: new Date(5) }
  expect(sessionUserOf({ ...session, staff: inGrace }, []).secondFactorBy).toBe(new Date(5).toISOString())
  for (const nothingAsked of [
    { ...session, staff: inGrace, hasSecondFactor: true },
    { ...session, staff },
    { ...session, staff: null },
  ])
    expect(sessionUserOf(nothingAsked, []).secondFactorBy).toBeNull()
})

it.each([
  [0, '0 minutes 0 seconds'],
  [725_000, '12 minutes 5 seconds'],
  [3_600_000, '60 minutes 0 seconds'],
  [-5000, '0 minutes 0 seconds'],
])('%i milliseconds are %s', (ms, text) => {
  expect(formatDuration(new Date(0), new Date(ms))).toBe(text)
})
