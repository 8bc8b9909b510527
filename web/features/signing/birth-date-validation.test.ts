import { expect, test } from 'vitest'
import { birthDate as words } from '../../../build/content/words.en.json'
import { validateBirthDate } from './birth-date-validation.ts'

const validate = (day: string, month: string, year: string) =>
  validateBirthDate({ day, month, year }, '2026-11-21', words)

test('a real day is read as it stands on the record', () => {
  expect(validate('15', '3', '1984')).toEqual({ ok: true, date: '1984-03-15' })
  expect(validate(' 05 ', '03', '1984')).toEqual({ ok: true, date: '1984-03-05' })
  expect(validate('21', '11', '2026')).toEqual({ ok: true, date: '2026-11-21' })
})

test.each([
  [['', '', ''], words.empty, ['day', 'month', 'year']],
  [['15', '', '1984'], words.missing.month, ['month']],
  [['', '', '1984'], words.missing.day, ['day', 'month']],
  [['15', '3', '84'], words.missing.year, ['year']],
  [['31', '2', '1984'], words.unreal, ['day', 'month', 'year']],
  [['29', '2', '1900'], words.unreal, ['day', 'month', 'year']],
  [['1', '1', '1899'], words.unreal, ['day', 'month', 'year']],
  [['a', '3', '1984'], words.unreal, ['day', 'month', 'year']],
  [['22', '11', '2026'], words.future, ['day', 'month', 'year']],
])('%j is refused with its reason', (typed, text, parts) => {
  const [day = '', month = '', year = ''] = typed
  expect(validate(day, month, year)).toEqual({ ok: false, text, parts })
})
