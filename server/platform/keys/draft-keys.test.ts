import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openDraftKeys } from './draft-keys.ts'

const keysOf = (secret: string) =>
  openDraftKeys({ derive: (purpose) => createHash('sha256').update(`${secret} ${purpose}`).digest() })

test('the same person has the same key again, in the form that browsers take', () => {
  const first = keysOf('root')('account/1/a')
  expect(keysOf('root')('account/1/a')).toEqual(first)
  expect(first.owner).toMatch(/^[0-9a-f]{32}$/)
  expect(Buffer.from(first.key, 'base64url')).toHaveLength(32)
})

test.each([
  ['another account', 'root', 'account/2/a'],
  ['another clinic', 'root', 'account/1/b'],
  ['a patient', 'root', 'patient/1/a'],
  ['another installation', 'other', 'account/1/a'],
])('%s has another key and another tag', (_, secret, person) => {
  const own = keysOf('root')('account/1/a')
  const other = keysOf(secret)(person)
  expect(other.key).not.toBe(own.key)
  expect(other.owner).not.toBe(own.owner)
})
