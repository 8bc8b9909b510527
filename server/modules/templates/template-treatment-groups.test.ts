import { expect, test } from 'vitest'
import { treatmentGroupsOf, type TreatmentOrigin } from './template-treatment-groups.ts'

const wisdomTooth = {
  treatmentType: 'Tooth Extraction',
  treatmentSubtype: 'Surgical Wisdom Tooth Extraction',
}
const unknown = { treatmentType: 'Sleep', treatmentSubtype: 'Snoring Splint' }

test.each<[string, TreatmentOrigin, string, string[]]>([
  [
    'of the library',
    { ...unknown, libraryIds: ['surgical-wisdom-tooth-extraction'] },
    'treatment',
    ['extraction', 'nerve-lower'],
  ],
  [
    'copied from it, under another type',
    { ...unknown, libraryIds: [null, null, 'surgical-wisdom-tooth-extraction'] },
    'treatment',
    ['extraction', 'nerve-lower'],
  ],
  [
    'of a type alone',
    { ...wisdomTooth, treatmentSubtype: 'Ours', libraryIds: [null] },
    'type',
    ['extraction'],
  ],
  ['that nobody knows', { ...unknown, libraryIds: [null, 'gone'] }, 'none', []],
])('a treatment %s', (_name, origin, known, groups) => {
  const found = treatmentGroupsOf(origin)
  expect(found.known).toBe(known)
  expect(found.groups).toEqual(expect.arrayContaining(groups))
  if (known === 'none') expect(found.groups).toEqual([])
})

test('a type and subtype of the library are found however they are written, and before what it was copied from', () => {
  const ofLibrary = treatmentGroupsOf({ ...unknown, libraryIds: ['fluoride-varnish-adult'] })
  const written = { treatmentType: ' tooth extraction', treatmentSubtype: 'SIMPLE EXTRACTION' }
  const found = treatmentGroupsOf({ ...written, libraryIds: [null, 'fluoride-varnish-adult'] })
  expect(found.known).toBe('treatment')
  expect(found.groups).toContain('extraction')
  expect(found).not.toEqual(ofLibrary)
})

test('of a type alone, every group of its treatments counts, each once', () => {
  const { groups } = treatmentGroupsOf({ ...wisdomTooth, treatmentSubtype: '', libraryIds: [null] })
  expect(new Set(groups).size).toBe(groups.length)
  expect(groups).toEqual(expect.arrayContaining(['bleed-high', 'nerve-lower', 'sinus-upper']))
})
