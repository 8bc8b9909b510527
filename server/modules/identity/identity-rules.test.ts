import { describe, expect, it } from 'vitest'
import {
  accountCallerOf,
  accountRefusal,
  adminCallerOf,
  clinicCallerOf,
  formatDuration,
  isTrustedBeyondPractice,
  sessionUserOf,
  type SessionFacts,
  type StaffFacts,
} from './identity-rules.ts'

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

const session: SessionFacts = {
  ...member,
  sessionId: 'x',
  userId: 'u',
  email: 'a@example.org',
  name: 'A',
  photo: null,
  stage: 'open',
  lockedTo: null,
  method: 'password',
  authenticatedAt: new Date(0),
  seenAt: new Date(0),
  expiresAt: new Date(1),
  startedAt: new Date(0),
  hasSecondFactor: false,
}

describe('whom a session opens', () => {
  const visit = {
    ...{ requestId: 'r', ip: '192.0.2.1', userAgent: 'A browser', sessionId: null },
    ...{ language: 'en-GB', timezone: 'Europe/London' },
  }
  const admin: SessionFacts = { ...session, platformRole: 'super_admin', staff: null }
  const openedBy = (facts: SessionFacts) =>
    [accountCallerOf, clinicCallerOf, adminCallerOf].flatMap((open) => open(facts, visit)?.audience ?? [])

  it.each<[string, SessionFacts, string[]]>([
    ['somebody of a practice', session, ['account', 'clinic']],
    ['somebody of none', { ...session, staff: null }, ['account']],
    ['a super administrator', admin, ['account', 'admin']],
    ['a super administrator who is on a staff too', { ...admin, staff }, ['account', 'admin']],
    ['somebody of a practice who owes a second factor', { ...session, stage: 'second-factor' }, []],
    ['somebody of a practice who is proving who they are', { ...session, stage: 'proving' }, []],
    ['somebody whose session was locked', { ...session, stage: 'locked' }, []],
    ['a super administrator who owes one', { ...admin, stage: 'second-factor' }, []],
    ['a super administrator who has to set one up', { ...admin, stage: 'enrol' }, []],
    ['somebody whose account was switched off', { ...session, userActive: false }, []],
    ['a super administrator whose account was switched off', { ...admin, userActive: false }, []],
    ['somebody who left', { ...session, staff: { ...staff, staffStatus: 'inactive' } }, []],
    ['somebody of a suspended practice', { ...session, staff: { ...staff, clinicStatus: 'suspended' } }, []],
  ])('is, of %s, as that audience alone', (_who, facts, audiences) => {
    expect(openedBy(facts)).toEqual(audiences)
  })
})

it.each<[string, Partial<SessionFacts>, boolean]>([
  ['staff with a second factor', {}, true],
  ['staff without one', { hasSecondFactor: false }, false],
  ['somebody of no practice', { staff: null }, false],
  ['a super administrator who is on a staff too', { platformRole: 'super_admin' }, false],
  ['staff who came by their practice’s provider', { method: 'sso-mfa' }, false],
  ['staff whose session was locked', { stage: 'locked' }, false],
])('what is beyond one practice, for %s', (_who, facts, isTrusted) => {
  expect(isTrustedBeyondPractice({ ...session, hasSecondFactor: true, ...facts })).toBe(isTrusted)
})

it('says what a person holds, whatever granted it', () => {
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
