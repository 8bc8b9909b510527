import { describe, expect, it, test } from 'vitest'
import type { PasswordPolicy } from '../../../contract/password-requirements.ts'
import { validatePassword, noPolicy, parsePasswordPolicy, defaultPolicy } from './password-policy.ts'

const about = ['Amara Okafor', 'a.okafor@riverside.example.org', 'Riverside Dental']
const strict = parsePasswordPolicy('length:10,lowercase,uppercase,digit,symbol,breached')!
const short = parsePasswordPolicy('length:12-16')!

describe('the faults of a password', () => {
  it.each<[what: string, policy: PasswordPolicy, password: string, faults: string[]]>([
    ['nothing configured, six characters', noPolicy, 'abcdef', []],
    ['nothing configured, five', noPolicy, 'abcde', ['too-short']],
    ['nothing configured, on the list', noPolicy, '123456', []],
    ['as shipped, a passphrase', defaultPolicy, 'a stable of correct horses', []],
    ['as shipped, eleven characters', defaultPolicy, 'zq7mtwp2xvk', ['too-short']],
    ['as shipped, twelve', defaultPolicy, 'zq7mtwp2xvkr', []],
    ['128 characters', defaultPolicy, 'zq7mtwp2'.repeat(15) + 'klmnvbcx', []],
    ['129 characters', defaultPolicy, 'zq7mtwp2'.repeat(15) + 'klmnvbcxy', ['too-long']],
    ['at most sixteen, sixteen', short, 'zq7mtwp2xvkrbncd', []],
    ['at most sixteen, seventeen', short, 'zq7mtwp2xvkrbncde', ['too-long']],
    ['strict, everything there', strict, 'Zq7-mtwp2xvk', []],
    ['strict, no lower case', strict, 'ZQ7-MTWP2XVK', ['lowercase']],
    ['strict, no upper case', strict, 'zq7-mtwp2xvk', ['uppercase']],
    ['strict, no digit', strict, 'Zqx-mtwpyxvk', ['digit']],
    ['strict, no symbol', strict, 'Zq7xmtwp2xvk', ['symbol']],
    ['strict, letters of another script', strict, 'Жёлтый-дом-77', []],
    ['strict, nothing at all', strict, '', ['too-short', 'lowercase', 'uppercase', 'digit', 'symbol']],
  ])('%s', async (_what, policy, password, faults) => {
    expect(await validatePassword(policy, password, about)).toEqual(faults)
  })

  it.each([
    ['on the list', '123456789012'],
    ['in capitals', 'UNBELIEVABLE'],
    ['with blanks around', '  unbelievable '],
    ['with a year at its end', 'password2024'],
    ['with an exclamation mark', 'Sunshine123!'],
    ['twice', 'passwordpassword'],
    ['one letter', 'aaaaaaaaaaaa'],
    ['three letters again and again', 'abcabcabcabc'],
  ])('name those that everybody tries: %s', async (_what, password) => {
    expect(await validatePassword(defaultPolicy, password, about)).toEqual(['breached'])
    expect(await validatePassword(noPolicy, password, about)).toEqual([])
  })

  it.each([
    ['the surname', 'i-am-OKAFOR-77'],
    ['the first name', 'amara jumps far'],
    ['the practice', 'by the riverside'],
  ])('name those that strangers guess: %s', async (_what, password) => {
    expect(await validatePassword(defaultPolicy, password, about)).toEqual(['personal'])
    expect(await validatePassword(defaultPolicy, password, [])).toEqual([])
  })

  it('takes no notice of words too short to mean somebody', async () => {
    expect(await validatePassword(defaultPolicy, 'blue elephants fly', ['Lee Fly', 'lee@x.example'])).toEqual(
      [],
    )
  })
})

test.each([
  ['none', noPolicy],
  ['length:14,breached', { ...noPolicy, lengthMin: 14, breachedRefused: true }],
  ['symbol, digit', { ...noPolicy, symbol: true, digit: true }],
  ['length:3', noPolicy],
  ['length:12-64', { ...noPolicy, lengthMin: 12, lengthMax: 64 }],
  ['digit, length:8-8', { ...noPolicy, lengthMin: 8, lengthMax: 8, digit: true }],
  ['length:12-128', { ...noPolicy, lengthMin: 12 }],
  ['length:12-129', undefined],
  ['length:12-8', undefined],
  ['length:3-5', undefined],
  ['length:-64', undefined],
  ['length:12-', undefined],
  ['length:long', undefined],
  ['lower', undefined],
])('the setting %s is read', (text, policy) => {
  expect(parsePasswordPolicy(text)).toEqual(policy)
})
