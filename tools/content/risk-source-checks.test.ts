import { describe, expect, it, test } from 'vitest'
import { basisOf, checkRiskSource } from './risk-source-checks.ts'
import type { Sources } from './source-loader.ts'

const sources: Sources = new Map([
  ['GPK', { reference: 'General professional knowledge' }],
  ['S1', { reference: 'Jerjes et al.' }],
  [
    'kang-2020',
    {
      reference: 'Kang et al., Journal of Stomatology 2020; systematic review',
      published: {
        reference: 'Kang et al., Journal of Stomatology 2020; systematic review',
        ...{ year: 2020, setting: '23 studies', read: 'abstract', checkedOn: '2026-11-29' },
        url: 'https://pubmed.ncbi.nlm.nih.gov/31476533/',
        findings: {
          lip: {
            ...{ finding: 'Lasting change', per: 'tooth', in100: [0.28, 0.6], certainty: 'moderate' },
            within: 'after six months',
          },
          tiny: { finding: 'Seen seldom', per: 'tooth', in100: [0.001, 0.009], certainty: 'low' },
          straddling: { finding: 'Seen', per: 'tooth', in100: [0.007, 0.03], certainty: 'low' },
          none: { finding: 'Not seen', per: 'tooth', in100: [0, 0], certainty: 'low' },
          advice: { finding: 'It should be told', per: 'patient', certainty: 'opinion' },
        },
      },
    },
  ],
])
const risk = {
  ...{ label: 'Lasting numbness', source: 'kang-2020', finding: 'lip' },
  band: 'uncommon' as const,
}
const check = (changes: object) => checkRiskSource({ ...risk, ...changes }, sources)

test.each([
  ['a band in which the rates lie', {}],
  ['a band without rates', { band: 'varies' }],
  ['any band where the finding has no rate', { band: 'rare', finding: 'advice' }],
  ['very rare where the whole figure is below 1 in 10,000', { band: 'very rare', finding: 'tiny' }],
  ['rare where a part of it is above', { band: 'rare', finding: 'straddling' }],
  ['rare where a study saw none', { band: 'rare', finding: 'none' }],
  ['a label that says the same', { label: 'Numbness (about 3 to 5 in 1,000)' }],
  ['a label that rounds', { label: 'Numbness (about 6.5 in 1,000)', band: 'uncommon' }],
  ['a label with figures too small to draw', { label: 'Numbness (about 1 in 14,000)' }],
  ['a source without findings', { source: 'S1', finding: undefined }],
  ['a search without result', { source: 'GPK', finding: undefined, searched: '2026-11-29: numbness' }],
])('%s is right', (_what, changes) => {
  expect(check(changes)).toEqual([])
})

describe('is reported:', () => {
  test.each([
    ['a finding that is not there', { finding: 'tongue' }, /"kang-2020" has no finding "tongue"/],
    ['a finding of a source that has none', { source: 'S1' }, /"S1" has no finding "lip"/],
    ['a finding of opinion', { source: 'GPK' }, /"GPK" has no finding "lip"/],
    ['a published source without its finding', { finding: undefined }, /say which finding of "kang-2020"/],
    ['a band above the rates', { band: 'common' }, /the band "common" does not agree with 0\.28 to 0\.6/],
    ['a band below them', { band: 'rare' }, /the band "rare" does not agree/],
    ['rare for a figure below 1 in 10,000', { band: 'rare', finding: 'tiny' }, /the band "rare" does not/],
    [
      'very rare for a figure that reaches above',
      { band: 'very rare', finding: 'straddling' },
      /the band "very rare" does not agree with 0\.007 to 0\.03/,
    ],
    [
      'very rare for what a study did not see',
      { band: 'very rare', finding: 'none' },
      /"very rare" does not/,
    ],
    ['the highest band', { band: 'very common' }, /the band "very common" does not agree/],
    ['a label above the rates', { label: 'Numbness (7 in 1,000)' }, /figure of the label does not agree/],
    ['a label below them', { label: 'Numbness (1 to 2 in 1,000)' }, /figure of the label does not agree/],
    ['a search beside a source', { searched: '2026-11-29: numbness' }, /only a risk with the source GPK/],
  ])('%s', (_what, changes, problem) => {
    expect(check(changes)).toEqual([expect.stringMatching(problem)])
  })
})

describe('a risk rests on', () => {
  it('a finding with its rate', () => {
    expect(basisOf(risk, sources)).toEqual({
      ...{ certainty: 'moderate', citation: 'Kang et al. 2020', in100: [0.28, 0.6], per: 'tooth' },
      ...{ within: 'after six months', url: 'https://pubmed.ncbi.nlm.nih.gov/31476533/' },
    })
  })

  it('a finding without one', () => {
    expect(basisOf({ ...risk, finding: 'advice' }, sources)).toEqual({
      ...{ certainty: 'opinion', citation: 'Kang et al. 2020' },
      url: 'https://pubmed.ncbi.nlm.nih.gov/31476533/',
    })
  })

  it('opinion where nothing was found, with the day of the search', () => {
    const opinion = { ...risk, source: 'GPK', finding: undefined }
    expect(basisOf(opinion, sources)).toEqual({ certainty: 'opinion' })
    expect(basisOf({ ...opinion, searched: '2026-11-29: lip' }, sources)).toEqual({
      ...{ certainty: 'opinion', searchedOn: '2026-11-29' },
    })
  })

  it('nothing that was graded, of a source without findings', () => {
    expect(basisOf({ ...risk, source: 'S1', finding: undefined }, sources)).toBeUndefined()
  })
})
