import { expect, test } from 'vitest'
import { detectDateFormat } from '../../platform/csv/csv-dates.ts'
import { readRow } from './patient-import-reading.ts'

/** The rows of a list whose dates of birth these are, each read beside the others. */
function readBorn(born: readonly string[]) {
  const columns = [
    { name: 'Forename', field: 'firstName' as const },
    { name: 'Surname', field: 'lastName' as const },
    { name: 'DOB', field: 'dateOfBirth' as const, dates: detectDateFormat(born) },
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

test('what cannot be printed is a fault of the row in a name, and set aside elsewhere', () => {
  const columns = (
    [
      ['Forename', 'firstName'],
      ['Surname', 'lastName'],
      ['DOB', 'dateOfBirth'],
      ['Address', 'address'],
      ['Guardian', 'guardianName'],
      ['Relationship', 'guardianRelationship'],
    ] as const
  ).map(([name, field]) => ({ name, field }))
  const read = (...cells: string[]) =>
    readRow(cells, { columns, dateOrder: 'day-first', today: '2026-11-27' })

  const kept = read('પ્રિયા', 'Quill', '14/03/1961', '1 Ꮳ Road', 'Bo Quill', 'Ꮳ')
  expect(kept.faults).toEqual([])
  expect(kept.details).toMatchObject({
    ...{ firstName: 'પ્રિયા', address: '' },
    guardians: [{ name: 'Bo Quill', relationship: 'Not stated' }],
  })
  expect(kept.notes.map(({ column }) => column)).toEqual(['Address', 'Relationship'])
  expect(kept.notes[0]!.message).toBe(
    "'1 Ꮳ Road': The character “Ꮳ” cannot be printed in the record. Remove it or write it another way. The row is used without it.",
  )

  for (const [forename, guardian] of [
    ['Ꮳ', 'Bo Quill'],
    ['Ada', 'Ꮳ Quill'],
  ] as const) {
    const row = read(forename, 'Quill', '14/03/1961', '', guardian, 'Father')
    expect(row.details).toBeNull()
    expect(row.faults).toEqual([
      {
        column: forename === 'Ꮳ' ? 'Forename' : 'Guardian',
        message: expect.stringContaining('“Ꮳ” cannot be printed'),
      },
    ])
  }
})
