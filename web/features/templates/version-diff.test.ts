import { expect, test } from 'vitest'
import type { TemplateVersionText } from './template-operations.ts'
import { diffVersions } from './version-diff.ts'
import { readableText } from './version-text.ts'

const section = (id: number, title: string, content: string) => ({ id, title, content, media: null })
const version = (changes: Partial<TemplateVersionText> = {}): TemplateVersionText => ({
  id: 'a',
  number: 1,
  label: '1.0',
  createdAt: '2026-03-01T09:00:00Z',
  createdByName: 'Siân Rees',
  reason: '',
  change: 'material',
  isCurrent: true,
  isProposed: false,
  decisions: [],
  name: 'Composite',
  description: '',
  treatmentType: 'Dental Fillings',
  treatmentSubtype: '',
  requiresTooth: true,
  requiresDiagnosis: true,
  sections: [section(1, 'Benefits', '<p>It lasts.</p>'), section(2, 'Risks', '<p>It may crack.</p>')],
  risks: [],
  pictures: [],
  questions: [],
  cautions: [],
  ...changes,
})
const first = version()
const kinds = (newer: TemplateVersionText) => diffVersions(first, newer).map(({ key, kind }) => [key, kind])

test.each([
  ['<p>One</p><p>Two</p>', 'One\nTwo'],
  ['<p>One<br>Two</p>', 'One\nTwo'],
  ['<ul><li>One</li><li><p>Two</p></li></ul>', '• One\n• Two'],
  ['<h3>Pain</h3><p>Some <strong>pain</strong>.</p>', 'Pain\nSome pain.'],
  ['<p>See <a href="https://nhs.uk" rel="x">this</a>.</p>', 'See this (https://nhs.uk).'],
  ['<p>1 &lt; 2 &amp; 3&nbsp;mm &#8211; &#x2019;s &unknown;</p>', '1 < 2 & 3 mm – ’s &unknown;'],
  ['&#99999999; &#x110000;', '&#99999999; &#x110000;'],
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['', ''],
])('%j reads %j', (html, text) => expect(readableText(html)).toBe(text))

test('the same twice has no changes', () => expect(diffVersions(first, version())).toEqual([]))

test('marks the words that differ on each side', () => {
  const newer = version({
    sections: [section(1, 'Benefits', '<p>It lasts long.</p>'), section(2, 'Risks', '<p>It may break.</p>')],
  })
  const [benefits, risks] = diffVersions(first, newer)
  expect(benefits).toMatchObject({ key: 'section-1', kind: 'changed' })
  expect(benefits?.before.filter(({ differs }) => differs)).toEqual([])
  expect(benefits?.after.filter(({ differs }) => differs).map(({ text }) => text.trim())).toEqual(['long'])
  expect(risks?.before.filter(({ differs }) => differs)).toEqual([{ text: 'crack', differs: true }])
  expect(risks?.after.filter(({ differs }) => differs)).toEqual([{ text: 'break', differs: true }])
  expect(risks?.after.map(({ text }) => text).join('')).toBe('Risks\nIt may break.')
})

test('takes no placeholder apart', () => {
  const wording = (name: string) =>
    version({ sections: [section(1, 'Benefits', `<p>For {{${name}}} today.</p>`)] })
  const [change] = diffVersions(wording('tooth'), wording('toothName'))
  expect(change?.before.filter(({ differs }) => differs)).toEqual([{ text: '{{tooth}}', differs: true }])
  expect(change?.after.filter(({ differs }) => differs)).toEqual([{ text: '{{toothName}}', differs: true }])
})

test('another grade of what a publication found is a change, opinion beside the same source is none', () => {
  const risk = { label: 'Numb lip', band: 'rare', serious: true, source: 'Kang 2020', figure: null } as const
  const graded = (basis?: (typeof first.risks)[number]['basis']) =>
    version({ risks: [{ ...risk, ...(basis && { basis }) }] })
  const [low, moderate] = (['low', 'moderate'] as const).map((certainty) =>
    graded({ certainty, citation: 'Kang et al. 2020' }),
  ) as [TemplateVersionText, TemplateVersionText]
  const [changed] = diffVersions(low, moderate)
  expect(changed?.after.filter(({ differs }) => differs)).toEqual([{ text: 'moderate', differs: true }])
  expect(diffVersions(graded(), graded({ certainty: 'opinion' }))).toEqual([])
})

test('marks neighbouring words once, and nothing of what stands between others', () => {
  const newer = version({
    sections: [
      section(1, 'Benefits', '<p>It lasts.</p>'),
      section(2, 'Risks', '<p>Some of it will break now.</p>'),
    ],
  })
  const [risks] = diffVersions(first, newer)
  const marked = risks?.after.filter(({ differs }) => differs).map(({ text }) => text.trim())
  expect(marked).toEqual(['Some of it will break now'])
  const apart = version({
    sections: [
      section(1, 'Benefits', '<p>This lasts longer.</p>'),
      section(2, 'Risks', '<p>It may crack.</p>'),
    ],
  })
  const [benefits] = diffVersions(first, apart)
  expect(benefits?.after.map(({ text }) => text).join('')).toBe('Benefits\nThis lasts longer.')
  expect(benefits?.after.filter(({ differs }) => differs).map(({ text }) => text.trim())).toEqual([
    'This',
    'longer',
  ])
})

test('tells what came, went, moved or only looks different', () => {
  const [benefits, risks] = first.sections as [TemplateVersionText['sections'][0], (typeof first.sections)[0]]
  expect(kinds(version({ sections: [risks, benefits] }))).toEqual([
    ['section-2', 'moved'],
    ['section-1', 'moved'],
  ])
  expect(kinds(version({ sections: [benefits] }))).toEqual([['section-2', 'removed']])
  expect(kinds(version({ sections: [benefits, section(3, 'Aftercare', ''), risks] }))).toEqual([
    ['section-3', 'added'],
  ])
  expect(
    kinds(version({ sections: [section(1, 'Benefits', '<p>It <strong>lasts</strong>.</p>'), risks] })),
  ).toEqual([['section-1', 'formatting']])
})

test.each<[string, Partial<TemplateVersionText>]>([
  ['name', { name: 'Composite filling' }],
  ['description', { description: 'White' }],
  ['type', { treatmentType: 'Other' }],
  ['subtype', { treatmentSubtype: 'White' }],
  ['needs', { requiresTooth: false }],
  ['pictures', { pictures: ['crown'] }],
  ['risks', { risks: [{ label: 'Pain', band: 'common', serious: true, source: 'S1', figure: null }] }],
  [
    'questions',
    {
      questions: [
        {
          question: 'Is it white?',
          answers: [
            { text: 'Yes', right: true },
            { text: 'No', right: false },
          ],
          explanation: 'It is.',
        },
      ],
    },
  ],
  ['cautions', { cautions: ['Ask about allergies'] }],
])('sees another %s', (key, change) =>
  expect(diffVersions(first, version(change)).map((found) => found.key)).toEqual([key]),
)

test('a risk and the right answer are told in words', () => {
  const [risks] = diffVersions(
    first,
    version({ risks: [{ label: 'Pain', band: 'common', serious: true, source: 'S1', figure: null }] }),
  )
  expect(risks?.after.map(({ text }) => text).join('')).toBe('Pain: common, serious, S1')
})
