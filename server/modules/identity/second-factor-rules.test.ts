import { describe, expect, it } from 'vitest'
import {
  factorDemandOf,
  factorsToGive,
  factorsToSetUp,
  mayGiveUp,
  servesPasskeys,
  stepAfter,
  type FactorDemand,
  type SecondFactor,
} from './second-factor-rules.ts'
import type { StaffFacts } from './identity-rules.ts'

const now = new Date('2026-12-01T09:00:00Z')
const [before, after] = [new Date(now.getTime() - 1), new Date(now.getTime() + 1)]
const staff = (requiresSecondFactor: boolean, secondFactorFrom: Date | null = null) =>
  ({ requiresSecondFactor, secondFactorFrom }) as StaffFacts
const none = { app: false, passkey: false }
const app = { app: true, passkey: false }
const passkey = { app: false, passkey: true }
const both = { app: true, passkey: true }

it.each<[string, StaffFacts | null, FactorDemand]>([
  ['of no practice', null, 'own'],
  ['of a practice that does not ask', staff(false), 'own'],
  ['of one that asked before there were dates', staff(true), 'any'],
  ['of one whose day has come', staff(true, before), 'any'],
  ['of one at the very moment', staff(true, now), 'any'],
  ['of one in its time to set up', staff(true, after), 'own'],
])('what is asked of somebody %s', (_who, record, demand) => {
  const person = { platformRole: 'member', staff: record }
  expect(factorDemandOf(person, { now, adminsNeedPasskey: true })).toBe(demand)
})

it('is a passkey for super administrators, and whatever they have in a demo', () => {
  const admin = { platformRole: 'super_admin', staff: null }
  expect(factorDemandOf(admin, { now, adminsNeedPasskey: true })).toBe('passkey')
  expect(factorDemandOf(admin, { now, adminsNeedPasskey: false })).toBe('any')
})

it.each<[FactorDemand, typeof none, SecondFactor[], SecondFactor[]]>([
  ['own', none, [], []],
  ['own', app, ['app'], []],
  ['own', passkey, [], []],
  ['own', both, ['app', 'passkey'], []],
  ['any', none, [], ['app', 'passkey']],
  ['any', app, ['app'], []],
  ['any', passkey, ['passkey'], []],
  ['any', both, ['app', 'passkey'], []],
  ['passkey', none, [], ['passkey']],
  ['passkey', app, ['app'], ['passkey']],
  ['passkey', passkey, ['passkey'], []],
  ['passkey', both, ['passkey'], []],
])('where %s is asked for, somebody with %j gives %j and sets up %j', (demand, held, give, setUp) => {
  expect([factorsToGive(demand, held), factorsToSetUp(demand, held)]).toEqual([give, setUp])
})

describe('how far a sign-in has come', () => {
  it.each<[FactorDemand, typeof none, SecondFactor | null, boolean, ReturnType<typeof stepAfter>]>([
    ['own', none, null, false, 'open'],
    ['own', app, null, false, 'second-factor'],
    ['own', app, null, true, 'open'],
    ['own', app, 'app', false, 'open'],
    ['own', passkey, null, false, 'open'],
    ['own', both, 'passkey', false, 'open'],
    // Given is held, whatever was read before it was given: a passkey that signs in needs nothing besides.
    ['own', app, 'passkey', false, 'open'],
    ['any', none, 'passkey', false, 'open'],
    ['passkey', app, 'passkey', false, 'open'],
    ['any', none, null, true, 'enrol'],
    ['any', passkey, null, false, 'second-factor'],
    ['any', passkey, null, true, 'open'],
    ['any', passkey, 'passkey', false, 'open'],
    ['any', passkey, 'app', false, 'second-factor'],
    ['passkey', none, null, false, 'enrol'],
    ['passkey', app, null, true, 'second-factor'],
    ['passkey', app, 'app', false, 'enrol'],
    ['passkey', both, 'app', false, 'second-factor'],
    ['passkey', both, null, true, 'second-factor'],
    ['passkey', both, 'passkey', false, 'open'],
  ])('%s asked for, %j held, %s given, remembered %s: %s', (demand, held, given, isRemembered, step) => {
    expect(stepAfter({ demand, held, given, isRemembered })).toBe(step)
  })
})

it.each<[SecondFactor, FactorDemand, typeof none, boolean]>([
  ['app', 'own', app, true],
  ['app', 'any', app, false],
  ['app', 'any', both, true],
  ['passkey', 'any', passkey, false],
  ['passkey', 'any', both, true],
  ['passkey', 'passkey', both, false],
  ['app', 'passkey', both, true],
  ['app', 'passkey', app, false],
])('%s where %s is asked for and %j held may be given up: %s', (factor, demand, held, may) => {
  expect(mayGiveUp(factor, demand, held)).toBe(may)
})

it.each([
  ['https://consent.example.org', true],
  ['http://localhost:3000', true],
  ['http://192.168.1.20:3000', false],
  ['https://192.168.1.20', false],
  ['https://[::1]', false],
  ['http://consent.example.org', false],
])('browsers offer passkeys at %s: %s', (address, does) => {
  expect(servesPasskeys(address)).toBe(does)
})
