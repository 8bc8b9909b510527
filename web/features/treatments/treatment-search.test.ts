import { expect, test } from 'vitest'
import type { Treatment } from './treatment-operations.ts'
import { searchTreatments, sortTreatments } from './treatment-search.ts'

const treatment = (name: string, ...subtypes: string[]): Treatment => ({
  id: name,
  name,
  description: '',
  subtypes: subtypes.map((subtype) => ({ name: subtype, isOwn: false })),
  isActive: true,
  isOwn: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
})
const all = [
  treatment('Dental Crown', 'Porcelain Crown', 'Gold Crown'),
  treatment('Dental Bridge', 'Porcelain Bridge'),
  treatment('Other', 'Custom Treatment'),
]
const searchNames = (search: string) =>
  searchTreatments(all, search).map(({ treatment, subtypes }) => [treatment.name, subtypes.length])

test.each<[string, [string, number][]]>([
  [
    '',
    [
      ['Dental Crown', 2],
      ['Dental Bridge', 1],
      ['Other', 1],
    ],
  ],
  [
    '  ',
    [
      ['Dental Crown', 2],
      ['Dental Bridge', 1],
      ['Other', 1],
    ],
  ],
  [
    'dental',
    [
      ['Dental Crown', 2],
      ['Dental Bridge', 1],
    ],
  ],
  [
    'PORCELAIN',
    [
      ['Dental Crown', 1],
      ['Dental Bridge', 1],
    ],
  ],
  [' gold ', [['Dental Crown', 1]]],
  ['veneer', []],
])('%j finds %j', (search, expected) => expect(searchNames(search)).toEqual(expected))

test('the types that were found are sorted by name or by how many subtypes they have', () => {
  const sorted = (sort: string) =>
    sortTreatments(searchTreatments(all, ''), sort).map(({ treatment: { name } }) => name)
  expect(sorted('name')).toEqual(['Dental Bridge', 'Dental Crown', 'Other'])
  expect(sorted('-name')).toEqual(['Other', 'Dental Crown', 'Dental Bridge'])
  expect(sorted('-subtypes')[0]).toBe('Dental Crown')
  expect(sorted('subtypes').at(-1)).toBe('Dental Crown')
})
