import { expect, test } from 'vitest'
import { treatmentPropertiesOf, type TreatmentOrigin } from './template-treatment-properties.ts'

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
    ['extraction', 'bone-wound'],
  ],
  [
    'copied from it, under another type',
    { ...unknown, libraryIds: [null, null, 'surgical-wisdom-tooth-extraction'] },
    'treatment',
    ['extraction', 'bone-wound'],
  ],
  [
    'of a type alone',
    { ...wisdomTooth, treatmentSubtype: 'Ours', libraryIds: [null] },
    'type',
    ['extraction'],
  ],
  ['that nobody knows', { ...unknown, libraryIds: [null, 'gone'] }, 'none', []],
])('a treatment %s', (_name, origin, known, properties) => {
  const found = treatmentPropertiesOf(origin)
  expect(found.known).toBe(known)
  expect(found.properties).toEqual(expect.arrayContaining(properties))
  if (known === 'none') expect(found.properties).toEqual([])
})

test('a type and subtype of the library are found however they are written, and before what it was copied from', () => {
  const ofLibrary = treatmentPropertiesOf({ ...unknown, libraryIds: ['fluoride-varnish-adult'] })
  const written = { treatmentType: ' tooth extraction', treatmentSubtype: 'SIMPLE EXTRACTION' }
  const found = treatmentPropertiesOf({ ...written, libraryIds: [null, 'fluoride-varnish-adult'] })
  expect(found.known).toBe('treatment')
  expect(found.properties).toContain('extraction')
  expect(found).not.toEqual(ofLibrary)
})

test('of a type alone, the gravest of each guideline counts, and all else that is true of any', () => {
  const { properties } = treatmentPropertiesOf({ ...wisdomTooth, treatmentSubtype: '', libraryIds: [null] })
  expect(new Set(properties).size).toBe(properties.length)
  expect(properties).toEqual(
    expect.arrayContaining(['bleeding-higher', 'near-sinus', 'sedation-none', 'denture']),
  )
  expect(properties).not.toContain('bleeding-lower')
  expect(properties).not.toContain('sedation-intravenous')
})
