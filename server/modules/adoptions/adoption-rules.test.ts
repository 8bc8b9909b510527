import { describe, expect, it } from 'vitest'
import { adoptionStates } from '../../../contract/adoptions.ts'
import { adopterOf, needsConfirmation, readingAgeOf, wordingByOf } from './adoption-rules.ts'

it.each([
  ['a clinician with a GDC number', { isClinician: true, gdcNumber: '204417' }, true],
  ['a clinician without one', { isClinician: true, gdcNumber: null }, false],
  ['somebody with a number who is no clinician here', { isClinician: false, gdcNumber: '204417' }, false],
  ['nobody on the staff', undefined, false],
])('%s', (_who, member, adopts) => {
  expect(adopterOf(member, 'Amara Okafor')).toEqual(
    adopts ? { name: 'Amara Okafor', gdcNumber: '204417' } : null,
  )
})

it('asks to confirm what nobody in the practice stands behind as it is', () => {
  expect(adoptionStates.filter(needsConfirmation)).toEqual(['outdated', 'none'])
})

it('tells the reading age in years, and none where none was measured', () => {
  expect(readingAgeOf(5.2499)).toBe(10.2)
  expect(readingAgeOf(3.1291)).toBe(8.1)
  expect(readingAgeOf(null)).toBeNull()
})

describe('who stands behind the wording of a consent', () => {
  const now = new Date('2026-11-21T10:00:00Z')
  const at = new Date('2026-10-01T09:00:00Z')
  const saved = { savedByName: 'Siân Rees', savedAt: new Date('2026-09-01T08:00:00Z') }
  const adopted = { byName: 'Amara Okafor', gdcNumber: '204417', at, adoptedVersion: '1.0' }
  const never = { byName: null, gdcNumber: null, at: null, adoptedVersion: null }
  const sender = { name: 'Tom Hughes', gdcNumber: '248163', now }
  const bySender = { kind: 'confirmed', name: 'Tom Hughes', gdcNumber: '248163', at: now.toISOString() }

  it.each([
    [
      { state: 'adopted', ...adopted },
      { kind: 'adopted', name: 'Amara Okafor', gdcNumber: '204417', at: at.toISOString() },
    ],
    [{ state: 'outdated', ...adopted }, bySender],
    [{ state: 'none', ...never }, bySender],
    // Withdrawn: who did is known, and stands behind nothing.
    [{ state: 'none', ...adopted }, bySender],
    [
      { state: 'own', ...never },
      { kind: 'own', name: 'Siân Rees', gdcNumber: null, at: saved.savedAt.toISOString() },
    ],
  ] as const)('%o', (standing, expected) => {
    expect(wordingByOf({ ...standing, ...saved }, sender)).toEqual(expected)
  })

  it('names a sender who is not registered without a number', () => {
    const confirmed = wordingByOf({ state: 'none', ...never, ...saved }, { ...sender, gdcNumber: null })
    expect(confirmed).toMatchObject({ kind: 'confirmed', gdcNumber: null })
  })
})
