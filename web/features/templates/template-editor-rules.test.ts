import { describe, expect, test } from 'vitest'
import library from '../../../build/content/templates.json'
import {
  isBlankHtml,
  draftOf,
  isSameDraft,
  listProblems,
  newDraft,
  saveProblem,
  sectionLabel,
  trimDraft,
  fillEmptySections,
  removeSection,
  addSection,
  moveSection,
  withType,
  replaceWording,
  type BuiltInWording,
  type DraftQuestion,
  type DraftSection,
  type TemplateDraft,
} from './template-editor-rules.ts'

const section = (id: number, title: string, content = '<p>Text</p>'): DraftSection => ({
  id,
  title,
  content,
  media: null,
})
const draft = (change: Partial<TemplateDraft> = {}): TemplateDraft => ({
  ...newDraft(),
  name: 'White filling',
  treatmentType: 'Dental Fillings',
  sections: [section(1, 'Treatment Description')],
  ...change,
})
const ids = (sections: readonly DraftSection[]) => sections.map(({ id }) => id)
const three = [section(1, 'a'), section(2, 'b'), section(3, 'c')]

test('a new template has six empty sections and asks for tooth and diagnosis', () => {
  const { sections, ...facts } = newDraft()
  expect(sections.map(({ title, content, media }) => [title, content, media])).toEqual([
    ['Treatment Description', '', null],
    ['Risks and Complications', '', null],
    ['Benefits', '', null],
    ['Alternatives', '', null],
    ['Aftercare Instructions', '', null],
    ['No Treatment', '', null],
  ])
  expect(facts).toEqual({
    name: '',
    treatmentType: '',
    treatmentSubtype: '',
    description: '',
    requiresTooth: true,
    requiresDiagnosis: true,
    risks: [],
    questions: [],
    pictures: [],
    cautions: [],
  })
})

test('another treatment type has no subtype yet', () =>
  expect(withType(draft({ treatmentSubtype: 'Composite Filling' }), 'Dental Crown')).toMatchObject({
    treatmentType: 'Dental Crown',
    treatmentSubtype: '',
  }))

test.each([
  [1, 'Benefits', 'Section 1: Benefits'],
  [3, '  Benefits ', 'Section 3: Benefits'],
  [2, '', 'Section 2: Untitled'],
  [2, '   ', 'Section 2: Untitled'],
])('section %i of title %j is called %j', (number, title, label) =>
  expect(sectionLabel(number, title)).toBe(label),
)

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p> <br />&nbsp;</p>\n<ul><li></li></ul>', true],
  ['<p>a</p>', false],
  ['<p>{{price}}</p>', false],
  ['a < b', false],
])('whether %j shows nothing: %j', (html, blank) => expect(isBlankHtml(html)).toBe(blank))

describe('sections', () => {
  const now = new Date('2026-11-21T10:00:00Z')

  test('a new one has the time for its id, its title and no text', () =>
    expect(addSection(three, now).at(-1)).toEqual(section(now.getTime(), 'New Section', '')))

  test('two of one moment have two ids', () => {
    const twice = addSection(addSection(three, now), now)
    expect(ids(twice)).toEqual([1, 2, 3, now.getTime(), now.getTime() + 1])
  })

  test('one is taken away, the last one stays', () => {
    expect(ids(removeSection(three, 2)!)).toEqual([1, 3])
    expect(removeSection([section(1, 'a')], 1)).toBeNull()
  })

  test.each([
    ['the second up', 2, -1, [2, 1, 3]],
    ['the second down', 2, 1, [1, 3, 2]],
    ['the first up: nowhere', 1, -1, [1, 2, 3]],
    ['the last down: nowhere', 3, 1, [1, 2, 3]],
    ['one that is not there', 9, 1, [1, 2, 3]],
  ] as const)('%s', (_, id, by, order) => expect(ids(moveSection(three, id, by))).toEqual(order))
})

describe('the built-in wording', () => {
  const wording: BuiltInWording = {
    sections: [
      { title: 'Treatment Description', html: '<p>What</p>' },
      { title: 'Benefits', html: '<p>Why</p>' },
      { title: 'No Treatment', html: '<p>If not</p>' },
    ],
    risks: [{ label: 'Pain', band: 'common', serious: false, source: '' }],
    questions: [],
    cautions: ['Look'],
    pictures: ['crown'],
  }
  const contents = ({ sections }: TemplateDraft) => sections.map(({ content }) => content)
  const written = draft({
    sections: [
      section(1, ' Treatment Description '),
      section(2, 'Benefits', '<p></p>'),
      section(3, 'Our own'),
      section(4, 'No Treatment', '<p>Written</p>'),
    ],
    cautions: ['Ours'],
  })

  test('Auto-fill replaces texts whose titles match, and keeps the others and a written No Treatment', () =>
    expect(contents(replaceWording(written, wording))).toEqual([
      '<p>What</p>',
      '<p>Why</p>',
      '<p>Text</p>',
      '<p>Written</p>',
    ]))

  test('Auto-fill fills an empty No Treatment', () =>
    expect(contents(replaceWording(draft({ sections: [section(1, 'No Treatment', '')] }), wording))).toEqual([
      '<p>If not</p>',
    ]))

  test('Auto-fill fills the lists only where they are empty', () =>
    expect(replaceWording({ ...written, pictures: ['implant'] }, wording)).toMatchObject({
      risks: wording.risks,
      cautions: ['Ours'],
      pictures: ['implant'],
    }))

  test('Auto-fill brings its pictures where there are none', () =>
    expect(replaceWording(written, wording).pictures).toEqual(['crown']))

  test('a figure is not written but read off the label, so no draft differs by it', () => {
    const risk = { label: 'Pain in 3 in 100', band: 'common' as const, serious: false, source: 'A trial' }
    const saved = draft({ risks: [risk] })
    const read = { ...saved, risks: [{ ...risk, figure: { from: 3, to: 3, of: 100 } }] }
    expect(draftOf(read).risks).toEqual([risk])
    expect(isSameDraft(saved, read)).toBe(true)
  })

  test('loading fills only what is empty', () => {
    const filled = fillEmptySections(written, wording)
    expect(contents(filled)).toEqual(['<p>Text</p>', '<p>Why</p>', '<p>Text</p>', '<p>Written</p>'])
    expect(filled).toMatchObject({ risks: [], cautions: ['Ours'] })
  })

  test('a section with a video alone is not empty', () => {
    const media = { url: 'https://example.org/a', required: true, transcript: '' }
    const withVideo = draft({ sections: [{ ...section(1, 'Benefits', ''), media }] })
    expect(contents(fillEmptySections(withVideo, wording))).toEqual([''])
  })

  test('the shipped library fills all six sections of a new template', () => {
    for (const shipped of library) {
      const filled = replaceWording(newDraft(), shipped as BuiltInWording)
      expect(contents(filled)).toEqual(shipped.sections.map(({ html }) => html))
      expect(filled.sections).toHaveLength(6)
      expect(saveProblem({ ...filled, name: 'a', treatmentType: 'b' })).toBeNull()
      expect(listProblems(filled)).toEqual([])
    }
  })
})

