import { expect, it } from 'vitest'
import { parseAftercareForm, parseNumbers } from './aftercare-form-parsing.ts'

const shipped = [
  { treatment: 'Tooth Extraction', hours: [4], days: [1, 3, 7], surveyDays: 30, none: null },
  { treatment: 'Dentures', hours: [], days: [1, 4], surveyDays: 30, none: null },
]
const typed = (fields: Record<string, string>) => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  return parseAftercareForm(form, shipped)
}

it.each([
  ['7, 1 and 3', [1, 3, 7]],
  ['', []],
  ['1, 1', null],
  ['0', null],
  ['soon', null],
  ['1 2 3 4 5 6 7', null],
])('reads "%s"', (line, numbers) => expect(parseNumbers(line)).toEqual(numbers))

it('keeps what differs from what we ship, and nothing else', () => {
  const as = {
    'hours-0': '4',
    'days-0': '1, 3, 7',
    'hours-1': '',
    'days-1': '2',
    alert: 'p1',
    surveyOn: 'on',
  }
  expect(typed(as)).toEqual({
    entry: {
      ...{ isOn: false, survey: true, alertStaffIds: ['p1'] },
      changed: [{ treatment: 'Dentures', hours: [], days: [2] }],
    },
    errors: [],
  })
  expect(typed({ ...as, 'days-0': 'never' }).errors.map(({ id }) => id)).toEqual(['days-0'])
})
