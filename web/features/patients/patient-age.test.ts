import { expect, test } from 'vitest'
import { ageOn } from './patient-age.ts'

test.each([
  ['2013-11-21', '2026-11-21', 13],
  ['2013-11-22', '2026-11-21', 12],
  ['2012-02-29', '2026-02-28', 13],
  ['2012-02-29', '2026-03-01', 14],
])('born %s, on %s: %i years', (born, today, years) => {
  expect(ageOn(born, today)).toBe(years)
})
