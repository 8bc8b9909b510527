import { expect, test } from 'vitest'
import { careIds, careValuesOf, readCare, refusedCare } from './care-form-reading.ts'

const owner = { name: 'Dr Amara Okafor', gdcNumber: '123456' }
const filled = { ...owner, reviewDue: '2027-11-21' }
const read = (changes: Partial<typeof filled> = {}, unfinished = false) =>
  readCare({ ...filled, ...changes }, unfinished)

test('what is typed becomes what is saved, and back', () => {
  const care = { clinicalOwner: owner, reviewDue: '2027-11-21' }
  expect(read({ name: ' Dr Amara Okafor ', gdcNumber: ' 123 456' })).toEqual({ care, errors: [] })
  expect(careValuesOf(care)).toEqual(filled)
})

test('both may be left empty: nobody answers for it then, and nobody is reminded', () => {
  const care = { clinicalOwner: null, reviewDue: null }
  expect(read({ name: ' ', gdcNumber: '', reviewDue: '' })).toEqual({ care, errors: [] })
  expect(careValuesOf(care)).toEqual({ name: '', gdcNumber: '', reviewDue: '' })
})

test.each([
  [{ name: '' }, false, careIds.name],
  [{ gdcNumber: '' }, false, careIds.gdcNumber],
  [{ gdcNumber: '1234' }, false, careIds.gdcNumber],
  [{ gdcNumber: '12345678' }, false, careIds.gdcNumber],
  [{ gdcNumber: 'D12345' }, false, careIds.gdcNumber],
  [{ reviewDue: '' }, true, careIds.reviewDue],
])('%o is refused at its field', (changes, unfinished, id) =>
  expect(read(changes, unfinished).errors.map((error) => error.id)).toEqual([id]),
)

test('what the server finds wrong leads to its field', () => {
  const fields = [{ field: 'clinicalOwner.name', message: 'Enter at most 120 characters' }]
  expect(refusedCare(Object.assign(new Error('Invalid'), { fields }))).toEqual([
    { id: careIds.name, text: 'Enter at most 120 characters' },
  ])
  expect(refusedCare(new Error('Nobody answers'))).toEqual([])
})
