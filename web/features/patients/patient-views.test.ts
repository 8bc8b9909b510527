import { expect, test } from 'vitest'
import { patientViewHref, patientViewIn, patientViews } from './patient-views.ts'

test.each(patientViews)('the address of %s leads there', (view) => {
  expect(patientViewIn(new URLSearchParams(patientViewHref(view)))).toBe(view)
})

test.each(['', 'view=', 'view=secrets'])('%j leads to the overview', (query) => {
  expect(patientViewIn(new URLSearchParams(query))).toBe('overview')
})
