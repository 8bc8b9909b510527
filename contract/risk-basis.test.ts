import { expect, test } from 'vitest'
import { citationOf, describeBasis, groupByStudyDepth, type RiskBasis } from './risk-basis.ts'

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

test.each<[RiskBasis, string]>([
  [{ certainty: 'moderate', in100: [0.28, 0.28], per: 'tooth' }, 'moderate certainty · 0.28 in 100 teeth'],
  [
    { certainty: 'low', in100: [2, 5.25], per: 'patient', within: 'in the first week' },
    'low certainty · 2 to 5.25 in 100 patients, in the first week',
  ],
  [
    { certainty: 'high', in100: [0.0018, 0.0071], per: 'injection' },
    'high certainty · 1.8 to 7.1 in 100,000 injections',
  ],
  [{ certainty: 'low', in100: [0, 0.2], per: 'study' }, 'low certainty · 0 to 0.2 in 100 studies'],
  [{ certainty: 'low', in100: [0, 0], per: 'implant' }, 'low certainty · 0 in 100,000 implants'],
  [{ certainty: 'opinion' }, 'expert opinion'],
  [{ certainty: 'moderate', within: 'over ten years' }, 'moderate certainty · over ten years'],
])('%o is told as “%s”', (basis, told) => {
  expect(describeBasis(basis)).toBe(told)
})

test('risks are grouped by how well they are studied, those that nobody graded left out', () => {
  const risk = (label: string, certainty?: RiskBasis['certainty']) => ({
    label,
    ...(certainty && { basis: { certainty } }),
  })
  const risks = [
    ...[risk('a', 'low'), risk('b', 'high'), risk('c', 'opinion')],
    ...[risk('d', 'moderate'), risk('e'), risk('f', 'low')],
  ]
  const groups = groupByStudyDepth(risks)
  expect(groups.map(({ depth, risks: all }) => [depth, all.map(({ label }) => label)])).toEqual([
    ['well studied', ['b', 'd']],
    ['few studies', ['a', 'f']],
  ])
  expect(groupByStudyDepth([risk('d', 'moderate'), risk('e')])).toHaveLength(1)
  expect(groupByStudyDepth([risk('c', 'opinion'), risk('e')])).toEqual([])
})
