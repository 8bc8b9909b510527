import { expect, test } from 'vitest'
import { checkRules, passwordProblem, weaknessText } from './password-rules.ts'

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
  expect(checkRules(shipped, '').map(({ text }) => text)).toEqual(['At least 12 characters'])
  expect(checkRules(strict, '').map(({ fault }) => fault)).toEqual([
    'too-short',
    'lowercase',
    'uppercase',
    'digit',
    'symbol',
  ])
})

test.each([
  ['', []],
  ['aaaaaaaaaaa', ['lowercase']],
  ['aaaaaaaaaaaa', ['too-short', 'lowercase']],
  ['AAAA', ['uppercase']],
  ['a7', ['lowercase', 'digit']],
  ['a b', ['lowercase', 'symbol']],
  ['Ünderßtand-7-horses', ['too-short', 'lowercase', 'uppercase', 'digit', 'symbol']],
])('%j keeps %j', (password, faults) => expect(kept(strict, password)).toEqual(faults))

test('says how long a password may be once one is longer', () => {
  expect(checkRules(shipped, 'a'.repeat(128)).map(({ fault }) => fault)).toEqual(['too-short'])
  expect(checkRules(shipped, 'a'.repeat(129)).at(-1)).toEqual({
    fault: 'too-long',
    text: 'At most 128 characters',
    kept: false,
  })
})

const weak = 'Password is too weak. Please choose a stronger password.'

test('says that a password is too weak and names the first rule it breaks, and nothing when it breaks none', () => {
  expect(passwordProblem(shipped, '')).toBe('Choose a password')
  expect(passwordProblem(strict, 'short')).toBe(`${weak} It must have at least 12 characters.`)
  expect(passwordProblem(strict, 'SHORT-7-HORSES')).toBe(`${weak} It must have a lower-case letter.`)
  expect(passwordProblem(shipped, 'a'.repeat(129))).toBe(`${weak} It must have at most 128 characters.`)
  expect(passwordProblem(shipped, 'a stable of correct horses')).toBeUndefined()
  expect(passwordProblem(undefined, 'x')).toBeUndefined()
})

test.each([
  [
    ['breached'],
    `${weak} This password is on a list of passwords that everybody tries first. Choose another.`,
  ],
  [
    ['personal'],
    `${weak} This password holds your name, your address or your practice’s name. Choose another.`,
  ],
  [['too-short', 'digit'], `${weak} It is too short.`],
  [['too-long'], `${weak} It is too long.`],
  [['symbol'], `${weak} It must have a symbol, such as ! or -.`],
  [['of-the-future'], weak],
  [undefined, weak],
])('a password refused for %j is too weak to the letter, and then why', (faults, told) => {
  expect(weaknessText({ details: { faults } })).toBe(told)
})
