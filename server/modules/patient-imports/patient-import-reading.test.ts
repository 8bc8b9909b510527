import { expect, test } from 'vitest'
import { dateHabitOf } from '../../platform/csv/csv-dates.ts'
import { readRow } from './patient-import-reading.ts'

/** The rows of a list whose dates of birth these are, each read beside the others. */
function readBorn(born: readonly string[]) {
  const columns = [
    { name: 'Forename', field: 'firstName' as const },
    { name: 'Surname', field: 'lastName' as const },
    { name: 'DOB', field: 'dateOfBirth' as const, dates: dateHabitOf(born) },
  ]
  const reading = { columns, dateOrder: 'day-first' as const, today: '2026-11-27' }
  return born.map((date) => readRow(['Ada', 'Quill', date], reading))
}

test('a date of birth that systems write for none is pointed out where several rows share it', () => {
  const rows = readBorn(['01/01/1900', '1 January 1900', '01/01/1970', '14/03/1961'])
  expect(rows.map(({ details }) => details?.dateOfBirth)).toEqual([
    '1900-01-01',
    '1900-01-01',
    '1970-01-01',
    '1961-03-14',
  ])
  expect(rows.map(({ notes }) => notes.length)).toEqual([1, 1, 0, 0])
  expect(rows[0]!.notes).toEqual([{ column: 'DOB', message: expect.stringContaining('several rows') }])
})

test.each(['01/01/1753', '00/01/1900', '30/12/1899'])('%s is no date of birth at all', (written) => {
  const [row] = readBorn([written])
  expect(row!.details).toBeNull()
  expect(row!.faults).toEqual([
    { column: 'DOB', message: `'${written}' is what systems write where no date is known.` },
  ])
})

test('a column that writes both orders is not guessed at', () => {
  const rows = readBorn(['14/03/1961', '03/14/1961', '03/04/1961', '3 April 1961'])
  expect(rows.map(({ said }) => said.dateOfBirth)).toEqual(['1961-03-14', undefined, undefined, '1961-04-03'])
  expect(rows[2]!.faults[0]!.message).toContain('may be day or month first')
})

test("a spreadsheet's number is read, and said", () => {
  const [row] = readBorn(['22354'])
  expect(row!.details?.dateOfBirth).toBe('1961-03-14')
  expect(row!.notes[0]!.message).toContain('14 March 1961')
})
