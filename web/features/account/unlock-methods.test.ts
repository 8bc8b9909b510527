import { expect, test } from 'vitest'
import { validateCredential, listUnlockMethods } from './unlock-methods.ts'

test('the quickest way comes first, the password is always there', () => {
  expect(listUnlockMethods({ hasPin: true, hasPasskey: true })).toEqual(['pin', 'passkey', 'password'])
  expect(listUnlockMethods({ hasPin: false, hasPasskey: true })).toEqual(['passkey', 'password'])
  expect(listUnlockMethods({ hasPin: false, hasPasskey: false })).toEqual(['password'])
})

test.each(['', '123', '123456789', '12a4', ' 1234'])('the PIN %j is not sent', (typed) => {
  expect(validateCredential('pin', typed)).toBe('Enter your PIN, 4 to 8 digits')
})

test.each(['1234', '00000000'])('the PIN %j is sent', (typed) => {
  expect(validateCredential('pin', typed)).toBeUndefined()
})

test('an empty password is not sent, a blank one is the server’s to judge', () => {
  expect(validateCredential('password', '')).toBe('Enter your password')
  expect(validateCredential('password', ' ')).toBeUndefined()
  expect(validateCredential('passkey', '')).toBeUndefined()
})
