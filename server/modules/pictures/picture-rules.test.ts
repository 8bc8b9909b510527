import { describe, expect, it } from 'vitest'
import type { PictureAnnotation } from '../../../contract/pictures.ts'
import type { TreatmentSite } from '../../../contract/teeth.ts'
import { hasUncertainAnnotation, placesText, shownMarks, unplannedTeeth } from './picture-rules.ts'

const mark = (tooth: string | null): PictureAnnotation => ({
  shape: 'circle',
  from: { x: 0.1, y: 0.1 },
  to: { x: 0.3, y: 0.3 },
  tooth,
  note: '',
})
const at = (...teeth: string[]): TreatmentSite[] => [{ teeth, area: null }]

describe('a mark in doubt', () => {
  it.each<[string, (string | null)[], TreatmentSite[], string | null, boolean]>([
    ['is on the other side', ['46'], at('36'), null, true],
    ['is not one that nobody named a tooth for', [null], at('36'), null, false],
    ['is not on the same side', ['37'], at('36'), null, false],
    ['was confirmed for this plan', ['46'], at('36'), '36', false],
    ['was confirmed for another plan', ['46'], at('36', '37'), '36', true],
    ['is none while nothing is planned', ['46'], [], null, false],
    ['may be one of several', ['36', '46'], at('36'), null, true],
  ])('%s', (_what, teeth, planned, confirmedFor, expected) => {
    expect(hasUncertainAnnotation({ marks: teeth.map(mark), confirmedFor }, planned)).toBe(expected)
  })
})

it('a plan is the same in whatever order it was chosen', () => {
  expect(placesText([...at('46'), { teeth: [], area: 'upper-left' }, ...at('11', '46')])).toBe(
    '11 46 upper-left',
  )
  expect(placesText([])).toBe('')
})

it('asks about every marked tooth that is not planned', () => {
  expect(unplannedTeeth([mark('36'), mark('37'), mark(null)], at('36'))).toEqual(['37'])
})

it('shows a tooth in both notations and in words', () => {
  expect(shownMarks([mark('26'), mark(null)]).map(({ tooth }) => tooth)).toEqual([
    { fdi: '26', palmer: 'UL6', name: 'upper left first molar' },
    null,
  ])
})
