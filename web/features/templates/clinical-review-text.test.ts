import { expect, test } from 'vitest'
import { clinicalReviewText } from './clinical-review-text.ts'

const clinicalReview = { reviewerName: 'Dr Amara Okafor', gdcNumber: '123456', reviewedOn: '2026-03-14' }

test.each([
  [
    'signed',
    { clinicId: null, groupName: null, clinicalReview },
    'Signed by Dr Amara Okafor (GDC 123456) on 14 Mar 2026',
  ],
  ['not signed', { clinicId: null, groupName: null, clinicalReview: null }, 'Awaiting clinical review'],
  ['a practice’s own', { clinicId: 'c', groupName: null, clinicalReview: null }, null],
  ['a group’s own', { clinicId: null, groupName: 'Coastal Dental', clinicalReview: null }, null],
])('%s', (_what, template, text) => {
  expect(clinicalReviewText(template)).toBe(text)
})
