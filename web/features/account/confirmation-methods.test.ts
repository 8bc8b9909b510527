import { expect, test } from 'vitest'
import { listConfirmationMethods } from './confirmation-methods.ts'

const passkey = { id: 'p', name: 'Work phone', createdAt: '2026-11-01T09:00:00.000Z' }
const holding = (hasPassword: boolean, isOn: boolean, passkeys = [passkey]) => ({
  hasPassword,
  passkeys,
  secondFactor: { isOn },
})

test('offers what the person holds, the least trouble first', () => {
  expect(listConfirmationMethods(holding(true, true))).toEqual(['passkey', 'password', 'app'])
  expect(listConfirmationMethods(holding(true, false, []))).toEqual(['password'])
  expect(listConfirmationMethods(holding(false, true, []))).toEqual(['app'])
})

test('offers nothing to somebody who holds nothing here', () => {
  expect(listConfirmationMethods(holding(false, false, []))).toEqual([])
})
