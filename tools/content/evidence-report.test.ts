import { expect, it } from 'vitest'
import type { LintedTemplate } from '../../wording/linted-template.ts'
import { evidenceRow, outdatedRows, pictureTranslationRows } from './evidence-report.ts'
import type { LibraryTemplate } from './library-types.ts'

const linted = {
  sections: [{ title: 'Benefits', html: '<p>You can eat again.</p>' }],
} as unknown as LintedTemplate
const shipped = {
  ...{ id: 'crown', hash: 'ab', reviewDue: '2027-11-21', pictures: ['one'], evidence: [] },
  risks: [
    { label: 'Pain', source: 'Kang et al.', serious: true, figure: null, basis: { certainty: 'low' } },
    { label: 'Numb', source: 'Jerjes et al.', serious: false, figure: { from: 1, to: 1, of: 100 } },
  ],
} as unknown as LibraryTemplate
const translation = { language: 'cy', template: 'crown', staleSections: [], hash: '', sections: [] }

it('says of a template what it rests on and what it has', () => {
  const translations = [
    translation,
    { ...translation, language: 'pl', staleSections: [2, 4] },
    { ...translation, language: 'ur', template: 'bridge' },
  ]
  expect(evidenceRow(shipped, linted, { translations, clinicalReviews: [] })).toEqual({
    template: 'crown',
    'risks with a source': '2 of 2',
    'serious with a source': '1 of 1',
    ...{ figures: 1, sources: 2, pictures: 1 },
    certainty: 'low 1, ungraded 1',
    'reading age (SMOG, Flesch-Kincaid)': expect.stringMatching(/^\d+\.\d, -?\d+\.\d$/),
    languages: 'cy machine, pl machine (stale: 2, 4)',
    review: 'awaiting clinical review, due 2027-11-21',
  })
  const review = {
    ...{ template: 'crown', version: '1.0', hash: 'ab', reviewerName: 'A Dentist', gdcNumber: '123456' },
    ...{ reviewedOn: '2026-11-20', remarks: '' },
  }
  const reviewTextWith = (hash: string) =>
    evidenceRow(shipped, linted, { translations: [], clinicalReviews: [{ ...review, hash }] }).review
  expect(reviewTextWith('ab')).toBe('signed by A Dentist (GDC 123456) on 2026-11-20, due 2027-11-21')
  expect(reviewTextWith('cd')).toBe('awaiting clinical review, changed since review, due 2027-11-21')
})

it('lists the templates of a source that was withdrawn or superseded', () => {
  const withdrawn = { reference: 'Kang et al.', state: 'withdrawn', on: '2026-11-20', note: null } as const
  const bridge = {
    ...shipped,
    id: 'bridge',
    risks: [],
    evidence: [{ claim: 'It lasts', source: 'Kang et al.' }],
  }
  const other = { ...bridge, id: 'denture', evidence: [] }
  expect(outdatedRows([{ ...withdrawn, replacedBy: 'Lee et al.' }], [shipped, bridge, other])).toEqual([
    {
      ...{ source: 'Kang et al.', state: 'withdrawn', on: '2026-11-20', 'replaced by': 'Lee et al.' },
      templates: 'crown, bridge',
    },
  ])
})

it('lists the drawings whose words are stale or missing, language by language', () => {
  const gaps = [
    { language: 'cy', picture: 'crown', isStale: true },
    { language: 'cy', picture: 'bridge', isStale: false },
  ] as const
  const rows = pictureTranslationRows([{ id: 'crown' }, { id: 'bridge' }, { id: 'filling' }], gaps)
  expect(rows[0]).toEqual({ language: 'cy', drawings: 1, of: 3, stale: 'crown', missing: 'bridge' })
  expect(rows[1]).toMatchObject({ language: 'pl', drawings: 3, stale: '', missing: '' })
})
