import { describe, expect, it } from 'vitest'
import {
  hasDuplicates,
  hierarchyOf,
  findDuplicates,
  missingDefaults,
  subtypesToMove,
  findByName,
  nextPosition,
  visibleSubtypes,
  visibleTypes,
  treatmentOf,
  type SubtypeRow,
  type TreatmentRecord,
  type TreatmentRow,
} from './treatment-rules.ts'

const clinic = 'a-clinic'
const dayInJanuary = (day: number) => new Date(Date.UTC(2026, 0, day))

const subtype = (name: string, details: Partial<SubtypeRow> = {}): SubtypeRow => ({
  id: `id of ${name}`,
  treatmentId: 'a-type',
  ownerClinicId: null,
  name,
  position: 0,
  createdAt: dayInJanuary(1),
  ...details,
})

const subtypesInOrder = (names: string[], details: Partial<SubtypeRow> = {}) =>
  names.map((name, position) => subtype(name, { position, ...details }))

const type = (name: string, details: Partial<TreatmentRow> = {}): TreatmentRow => ({
  id: `id of ${name}`,
  ownerClinicId: null,
  name,
  description: '',
  isActive: true,
  createdAt: dayInJanuary(1),
  updatedAt: dayInJanuary(1),
  ...details,
})

const record = (
  name: string,
  subtypes: SubtypeRow[],
  details: Partial<TreatmentRow> = {},
): TreatmentRecord => ({ ...type(name, details), subtypes })

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name)

describe('a name', () => {
  it.each([
    ['Dentures', 'dentures', true],
    ['Dentures', ' DENTURES ', true],
    ['Crème', 'Cre\u0300me', true],
    ['Dentures', 'Denture', false],
    ['Full Gold Crown', 'Full  Gold Crown', false],
  ])('%j and %j', (one, other, isSame) => {
    expect(findByName([{ name: one }], other) !== undefined).toBe(isSame)
    expect(hasDuplicates([one, other])).toBe(isSame)
    expect(missingDefaults([{ name: one, subtypes: [] }], [{ name: other }])).toHaveLength(isSame ? 0 : 1)
  })
})

describe('a treatment type as its reader sees it', () => {
  const seen = record('Dentures', [
    subtype('Night Denture', { ownerClinicId: clinic, position: 2 }),
    ...subtypesInOrder(['Complete Dentures', 'Soft Lining']),
  ])

  it('has the subtypes in order, and says which are the clinic’s own', () => {
    expect(treatmentOf(seen, clinic)).toEqual({
      id: 'id of Dentures',
      name: 'Dentures',
      description: '',
      subtypes: [
        { name: 'Complete Dentures', isOwn: false },
        { name: 'Soft Lining', isOwn: false },
        { name: 'Night Denture', isOwn: true },
      ],
      isActive: true,
      isOwn: false,
      createdAt: '2026-01-01T00:00:00.000Z',
      updatedAt: '2026-01-01T00:00:00.000Z',
    })
  })

  it('is a super administrator’s own where it is the platform’s', () => {
    const { isOwn, subtypes } = treatmentOf({ ...seen, subtypes: subtypesInOrder(['Soft Lining']) }, null)
    expect({ isOwn, subtypes }).toEqual({ isOwn: true, subtypes: [{ name: 'Soft Lining', isOwn: true }] })
  })

  it('shows a subtype once that the platform has added after the clinic: as the platform’s', () => {
    const both = [
      subtype('Soft lining', { ownerClinicId: clinic, position: 1 }),
      ...subtypesInOrder(['Complete Dentures', 'Copy Denture', 'Soft Lining']),
    ]
    expect(namesOf(visibleSubtypes(both))).toEqual(['Complete Dentures', 'Copy Denture', 'Soft Lining'])
  })

  it('puts what was added at one place in the order of age, then of id', () => {
    const added = [
      subtype('Third', { position: 5, createdAt: dayInJanuary(3) }),
      subtype('Second', { position: 5, createdAt: dayInJanuary(2), id: '2' }),
      subtype('First', { position: 5, createdAt: dayInJanuary(2), id: '1' }),
    ]
    expect(namesOf(visibleSubtypes(added))).toEqual(['First', 'Second', 'Third'])
  })
})

