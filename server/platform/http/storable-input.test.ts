import { expect, it } from 'vitest'
import { isUnstorableInput } from './storable-input.ts'

const nested = (depth: number, inside: unknown): unknown => {
  let all = inside
  for (let level = 0; level < depth; level++) all = [all]
  return all
}
const coded = (code: string) => Object.assign(new Error('refused'), { code })
const wrapped = (code: string) => new Error('Failed query', { cause: coded(code) })

it.each([
  ['text', 'Siân 👩‍👩‍👧\n', false],
  ['nothing', null, false],
  ['a null character', 'a\0b', true],
  ['half a pair', 'a\uD800', true],
  ['one far inside', { a: [{ b: ['ok', '\0'] }] }, true],
  ['one in a name', { 'a\0': 1 }, true],
  ['a number', { n: -2_147_483_647 }, false],
  ['one of more than 32 bits', { n: 2_147_483_648 }, true],
  ['bytes', Buffer.from([0, 1]), false],
  ['deeper than any stack', nested(100_000, 'a'), false],
  ['the same with one at its end', nested(100_000, '\0'), true],
])('a query refused after %s: %#', (_what, input, expected) => {
  expect(isUnstorableInput(wrapped('22021'), input)).toBe(expected)
})

it('hides no other fault', () => {
  for (const error of [new Error('a fault of ours'), wrapped('23505'), coded('42703'), null])
    expect(isUnstorableInput(error, 'a\0b')).toBe(false)
})
