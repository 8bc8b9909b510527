import { describe, expect, it } from 'vitest'
import {
  accountRefusal,
  addressRefusal,
  domainOf,
  hasDomainRecord,
  levelOfGroups,
  namesOf,
  reportsSecondFactor,
} from './single-sign-on-rules.ts'

it('takes the part after the last @ for the domain', () => {
  expect(domainOf('"a@evil.example"@Harbour.example')).toBe('harbour.example')
})

describe('a domain', () => {
  it('is shown by its whole record alone', () => {
    expect(hasDomainRecord([['candour-do', 'main=abc']], 'abc')).toBe(true)
    for (const text of ['candour-domain=abcd', 'candour-domain=ab', 'x candour-domain=abc', 'abc', ''])
      expect(hasDomainRecord([[text]], 'abc')).toBe(false)
  })
})

describe('the level of groups', () => {
  const groupLevels = [
    { group: 'Nurses', level: 1 },
    { group: 'Dentists', level: 3 },
  ]
  it('is the highest, or that of nobody’s group', () => {
    expect(levelOfGroups(['Nurses', 'Dentists'], { groupLevels, defaultLevel: null })).toBe(3)
    expect(levelOfGroups(['Nurses'], { groupLevels, defaultLevel: 4 })).toBe(1)
    expect(levelOfGroups(['dentists'], { groupLevels, defaultLevel: 2 })).toBe(2)
    expect(levelOfGroups([], { groupLevels, defaultLevel: null })).toBeNull()
  })
})

describe('an address', () => {
  const policy = { trustsEmails: false, verifiedDomains: ['a.example'] }
  it.each([
    [{ email: 'x@a.example', isEmailVerified: true }, null],
    [{ email: 'x@a.example', isEmailVerified: false }, 'sso-address-unverified'],
    [{ email: 'x@a.example', isEmailVerified: null }, 'sso-address-unverified'],
    [{ email: 'x@b.example', isEmailVerified: true }, 'sso-other-domain'],
    [{ email: 'x@sub.a.example', isEmailVerified: true }, 'sso-other-domain'],
    [{ email: null, isEmailVerified: true }, 'sso-address-missing'],
  ])('%j: %s', (person, refusal) => expect(addressRefusal(person, policy)).toBe(refusal))

  it('is trusted by the practice where nothing is said, and not where no is said', () => {
    const trusting = { ...policy, trustsEmails: true }
    expect(addressRefusal({ email: 'x@a.example', isEmailVerified: null }, trusting)).toBeNull()
    expect(addressRefusal({ email: 'x@a.example', isEmailVerified: false }, trusting)).toBe(
      'sso-address-unverified',
    )
  })
})

it('joins accounts of this practice alone, and never a super administrator’s', () => {
  expect(accountRefusal({ isSuperAdmin: false, isOnStaffHere: true })).toBeNull()
  expect(accountRefusal({ isSuperAdmin: true, isOnStaffHere: true })).toBe('sso-account-elsewhere')
  expect(accountRefusal({ isSuperAdmin: false, isOnStaffHere: false })).toBe('sso-account-elsewhere')
})

it('believes in a second factor by the words of standards alone', () => {
  expect(reportsSecondFactor(['pwd', 'mfa'], [])).toBe(true)
  expect(reportsSecondFactor([], ['https://refeds.org/profile/mfa'])).toBe(true)
  for (const methods of [['pwd'], ['otp'], ['MFA?'], []])
    expect(reportsSecondFactor(methods, ['1'])).toBe(false)
})

it('reads names as providers give them', () => {
  expect(namesOf({ given: 'Nia', family: 'Owen', full: 'x' })).toEqual({ firstName: 'Nia', lastName: 'Owen' })
  expect(namesOf({ full: ' Nia  van Owen ' })).toEqual({ firstName: 'Nia', lastName: 'van Owen' })
  expect(namesOf({})).toEqual({ firstName: '', lastName: '' })
})
