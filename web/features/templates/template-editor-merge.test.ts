import { expect, test } from 'vitest'
import { mergedDraft, diffVersions, undecidedHunks, type MergeChoices } from './template-editor-merge.ts'
import { newDraft, type DraftSection, type TemplateDraft } from './template-editor-rules.ts'

const section = (id: number, content = `<p>${id}</p>`): DraftSection => ({
  id,
  title: `Title ${id}`,
  content,
  media: null,
})
const base: TemplateDraft = { ...newDraft(), name: 'Name', sections: [section(1), section(2), section(3)] }
const change = (changed: Partial<TemplateDraft>): TemplateDraft => ({ ...base, ...changed })
const texts = ({ sections }: TemplateDraft) => sections.map(({ id, content }) => [id, content])

test('what only one of two changed is theirs without a question', () => {
  const yours = change({ sections: [section(1, '<p>mine</p>'), section(2), section(3)] })
  const theirs = change({ name: 'New name', sections: [section(1), section(2, '<p>hers</p>'), section(3)] })
  const parts = diffVersions({ base, yours, theirs })
  expect(parts.map(({ key, proposed }) => [key, proposed])).toEqual([
    ['name', 'theirs'],
    ['section-1', 'yours'],
    ['section-2', 'theirs'],
  ])
  expect(undecidedHunks(parts, {})).toEqual([])
  const merged = mergedDraft({ base, yours, theirs }, {})
  expect(merged.name).toBe('New name')
  expect(texts(merged)).toEqual([
    [1, '<p>mine</p>'],
    [2, '<p>hers</p>'],
    [3, '<p>3</p>'],
  ])
})

test.each([
  ['yours', '<p>mine</p>'],
  ['theirs', '<p>hers</p>'],
] as const)('what both changed has to be chosen: %s', (side, kept) => {
  const yours = change({ sections: [section(1, '<p>mine</p>'), section(2), section(3)] })
  const theirs = change({ sections: [section(1, '<p>hers</p>'), section(2), section(3)] })
  const parts = diffVersions({ base, yours, theirs })
  expect(parts).toMatchObject([{ key: 'section-1', label: 'Title 1', proposed: null, isRichText: true }])
  expect(undecidedHunks(parts, {})).toHaveLength(1)
  const choices: MergeChoices = { 'section-1': side }
  expect(undecidedHunks(parts, choices)).toEqual([])
  expect(texts(mergedDraft({ base, yours, theirs }, choices))[0]).toEqual([1, kept])
})

test('a proposal may be turned down', () => {
  const theirs = change({ name: 'New name' })
  expect(mergedDraft({ base, yours: base, theirs }, { name: 'yours' }).name).toBe('Name')
})

test('sections that either added or removed come together', () => {
  const yours = change({ sections: [section(1), section(9), section(2), section(3)] })
  const theirs = change({ sections: [section(1), section(3), section(8)] })
  const parts = diffVersions({ base, yours, theirs })
  expect(
    parts.map(({ key, yours: ours, theirs: hers, proposed }) => [
      key,
      ours === null,
      hers === null,
      proposed,
    ]),
  ).toEqual([
    ['section-9', false, true, 'yours'],
    ['section-2', false, true, 'theirs'],
    ['section-8', true, false, 'theirs'],
  ])
  expect(texts(mergedDraft({ base, yours, theirs }, {})).map(([id]) => id)).toEqual([1, 9, 3, 8])
})

test.each([
  ['yours', [section(3), section(1), section(2)], [section(1), section(2), section(3)], [3, 1, 2]],
  ['theirs', [section(1), section(2), section(3)], [section(2), section(1), section(3)], [2, 1, 3]],
])('the order is of who moved something: %s', (_, ours, hers, order) => {
  const merged = mergedDraft(
    { base, yours: change({ sections: ours }), theirs: change({ sections: hers }) },
    {},
  )
  expect(merged.sections.map(({ id }) => id)).toEqual(order)
})

test('a template never ends without a section', () => {
  const yours = change({ sections: [section(1)] })
  const theirs = change({ sections: [section(2)] })
  const choices: MergeChoices = { 'section-1': 'theirs', 'section-2': 'yours' }
  expect(texts(mergedDraft({ base, yours, theirs }, choices))).toEqual([[2, '<p>2</p>']])
})

test('lists and facts are shown in plain words', () => {
  const theirs = change({
    requiresTooth: false,
    risks: [{ label: 'Nerve harm', band: 'rare', serious: true, source: '' }],
    questions: [
      {
        question: 'Why?',
        answers: [
          { text: 'So', right: true },
          { text: 'No', right: false },
        ],
        explanation: '',
      },
    ],
    cautions: ['Look', 'Listen'],
    pictures: ['root-canal-steps'],
  })
  expect(
    diffVersions({ base, yours: base, theirs }).map((part) => [part.label, part.yours, part.theirs]),
  ).toEqual([
    ['Tooth required', 'Yes', 'No'],
    ['List of risks', '', 'Nerve harm (rare, serious)'],
    ['Understanding questions', '', 'Why?\n– So (right)\n– No'],
    ['Cautions', '', 'Look\nListen'],
    ['Pictures', '', 'Root canal steps'],
  ])
})

test('a title is text wherever it is shown', () => {
  const theirs = change({ sections: [{ ...section(1), title: '<img src=x>' }, section(2), section(3)] })
  expect(diffVersions({ base, yours: base, theirs })[0]?.theirs).toBe('<h3>&lt;img src=x&gt;</h3><p>1</p>')
})
