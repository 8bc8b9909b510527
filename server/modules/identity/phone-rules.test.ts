import { expect, test } from 'vitest'
import { phoneNumberOf } from './phone-rules.ts'

test.each([
  ['07700 900123', '+447700900123'],
  ['+44 7700 900123', '+447700900123'],
  ['0044 7700 900123', '+447700900123'],
  ['(07700) 900-123', '+447700900123'],
  ['+353 85 012 3456', '+353850123456'],
  ['+1 212 555 0123', null],
  ['+33 6 12 34 56 78', null],
  ['+882 16 12345678', null],
  ['', null],
  ['07700', null],
  ['0770090012345678', null],
  ['07700 900123 x45', null],
  ['call 07700 900123', null],
  ['07700 900123\r\nBcc: thief@example.org', null],
  ['999', null],
])('%j is the number %s', (typed, number) => {
  expect(phoneNumberOf(typed)).toBe(number)
})