describe('what stops a save, in this order', () => {
  const untitled = section(2, ' ')
  const wordless = section(3, 'Benefits', '<p> </p>')
  const filmed = {
    ...wordless,
    media: { url: 'https://example.org/a', required: true, transcript: 'Hello.' },
  }
  test.each([
    ['nothing', draft(), null, null],
    [
      'no name, before all else',
      draft({ name: '  ', treatmentType: '', sections: [] }),
      'Please enter a template name.',
      'name',
    ],
    [
      'no type',
      draft({ treatmentType: ' ', sections: [] }),
      'Please select a treatment type.',
      'treatmentType',
    ],
    ['no section', draft({ sections: [] }), 'Template must have at least one section.', 'sections'],
    [
      'a section without a title',
      draft({ sections: [section(1, 'a'), untitled, wordless] }),
      'All sections must have both a title and content.',
      untitled,
    ],
    [
      'a section without content',
      draft({ sections: [section(1, 'a'), wordless] }),
      'All sections must have both a title and content.',
      wordless,
    ],
    [
      'a section with a video and no text',
      draft({ sections: [section(1, 'a'), filmed] }),
      'All sections must have both a title and content.',
      filmed,
    ],
  ] as const)('%s', (_, written, text, at) => {
    expect(saveProblem(written)?.text ?? null).toBe(text)
    expect(saveProblem(written)?.at ?? null).toBe(at)
  })
})

describe('lists', () => {
  const question = (change: Partial<DraftQuestion> = {}): DraftQuestion => ({
    question: 'Why?',
    answers: [
      { text: 'Yes', right: true },
      { text: 'No', right: false },
    ],
    explanation: '',
    ...change,
  })
  const risk = { label: 'Pain', band: 'common' as const, serious: false, source: '' }

  test.each([
    ['whole rows', draft({ risks: [risk], questions: [question()] }), []],
    [
      'rows in which nothing was written',
      draft({
        risks: [{ ...risk, label: ' ' }],
        questions: [question({ question: '', answers: [{ text: '', right: true }] })],
        cautions: [''],
      }),
      [],
    ],
    ['a source without a risk', draft({ risks: [risk, { ...risk, label: '', source: 'Book' }] }), ['risk-1']],
    ['no question', draft({ questions: [question({ question: ' ' })] }), ['question-0']],
    [
      'one answer',
      draft({
        questions: [
          question({
            answers: [
              { text: 'Yes', right: true },
              { text: ' ', right: false },
            ],
          }),
        ],
      }),
      ['question-0-answer-0'],
    ],
    [
      'no right answer',
      draft({
        questions: [
          question({
            answers: [
              { text: 'Yes', right: false },
              { text: 'No', right: false },
            ],
          }),
        ],
      }),
      ['question-0-right-0'],
    ],
    [
      'a right answer without words',
      draft({
        questions: [
          question({
            answers: [
              { text: 'Yes', right: false },
              { text: 'No', right: false },
              { text: '', right: true },
            ],
          }),
        ],
      }),
      ['question-0-right-0'],
    ],
  ])('%s', (_, written, found) => expect(listProblems(written).map(({ id }) => id)).toEqual(found))

  test('what is sent is trimmed, without empty rows', () => {
    const sent = trimDraft(
      draft({
        name: ' White ',
        description: ' a ',
        sections: [{ ...section(1, ' a ', ' <p>b</p> ') }],
        risks: [
          { ...risk, label: ' Pain ' },
          { ...risk, label: '' },
        ],
        questions: [
          question({
            answers: [
              { text: ' Yes ', right: true },
              { text: 'No', right: false },
              { text: ' ', right: false },
            ],
          }),
          question({ question: '', answers: [], explanation: ' ' }),
        ],
        cautions: [' Look ', ' '],
      }),
    )
    expect(sent).toMatchObject({
      name: 'White',
      description: 'a',
      sections: [section(1, 'a', '<p>b</p>')],
      risks: [risk],
      cautions: ['Look'],
    })
    expect(sent.questions).toEqual([question()])
  })
})

test('drafts are told apart by what is written in them alone', () => {
  const saved = { ...draft(), id: 'x', usageCount: 3 }
  expect(isSameDraft(saved, draft())).toBe(true)
  expect(isSameDraft(saved, draft({ cautions: ['a'] }))).toBe(false)
})
