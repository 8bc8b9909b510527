import { expect, it } from 'vitest'
import { momentFormat } from './moment-format.ts'

it('writes a moment with its weekday and one comma, in the zone it is given', () => {
  const summer = new Date('2026-07-10T23:30:05Z')
  expect(momentFormat({ timeZone: 'Europe/London' }).format(summer)).toBe('Sat 11 Jul 2026, 00:30')
  expect(
    momentFormat({ timeZone: 'Europe/London', timeZoneName: 'short', second: '2-digit' }).format(summer),
  ).toBe('Sat 11 Jul 2026, 00:30:05 BST')
})
