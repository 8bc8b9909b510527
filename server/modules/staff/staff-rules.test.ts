import { expect, test } from 'vitest'
import { staffName } from './staff-rules.ts'

test('names a member of staff without loose blanks', () => {
  expect(staffName({ firstName: 'Amara', lastName: 'Okafor' })).toBe('Amara Okafor')
  expect(staffName({ firstName: '', lastName: 'Okafor' })).toBe('Okafor')
})
