import { expect, it } from 'vitest'
import { parseNhsNumber } from './nhs-number.ts'

it.each([
  ['ten digits', '9434765919', '9434765919'],
  ['in groups', '943 476 5919', '9434765919'],
  ['blanks around it', ' 943 476 5870 ', '9434765870'],
  ['hyphens', '943-476-5919', '9434765919'],
  ['non-breaking hyphens', '943‑476‑5919', '9434765919'],
  ['en dashes', '943–476–5919', '9434765919'],
  ['minus signs', '943−476−5919', '9434765919'],
  ['dots', '943.476.5919', '9434765919'],
  ['non-breaking blanks', '943 476 5919', '9434765919'],
  ['thin blanks', '943 476 5919', '9434765919'],
  ['tabs', '943\t476\t5919', '9434765919'],
  ['a zero-width blank', '943​4765919', '9434765919'],
  ['direction marks', '‪9434765919‬', '9434765919'],
  ['a byte order mark', '﻿9434765919', '9434765919'],
  ['a soft hyphen', '943­476­5919', '9434765919'],
  ['a check digit of nought', '9876543210', '9876543210'],
  ['of the data dictionary', '401 023 2137', '4010232137'],
  ['the lowest of England and Wales', '4000000004', '4000000004'],
  ['of the range of Scotland, a birth date first', '010 170 1233', '0101701233'],
  ['of the range of Scotland', '0123456789', '0123456789'],
  ['of the range of Northern Ireland', '320 000 0007', '3200000007'],
  ['em dashes', '450\u2014557\u20147104', '4505577104'],
  ['figure dashes', '450\u2012557\u20127104', '4505577104'],
  ['full-width hyphens', '450\uff0d557\uff0d7104', '4505577104'],
  ['one blank after each digit', '4 8 5 7 7 7 3 4 5 7', '4857773457'],
  ['ideographic blanks', '485\u3000777\u30003457', '4857773457'],
  ['a line break', '485 777\n3457', '4857773457'],
  ['a full stop behind it', '4857773457.', '4857773457'],
  ['mixed separators', '485-777 3457', '4857773457'],
  ['a zero-width joiner', '485\u200d7773457', '4857773457'],
])('%s: a number', (_what, written, number) => {
  expect(parseNhsNumber(written)).toEqual({ number })
})

it.each([
  ...Array.from({ length: 10 }, (_, digit) => String(digit).repeat(10)),
  '000 000 0000',
  '999-999-9999',
  '',
  '   ',
  '---',
  '​',
])("'%s' stands for not known", (written) => {
  expect(parseNhsNumber(written)).toEqual({ problem: 'unknown' })
})

it.each([
  ['one digit off', '9434765918'],
  ['two digits swapped', '9434765991'],
  ['in groups', '943 476 5918'],
  ['hyphens', '943-476-5918'],
  ['the first digit off', '8434765919'],
  ['two neighbours swapped', '9437465919'],
  ['ten figures of a phone', '7700900123'],
  ['ten figures of a day and a time', '1403196108'],
  // The check digit would have to be ten: such numbers are never given out.
  ['a check digit of ten', '4000000080'],
])('%s: mistyped', (_what, written) => {
  expect(parseNhsNumber(written)).toEqual({ problem: 'check-digit' })
})

it.each([
  ['nine digits', '943476591'],
  ['eleven digits', '94347659190'],
  ['letters', '94347659l9'],
  ['a word', 'unknown'],
  ['slashes', '943/476/5919'],
  ['a number of a passport', 'AB1234567'],
  ['a number and a word', '9434765919 (old)'],
  ['two numbers', '9434765919 4010232137'],
  ['a number of a spreadsheet', '9.43E+09'],
])('%s: not ten digits', (_what, written) => {
  expect(parseNhsNumber(written)).toEqual({ problem: 'length' })
})

it('finds any single wrong digit', () => {
  const right = '9434765919'
  for (let place = 0; place < right.length; place++) {
    for (let digit = 0; digit < 10; digit++) {
      const written = right.slice(0, place) + digit + right.slice(place + 1)
      expect('number' in parseNhsNumber(written)).toBe(written === right)
    }
  }
})
