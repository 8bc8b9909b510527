import { expect, test } from 'vitest'
import { today } from '../../../contract/calendar-day.ts'
import { parseBoardQuery, parsePreparedQuery } from './board-query.ts'

const read = (query: string) => parseBoardQuery(new URLSearchParams(query))
const clinician = '0199f7c2-4e1a-7b6e-9d63-0f1f3c0a7e11'

test('the address holds the day and whose it is', () => {
  expect(read('day=2026-03-29&who=all')).toEqual({ day: '2026-03-29', clinician: 'all' })
  expect(read(`who=${clinician}`)).toEqual({ clinician })
  expect(read('who=mine')).toEqual({ clinician: 'mine' })
})

test.each(['', 'day=tomorrow', 'day=2026-13-01', 'who=me', 'day='])(
  'what is malformed is left to the server: %s',
  (query) => {
    expect(read(query)).toEqual({})
  },
)

test('the consents of a day are those of today where the address names none', () => {
  const prepared = (query: string) => parsePreparedQuery(new URLSearchParams(query))
  expect(prepared(`day=2026-03-29&who=${clinician}&draft=${clinician}`)).toEqual({
    ...{ day: '2026-03-29', clinicianId: clinician, draft: clinician },
  })
  expect(prepared('day=tomorrow&who=all&draft=x')).toEqual({ day: today(), draft: undefined })
})
