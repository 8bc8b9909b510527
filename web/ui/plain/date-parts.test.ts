import { describe, expect, test } from 'vitest'
import { datePartsFrom, datePartsOf, parseDate } from './date-parts.ts'

const parts = (day: string, month: string, year: string) => ({ day, month, year })

describe('readDate', () => {
  test.each([
    [parts('15', '3', '1984'), '1984-03-15'],
    [parts(' 05 ', '03', ' 1984'), '1984-03-05'],
    [parts('29', '2', '2024'), '2024-02-29'],
  ])('reads %o', (typed, day) => expect(parseDate(typed)).toBe(day))

  test.each([
    ['no such day', parts('31', '4', '1984')],
    ['no leap year', parts('29', '2', '2023')],
    ['no such month', parts('1', '13', '1984')],
    ['nothing for zero', parts('0', '1', '1984')],
    ['an empty part', parts('15', '', '1984')],
    ['a year of two figures', parts('15', '3', '84')],
    ['a word', parts('15', 'March', '1984')],
    ['a sign', parts('-5', '3', '1984')],
    ['a decimal', parts('1.5', '3', '1984')],
  ])('refuses %s', (_, typed) => expect(parseDate(typed)).toBeUndefined())
})

test('a stored day comes back without leading noughts', () => {
  expect(datePartsOf('1984-03-05')).toEqual(parts('5', '3', '1984'))
})

test('a form gives the three parts, empty where there is none', () => {
  const form = new FormData()
  form.set('bornDay', '5')
  form.set('bornYear', '1984')
  expect(datePartsFrom(form, 'born')).toEqual(parts('5', '', '1984'))
})

test.each(['١٥', '۱۵', '১৫', '੧੫', '１５'])('%s is fifteen, whatever keyboard typed it', (typed) => {
  const form = new FormData()
  form.set('bornDay', typed)
  expect(datePartsFrom(form, 'born')).toEqual(parts('15', '', ''))
})
