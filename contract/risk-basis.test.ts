import { expect, test } from 'vitest'
import { citationOf } from './risk-basis.ts'

test.each([
  ['Kang et al., Journal of Stomatology 2020; systematic review', 2020, 'Kang et al. 2020'],
  [
    'National Institute for Health and Care Excellence, appraisal 1',
    2000,
    'National Institute for Health and Care Excellence 2000',
  ],
  ['Fifth National Audit Project 2014; anaesthesia', 2014, 'Fifth National Audit Project 2014'],
  ['Cochrane', 2019, 'Cochrane 2019'],
])('%s', (reference, year, citation) => {
  expect(citationOf({ reference, year })).toBe(citation)
})
