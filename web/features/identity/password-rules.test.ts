import { expect, test } from 'vitest'
import { checkRules, validatePassword, weaknessText } from './password-rules.ts'

const shipped = {
  lengthMin: 12,
  lengthMax: 128,
  lowercase: false,
  uppercase: false,
  digit: false,
  symbol: false,
  breachedRefused: true,
}
const strict = { ...shipped, lowercase: true, uppercase: true, digit: true, symbol: true }
const kept = (policy: typeof shipped, password: string) =>
  checkRules(policy, password).flatMap(({ fault, kept }) => (kept ? [fault] : []))

test('shows only the rules that the policy has', () => {
  expect(checkRules(shipped, '').map(({ text }) => text)).toEqual([
    'At least 12 characters',
    'At most 128 characters',
  ])
  expect(checkRules(strict, '').map(({ fault }) => fault)).toEqual([
    'too-short',
    'too-long',
    'lowercase',
    'uppercase',
    'digit',
    'symbol',
  ])
})

test.each([
  ['', ['too-long']],
  ['aaaaaaaaaaa', ['too-long', 'lowercase']],
  ['aaaaaaaaaaaa', ['too-short', 'too-long', 'lowercase']],
  ['AAAA', ['too-long', 'uppercase']],
  ['a7', ['too-long', 'lowercase', 'digit']],
  ['a b', ['too-long', 'lowercase', 'symbol']],
  ['Ünderßtand-7-horses', ['too-short', 'too-long', 'lowercase', 'uppercase', 'digit', 'symbol']],
  ['a'.repeat(128), ['too-short', 'too-long', 'lowercase']],
  ['a'.repeat(129), ['too-short', 'lowercase']],
])('%j keeps %j', (password, faults) => expect(kept(strict, password)).toEqual(faults))

const weak = 'Password is too weak. Please choose a stronger password.'

test('says that a password is too weak and names every rule it breaks, and nothing when it breaks none', () => {
  expect(validatePassword(shipped, '')).toBe('Choose a password')
  expect(validatePassword(shipped, 'short')).toBe(`${weak} It must have at least 12 characters.`)
  expect(validatePassword(strict, 'short')).toBe(
    `${weak} It must have at least 12 characters, an upper-case letter, a digit and a symbol, such as ! or -.`,
  )
  expect(validatePassword(strict, 'SHORT-7-HORSES')).toBe(`${weak} It must have a lower-case letter.`)
  expect(validatePassword(strict, 'a'.repeat(129))).toBe(
    `${weak} It must have at most 128 characters, an upper-case letter, a digit and a symbol, such as ! or -.`,
  )
  expect(validatePassword(shipped, 'a stable of correct horses')).toBeUndefined()
  expect(validatePassword(undefined, 'x')).toBeUndefined()
})

test.each([
  [['breached'], `${weak} This password is too common or has been leaked. Choose another.`],
  [
    ['personal'],
    `${weak} The password must not contain your name, e-mail address or practice name. Choose another.`,
  ],
  [['too-short', 'digit'], `${weak} It is too short. It must have a digit.`],
  [['too-long'], `${weak} It is too long.`],
  [['symbol'], `${weak} It must have a symbol, such as ! or -.`],
  [['of-the-future'], weak],
  [undefined, weak],
])('a password refused for %j is too weak to the letter, and then why', (faults, told) => {
  expect(weaknessText({ details: { faults } })).toBe(told)
})
