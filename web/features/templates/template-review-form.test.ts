import { expect, test } from 'vitest'
import {
  reviewFieldIds,
  reviewFormValuesOf,
  parseReviewForm,
  reviewRefusalErrors,
} from './template-review-form.ts'

const owner = { name: 'Dr Amara Okafor', gdcNumber: '123456' }
const filled = { ...owner, reviewDue: { day: '3', month: '11', year: '2027' } }
const noDay = { day: '', month: '', year: '' }
const parse = (changes: Partial<typeof filled> = {}) => parseReviewForm({ ...filled, ...changes })

test('what is typed becomes what is saved, and back', () => {
  const care = { clinicalOwner: owner, reviewDue: '2027-11-03' }
  expect(parse({ name: ' Dr Amara Okafor ', gdcNumber: ' 123 456' })).toEqual({ care, errors: [] })
  expect(reviewFormValuesOf(care)).toEqual(filled)
})

test('both may be left empty: nobody answers for it then, and nobody is reminded', () => {
  const care = { clinicalOwner: null, reviewDue: null }
  expect(parse({ name: ' ', gdcNumber: '', reviewDue: noDay })).toEqual({ care, errors: [] })
  expect(reviewFormValuesOf(care)).toEqual({ name: '', gdcNumber: '', reviewDue: noDay })
})

test.each([
  [{ name: '' }, reviewFieldIds.name],
  [{ gdcNumber: '' }, reviewFieldIds.gdcNumber],
  [{ gdcNumber: '1234' }, reviewFieldIds.gdcNumber],
  [{ gdcNumber: '12345678' }, reviewFieldIds.gdcNumber],
  [{ gdcNumber: 'D12345' }, reviewFieldIds.gdcNumber],
  [{ reviewDue: { ...noDay, year: '2027' } }, reviewFieldIds.reviewDue],
  [{ reviewDue: { day: '31', month: '11', year: '2027' } }, reviewFieldIds.reviewDue],
])('%o is refused at its field', (changes, id) =>
  expect(parse(changes).errors.map((error) => error.id)).toEqual([id]),
)

test('what the server finds wrong leads to its field', () => {
  const fields = [{ field: 'clinicalOwner.name', message: 'Enter at most 120 characters' }]
  expect(reviewRefusalErrors(Object.assign(new Error('Invalid'), { fields }))).toEqual([
    { id: reviewFieldIds.name, text: 'Enter at most 120 characters' },
  ])
  expect(reviewRefusalErrors(new Error('Nobody answers'))).toEqual([])
})
