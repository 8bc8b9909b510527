import { expect, test } from 'vitest'
import type { SessionUser } from '../../../contract/identity.ts'
import type { Flag, Role } from '../../../contract/permissions.ts'
import {
  decideAccess,
  homePathOf,
  type RouteRequirements,
  type SessionState,
  type GuardDecision,
} from './guard-rules.ts'

const person = (role: Role, permissions: Flag[] = []): SessionUser => ({
  uid: '0b1c6f1e-6f0a-4a55-9a39-0d8a3e1b5a01',
  email: 'amara@example.org',
  displayName: 'Amara Okafor',
  role,
  clinicId: null,
  clinicName: null,
  isActive: true,
  permissions,
  permissionLevel: 1,
  loginHoursRestricted: false,
  loginHours: {},
  photo: null,
  clinics: [],
  idleMinutes: 30,
  secondFactorBy: null,
})

const loading: SessionState = { user: undefined, step: 'none', refreshing: true }
const nobody: SessionState = { user: null, step: 'none', refreshing: false }
const as = (role: Role, ...permissions: Flag[]): SessionState => ({
  user: person(role, permissions),
  step: 'open',
  refreshing: false,
})
const refreshing = (state: SessionState): SessionState => ({ ...state, refreshing: true })

const clinic: RouteRequirements = { roles: ['clinic_admin', 'clinic_staff'] }
const consents: RouteRequirements = { ...clinic, permissions: ['createConsents'] }
const both: RouteRequirements = { ...clinic, permissions: ['createConsents', 'finaliseConsents'] }
const admin: RouteRequirements = { roles: ['super_admin'] }
const patient: RouteRequirements = { roles: ['patient'] }

test.each<[situation: string, SessionState, location: string, RouteRequirements, GuardDecision]>([
  ['the session is loading', loading, '/clinic', clinic, 'wait'],
  ['the session is loading, elsewhere', loading, '/admin', admin, 'wait'],
  [
    'permissions are loading in the clinic',
    refreshing(as('clinic_staff')),
    '/clinic/patients',
    clinic,
    'wait',
  ],
  ['permissions are loading outside it', refreshing(as('super_admin')), '/admin', admin, 'open'],
  ['permissions are loading on the dashboard', refreshing(as('clinic_staff')), '/clinic', clinic, 'open'],
  [
    'nobody is signed in',
    nobody,
    '/clinic/patients?q=ann',
    clinic,
    { to: '/login?to=%2Fclinic%2Fpatients%3Fq%3Dann' },
  ],
  [
    'this computer is locked',
    { ...nobody, step: 'locked' },
    '/clinic/patients?q=ann',
    clinic,
    { to: '/locked?to=%2Fclinic%2Fpatients%3Fq%3Dann' },
  ],
  [
    'a second factor is owed',
    { ...nobody, step: 'second-factor' },
    '/clinic',
    clinic,
    { to: '/login?to=%2Fclinic' },
  ],
  [
    'a second factor must be set up, and the person is known',
    { ...as('super_admin'), step: 'enrol' },
    '/admin',
    admin,
    { to: '/login?to=%2Fadmin' },
  ],
  ['nobody is signed in, admin', nobody, '/admin/consents', admin, { to: '/login?to=%2Fadmin%2Fconsents' }],
  ['a super admin in the clinic', as('super_admin'), '/clinic', clinic, { to: '/admin', isRefused: true }],
  ['a patient in the clinic', as('patient'), '/clinic', clinic, { to: '/patient', isRefused: true }],
  ['a patient in the portal', as('patient'), '/admin', admin, { to: '/patient', isRefused: true }],
  ['staff in the portal', as('clinic_staff'), '/admin', admin, { to: '/clinic', isRefused: true }],
  ['a clinic admin in the portal', as('clinic_admin'), '/admin', admin, { to: '/clinic', isRefused: true }],
  ['staff on a patient page', as('clinic_staff'), '/patient', patient, { to: '/clinic', isRefused: true }],
  [
    'a wrong role that holds the permission',
    as('super_admin', 'createConsents'),
    '/clinic/consents',
    consents,
    { to: '/admin', isRefused: true },
  ],
  [
    'staff without the permission',
    as('clinic_staff', 'sendReminders'),
    '/clinic/consents',
    consents,
    { to: '/clinic', isRefused: true },
  ],
  [
    'staff with one of two',
    as('clinic_staff', 'createConsents'),
    '/clinic/consents',
    both,
    { to: '/clinic', isRefused: true },
  ],
  [
    'staff with both',
    as('clinic_staff', 'createConsents', 'finaliseConsents'),
    '/clinic/consents',
    both,
    'open',
  ],
  ['staff where none is needed', as('clinic_staff'), '/clinic/patients', clinic, 'open'],
  ['a clinic admin', as('clinic_admin', 'createConsents'), '/clinic/consents', consents, 'open'],
  ['a super admin in the portal', as('super_admin'), '/admin', admin, 'open'],
])('%s', (_situation, state, location, needs, verdict) => {
  expect(decideAccess(state, location, needs)).toEqual(verdict)
})

test('everybody has a home', () => {
  expect(
    ['super_admin', 'clinic_admin', 'clinic_staff', 'patient'].map((role) => homePathOf(role as Role)),
  ).toEqual(['/admin', '/clinic', '/clinic', '/patient'])
})
