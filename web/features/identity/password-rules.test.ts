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

test('names the first rule that is broken, and nothing when none is', () => {
  expect(passwordProblem(shipped, '')).toBe('Choose a password')
  expect(passwordProblem(strict, 'short')).toBe('Choose a password with at least 12 characters')
  expect(passwordProblem(shipped, 'a stable of correct horses')).toBeUndefined()
  expect(passwordProblem(undefined, 'x')).toBeUndefined()
})

test('tells of a breached and of a personal password in their own words, of others in the server’s', () => {
  const message = 'Password is too weak. Please choose a stronger password.'
  expect(weaknessText({ message, details: { faults: ['breached'] } })).toMatch(/everybody tries first/)
  expect(weaknessText({ message, details: { faults: ['personal'] } })).toMatch(/your name/)
  expect(weaknessText({ message, details: { faults: ['too-short'] } })).toBe(message)
  expect(weaknessText({ message, details: {} })).toBe(message)
})
