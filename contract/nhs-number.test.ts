import { expect, it } from 'vitest'
import { isNhsNumber } from './nhs-number.ts'

it.each(['9434765919', '943 476 5919', ' 943 476 5870 ', '4010232137'])('%s is an NHS number', (number) => {
  expect(isNhsNumber(number)).toBe(true)
})

it.each([
  ['one digit off', '9434765918'],
  ['two digits swapped', '9434765991'],
  ['nine digits', '943476591'],
  ['eleven digits', '94347659190'],
  ['letters', '94347659l9'],
  ['nothing', ''],
  // The check digit would have to be ten: such numbers are never given out.
  ['a number whose check digit would be ten', '4000000080'],
])('%s is none', (_name, number) => {
  expect(isNhsNumber(number)).toBe(false)
})

it('finds any single wrong digit', () => {
  const right = '9434765919'
  for (let place = 0; place < right.length; place++) {
    for (let digit = 0; digit < 10; digit++) {
      const typed = right.slice(0, place) + digit + right.slice(place + 1)
      expect(isNhsNumber(typed)).toBe(typed === right)
    }
  }
})
