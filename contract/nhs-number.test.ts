import { expect, it } from 'vitest'
import { readNhsNumber } from './nhs-number.ts'

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
  ['a check digit of nought', '4010232137', '4010232137'],
])('%s: a number', (_what, written, number) => {
  expect(readNhsNumber(written)).toEqual({ number })
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
  expect(readNhsNumber(written)).toEqual({ problem: 'unknown' })
})

it.each([
  ['one digit off', '9434765918'],
  ['two digits swapped', '9434765991'],
  ['in groups', '943 476 5918'],
  // The check digit would have to be ten: such numbers are never given out.
  ['a check digit of ten', '4000000080'],
])('%s: mistyped', (_what, written) => {
  expect(readNhsNumber(written)).toEqual({ problem: 'check-digit' })
})

it.each([
  ['nine digits', '943476591'],
  ['eleven digits', '94347659190'],
  ['letters', '94347659l9'],
  ['a word', 'unknown'],
  ['slashes', '943/476/5919'],
])('%s: not ten digits', (_what, written) => {
  expect(readNhsNumber(written)).toEqual({ problem: 'length' })
})

it('finds any single wrong digit', () => {
  const right = '9434765919'
  for (let place = 0; place < right.length; place++) {
    for (let digit = 0; digit < 10; digit++) {
      const written = right.slice(0, place) + digit + right.slice(place + 1)
      expect('number' in readNhsNumber(written)).toBe(written === right)
    }
  }
})
