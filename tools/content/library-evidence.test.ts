import { expect, it } from 'vitest'
import { generalKnowledgeSource } from '../../contract/risk-figures.ts'
import { compareWithGoals } from './evidence-report.ts'
import { countEvidence, requirementSource, summariseEvidence } from './library-evidence.ts'
import type { LibraryRisk, LibraryTemplate } from './library-types.ts'
import type { Sources } from './source-loader.ts'

const kang = 'Kang et al., Journal of Stomatology 2020'
const url = 'https://pubmed.ncbi.nlm.nih.gov/31476533/'
const sources: Sources = new Map([
  ['GPK', { reference: generalKnowledgeSource }],
  ['S1', { reference: 'Jerjes et al.' }],
  ['S2', { reference: 'Nobody names it' }],
  [
    'kang-2020',
    {
      reference: kang,
      published: {
        ...{ reference: kang, url, year: 2020, setting: '23 studies', checkedOn: '2026-11-29' },
        ...{ read: 'abstract', findings: {} },
      },
    },
  ],
])

const risk = (source: string, changes: Partial<LibraryRisk> = {}): LibraryRisk => ({
  ...{ label: 'Pain', band: 'common', serious: false, source, figure: null },
  ...changes,
})
const template = (risks: LibraryRisk[], changes: object = {}) =>
  ({ id: 'crown', hash: 'ab', risks, evidence: [], ...changes }) as unknown as LibraryTemplate

const templates = [
  template([
    risk(generalKnowledgeSource, {
      serious: true,
      basis: { certainty: 'opinion', searchedOn: '2026-11-29' },
    }),
    risk(kang, { serious: true, basis: { certainty: 'moderate' }, figure: { from: 1, to: 2, of: 100 } }),
    risk(kang, { basis: { certainty: 'low' } }),
  ]),
  template([risk(generalKnowledgeSource, { basis: { certainty: 'opinion' } })], {
    ...{ id: 'bridge', hash: 'cd' },
    evidence: [
      { claim: 'It lasts', source: kang },
      { claim: 'For 10 years', source: requirementSource },
      { claim: 'It heals', source: 'Jerjes et al.' },
    ],
  }),
]

it('counts what risks rest on', () => {
  expect(countEvidence(templates)).toEqual({
    ...{ risks: 4, sourced: 2, serious: 2, seriousSourced: 1, figures: 1, sources: 2, searched: 1 },
    certainty: { high: 0, moderate: 1, low: 1, opinion: 2, ungraded: 0 },
  })
  expect(countEvidence([template([risk('Jerjes et al.')])]).certainty.ungraded).toBe(1)
})

it('lists every source that templates name, with how many of them do', () => {
  const review = { template: 'bridge', version: '1.0', hash: 'cd', reviewerName: 'A Dentist' }
  const reviews = [{ ...review, gdcNumber: '123456', reviewedOn: '2026-11-20', remarks: '' }]
  expect(summariseEvidence(templates, sources, reviews)).toMatchObject({
    ...{ templates: 2, awaitingReview: 1, checkedOn: '2026-11-29' },
    published: [{ reference: kang, setting: '23 studies', url, read: 'abstract', templates: 2 }],
    other: [{ reference: 'Jerjes et al.', templates: 1 }],
  })
  expect(summariseEvidence(templates, sources, []).awaitingReview).toBe(2)
})

it('compares shares and numbers with the goals', () => {
  const counts = countEvidence(templates)
  expect(compareWithGoals(counts)).toEqual([
    { what: 'serious risks with a source, in 100', goal: 80, reached: 50, isMet: false },
    { what: 'all risks with a source, in 100', goal: 40, reached: 50, isMet: true },
    { what: 'distinct sources', goal: 150, reached: 2, isMet: false },
  ])
  const [serious] = compareWithGoals({ ...counts, serious: 10_000, seriousSourced: 7999 })
  expect(serious).toMatchObject({ reached: 79.9, isMet: false })
})
