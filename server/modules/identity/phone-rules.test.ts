import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { expect, test } from 'vitest'
import { parsePhoneNumber, phoneRefusal } from './phone-rules.ts'

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
  expect(parsePhoneNumber(typed)).toBe(number)
})

test.each([
  ['+33 6 12 34 56 78', 'phone-not-served'],
  ['020 7946 0018', 'phone-not-served'],
  ['07700 900123 / 07700 900124', 'invalid-phone'],
  ['call me', 'invalid-phone'],
])('%j is refused as %s', (typed, reason) => {
  expect(parsePhoneNumber(typed)).toBeNull()
  expect(phoneRefusal(typed)).toBe(reason)
})

/** Another reading of numbers that are written with a country code, by what the library knows of every country. */
test.each(['07700 900123', '+44 7700 900123', '0044 7700 900123', '(07700) 900-123', '+353 (0)85 012 3456'])(
  '%j is read as a library reads it',
  (typed) => {
    expect(parsePhoneNumber(typed)).toBe(parsePhoneNumberFromString(typed, 'GB')!.number)
  },
)
