import { describe, expect, test } from 'vitest'
import { toothAfterDigit, toothAfterKey } from './tooth-chart-navigation.ts'
import { dentitionAt, rowsOf } from './tooth-chart-rows.ts'

const adult = rowsOf('adult')
const mixed = rowsOf('mixed')

describe('arrow keys', () => {
  test.each([
    ['11', 'ArrowRight', '21', 'crosses the midline'],
    ['21', 'ArrowLeft', '11', 'and back'],
    ['18', 'ArrowLeft', '18', "stops at the arch's end"],
    ['28', 'ArrowRight', '28', 'at either side'],
    ['16', 'ArrowDown', '46', 'goes to the tooth below'],
    ['46', 'ArrowUp', '16', 'and above'],
    ['16', 'ArrowUp', '16', 'stays in the top row'],
    ['36', 'ArrowDown', '36', 'and in the bottom row'],
    ['13', 'Home', '18', 'goes to the first'],
    ['43', 'End', '38', 'and last tooth of the row'],
  ])('%s %s leads to %s: %s', (from, key, to) => {
    expect(toothAfterKey(adult, from, key)).toBe(to)
  })

  test.each([
    ['15', 'ArrowDown', '55'],
    ['18', 'ArrowDown', '55'],
    ['28', 'ArrowDown', '65'],
    ['55', 'ArrowUp', '15'],
    ['51', 'ArrowDown', '81'],
    ['75', 'ArrowDown', '35'],
  ])('between rows of different length, %s %s leads to %s', (from, key, to) => {
    expect(toothAfterKey(mixed, from, key)).toBe(to)
  })

  test('other keys and teeth that are not shown lead nowhere', () => {
    expect(toothAfterKey(adult, '16', 'Enter')).toBeUndefined()
    expect(toothAfterKey(adult, '55', 'ArrowDown')).toBeUndefined()
  })
})

describe('digits', () => {
  test.each([
    ['', '2', { to: '21', quadrant: '2' }, 'name a quadrant'],
    ['2', '6', { to: '26', quadrant: '' }, 'then a tooth of it'],
    ['2', '9', { to: undefined, quadrant: '' }, 'of which there are eight'],
    ['', '6', { to: undefined, quadrant: '' }, 'or none where no such teeth are shown'],
  ])('after %j, %s leads to %j: they %s', (quadrant, digit, step, _said) => {
    expect(toothAfterDigit(adult, quadrant, digit)).toEqual(step)
  })

  test('baby teeth have quadrants of their own', () => {
    expect(toothAfterDigit(mixed, '', '7')).toEqual({ to: '71', quadrant: '7' })
    expect(toothAfterDigit(mixed, '7', '5')).toEqual({ to: '75', quadrant: '' })
  })
})

test.each([
  [5, 'baby'],
  [6, 'mixed'],
  [12, 'mixed'],
  [13, 'adult'],
])('at %i years the chart starts with %s teeth', (age, dentition) => {
  expect(dentitionAt(age)).toBe(dentition)
})