it.each([
  [[], 0],
  [[0, 1, 2], 3],
  [[7, 2], 8],
])('behind the places %j comes %i', (places, next) => {
  expect(nextPosition(places.map((position) => subtype(`at ${position}`, { position })))).toBe(next)
})

describe('the treatment types that are shown', () => {
  const all = [
    type('teeth whitening'),
    type('Dentures', { isActive: false }),
    type('Aligners', { ownerClinicId: clinic, isActive: false }),
    type('Sleep', { ownerClinicId: clinic }),
    type('Éclat', { ownerClinicId: clinic }),
    type('TEETH WHITENING', { id: 'the later one', createdAt: dayInJanuary(2) }),
  ]

  it('to a clinic: the platform’s active ones and all of its own, by name, and no later duplicate', () => {
    expect(namesOf(visibleTypes(all, clinic))).toEqual(['Aligners', 'Éclat', 'Sleep', 'teeth whitening'])
  })

  it('to a clinic: nothing in the place of one that is not offered, though a duplicate of it is', () => {
    const twice = [
      type('Dentures', { isActive: false }),
      type('Dentures', { id: 'later', createdAt: dayInJanuary(2) }),
    ]
    expect(visibleTypes(twice, clinic)).toEqual([])
  })

  it('to a super administrator: all of the platform’s, the older first of one name', () => {
    expect(namesOf(visibleTypes(all, null))).toEqual(['Dentures', 'teeth whitening', 'TEETH WHITENING'])
  })
})

describe('the hierarchy', () => {
  it('names the subtypes of active types only', () => {
    const records = [
      record('Dentures', subtypesInOrder(['Complete Dentures', 'Soft Lining'])),
      record('Sleep', subtypesInOrder(['Snoring Splint']), { isActive: false }),
      record('Other', []),
    ]
    expect(hierarchyOf(records)).toEqual({ Dentures: ['Complete Dentures', 'Soft Lining'], Other: [] })
  })

  it('joins what two types of one name have, each subtype once', () => {
    const own = { ownerClinicId: clinic }
    const records = [
      record('Sleep', subtypesInOrder(['Snoring Splint'])),
      record('sleep', subtypesInOrder(['Chin Strap', 'snoring splint'], own), own),
    ]
    expect(hierarchyOf(records)).toEqual({ Sleep: ['Snoring Splint', 'Chin Strap'] })
  })
})

describe('duplicates', () => {
  it('are the platform’s later types of a name, each with the first of it', () => {
    const [first, second, third] = [
      type('Sleep', { id: '1', createdAt: dayInJanuary(1) }),
      type('sleep ', { id: '2', createdAt: dayInJanuary(2) }),
      type('SLEEP', { id: '3', createdAt: dayInJanuary(2) }),
    ]
    const others = [
      type('Dentures'),
      type('Sleep', { id: '0', ownerClinicId: clinic, createdAt: dayInJanuary(0) }),
    ]
    expect(findDuplicates([third, ...others, second, first])).toEqual([
      { first, later: second },
      { first, later: third },
    ])
    expect(findDuplicates(others)).toEqual([])
  })

  it('leave the first what it does not have, behind its own and in order', () => {
    const first = subtypesInOrder(['Snoring Splint', 'Chin Strap'])
    const later = subtypesInOrder(['Nose Clip', 'snoring splint', 'Pillow', 'PILLOW'])
    expect(subtypesToMove(first, later)).toEqual([
      { id: 'id of Nose Clip', position: 2 },
      { id: 'id of Pillow', position: 3 },
    ])
    expect(subtypesToMove(first, first)).toEqual([])
  })
})

it('of what the product comes with, only names that nobody bears are missing', () => {
  const defaults = [
    { name: 'Dentures', subtypes: ['Soft Lining'] },
    { name: 'Other', subtypes: ['Custom Treatment'] },
  ]
  expect(missingDefaults(defaults, [type('dentures')])).toEqual([defaults[1]])
  expect(missingDefaults(defaults, [])).toEqual(defaults)
})
