import { expect, test } from 'vitest'
import { expandPastedDate } from './date-paste.ts'

const parts = (day: string, month = '', year = '') => ({ day, month, year })
const march = parts('14', '3', '1961')

test.each([
  ['pasted into the day', parts('14/03/1961'), march],
  ['pasted into the month', parts('', '14 March 1961'), march],
  ['pasted into the year', parts('', '', '1961-03-14'), march],
  ['eight figures', parts('14031961'), march],
  ['a year of two figures', parts('14/03/61'), march],
  ['a month by name', parts('14', 'March', '1961'), march],
  ['a month in Welsh', parts('14', 'Mawrth', '1961'), march],
  ['a month in Polish', parts('14', 'marca', '1961'), march],
  ['as it is', march, march],
  ['figures that are no date stay', parts('31', '2', '1961'), parts('31', '2', '1961')],
  ['an impossible date stays whole', parts('31/02/1961'), parts('31/02/1961')],
  ['the month first stays whole', parts('03/14/1961'), parts('03/14/1961')],
  ['words stay', parts('yesterday'), parts('yesterday')],
  ['a day to come stays', parts('28/11/2026'), parts('28/11/2026')],
])('%s', async (_, typed, read) => {
  expect(await expandPastedDate(typed, '2026-11-27')).toEqual(read)
})
