import { expect, test } from 'vitest'
import { isSameName } from './name-comparison.ts'

test.each([
  ['Siân Rees', 'sian  REES '],
  ['Siân Rees', 'Sia\u0302n Rees'],
  ["Aoife O'Connor", 'Aoife O’Connor'],
  ['Jo Smith-Lee', 'Jo Smith‑Lee'],
  ['فاطمة', 'فاطمة '],
])('%s is %s', (one, other) => expect(isSameName(one, other)).toBe(true))

test.each([
  ['Tom Hughes', 'Amara Okafor'],
  ['Tom Hughes', 'T Hughes'],
  ['Tom Hughes', 'TomHughes'],
  ['Tom Hughes', ''],
  ['Tom Hughes', 'Dr Tom Hughes'],
])('%s is not %s', (one, other) => expect(isSameName(one, other)).toBe(false))
