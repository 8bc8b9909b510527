import { expect, it, test } from 'vitest'
import {
  countByFilter,
  nextReviewDue,
  reviewRowOf,
  selectRows,
  type ReviewRecord,
} from './clinical-review-rules.ts'

const today = '2026-11-29'
const withdrawn = {
  reference: 'A guideline',
  state: 'withdrawn',
  on: '2026-11-01',
  replacedBy: null,
  note: null,
} as const
const around = { today, outdatedSources: [withdrawn] }
const review = (changes: Partial<ReviewRecord> = {}): ReviewRecord => ({
  ...{ hash: 'now', version: '1.1', reviewerName: 'Dr Amara Okafor', gdcNumber: '123456' },
  ...{ reviewedOn: '2026-11-20', disagreements: 0, ...changes },
})
const rowOf = (name: string, reviews: ReviewRecord[] = [], changes: object = {}) =>
  reviewRowOf(
    {
      ...{ templateId: name, name, treatmentType: 'Dental Fillings', versionId: 'v', version: '1.1' },
      ...{ reviewDue: '2027-11-21', hash: 'now', sources: ['Kang et al.'], ...changes },
    },
    reviews,
    around,
  )

it('tells a text that was signed from one that was changed since, and from one nobody reviewed', () => {
  const { hash: _hash, disagreements: _disagreements, version: _version, ...signature } = review()
  expect(rowOf('A', [review()])).toMatchObject({ state: 'signed', signature, isChanged: false })
  const earlier = review({ hash: 'before', version: '1.0' })
  expect(rowOf('A', [earlier])).toMatchObject({
    ...{ state: 'awaiting', signature: null, isChanged: true },
    lastReview: { ...signature, version: '1.0' },
  })
  expect(rowOf('A')).toMatchObject({ state: 'awaiting', isChanged: false, lastReview: null })
})

it('counts the claims of this text that reviewers disagree with, each reviewer by their newest', () => {
  const other = { gdcNumber: '222222' }
  const reviews = [
    review({ ...other, disagreements: 1 }),
    review({ disagreements: 2 }),
    review({ disagreements: 5 }),
  ]
  expect(rowOf('A', reviews)).toMatchObject({ state: 'disputed', signature: null, disagreements: 3 })
})

test.each([
  ['2026-11-28', 'overdue'],
  ['2026-11-29', 'soon'],
  ['2027-01-28', 'soon'],
  ['2027-01-29', 'later'],
  [null, 'later'],
])('a review due on %s is %s', (reviewDue, dueState) => {
  expect(rowOf('A', [], { reviewDue }).dueState).toBe(dueState)
})

test.each([
  ['2026-11-20', '2026-12-01', '2027-11-20'],
  ['2026-11-20', null, '2027-11-20'],
  ['2026-11-20', '2028-01-01', '2028-01-01'],
])('after a review on %s with the next on %s, the next is on %s', (reviewedOn, before, next) => {
  expect(nextReviewDue(reviewedOn, before)).toBe(next)
})

const rows = [
  rowOf('Bridge', [review({ reviewedOn: '2026-10-01' })], { reviewDue: '2026-12-01' }),
  rowOf('amalgam', [review({ disagreements: 1 })], { reviewDue: null }),
  rowOf('Crown', [review({ hash: 'before', reviewedOn: '2026-09-01' })], { sources: ['A guideline'] }),
  rowOf('Denture', [], { treatmentType: 'Dentures' }),
]
const namesOf = (query: Partial<Parameters<typeof selectRows>[1]>) =>
  selectRows(rows, { search: '', show: 'all', sort: 'name', ...query }).map(({ name }) => name)

test('each filter finds its rows, and is counted by itself', () => {
  expect(countByFilter(rows)).toEqual({
    ...{ all: 4, due: 1, changed: 1, 'outdated-source': 1, never: 1, disputed: 1, awaiting: 2, signed: 1 },
  })
  expect(namesOf({ show: 'due' })).toEqual(['Bridge'])
  expect(namesOf({ show: 'awaiting' })).toEqual(['Crown', 'Denture'])
})

test('rows are searched by name and treatment, and sorted either way with those without a date last', () => {
  expect(namesOf({ search: 'fill BRI' })).toEqual(['Bridge'])
  expect(namesOf({})).toEqual(['amalgam', 'Bridge', 'Crown', 'Denture'])
  expect(namesOf({ sort: '-name' })).toEqual(['Denture', 'Crown', 'Bridge', 'amalgam'])
  expect(namesOf({ sort: 'due' })).toEqual(['Bridge', 'Crown', 'Denture', 'amalgam'])
  expect(namesOf({ sort: '-reviewed' })).toEqual(['amalgam', 'Bridge', 'Crown', 'Denture'])
})
