import { expect, test } from 'vitest'
import { careIds, careValuesOf, readCare, refusedCare } from './care-form-reading.ts'

const owner = { name: 'Dr Amara Okafor', gdcNumber: '123456' }
const filled = { ...owner, reviewDue: { day: '3', month: '11', year: '2027' } }
const noDay = { day: '', month: '', year: '' }
const read = (changes: Partial<typeof filled> = {}) => readCare({ ...filled, ...changes })

test('what is typed becomes what is saved, and back', () => {
  const care = { clinicalOwner: owner, reviewDue: '2027-11-03' }
  expect(read({ name: ' Dr Amara Okafor ', gdcNumber: ' 123 456' })).toEqual({ care, errors: [] })
  expect(careValuesOf(care)).toEqual(filled)
})

test('both may be left empty: nobody answers for it then, and nobody is reminded', () => {
  const care = { clinicalOwner: null, reviewDue: null }
  expect(read({ name: ' ', gdcNumber: '', reviewDue: noDay })).toEqual({ care, errors: [] })
  expect(careValuesOf(care)).toEqual({ name: '', gdcNumber: '', reviewDue: noDay })
})

test.each([
  [{ name: '' }, careIds.name],
  [{ gdcNumber: '' }, careIds.gdcNumber],
  [{ gdcNumber: '1234' }, careIds.gdcNumber],
  [{ gdcNumber: '12345678' }, careIds.gdcNumber],
  [{ gdcNumber: 'D12345' }, careIds.gdcNumber],
  [{ reviewDue: { ...noDay, year: '2027' } }, careIds.reviewDue],
  [{ reviewDue: { day: '31', month: '11', year: '2027' } }, careIds.reviewDue],
])('%o is refused at its field', (changes, id) =>
  expect(read(changes).errors.map((error) => error.id)).toEqual([id]),
)

test('what the server finds wrong leads to its field', () => {
  const fields = [{ field: 'clinicalOwner.name', message: 'Enter at most 120 characters' }]
  expect(refusedCare(Object.assign(new Error('Invalid'), { fields }))).toEqual([
    { id: careIds.name, text: 'Enter at most 120 characters' },
  ])
  expect(refusedCare(new Error('Nobody answers'))).toEqual([])
})
