import { describe, expect, it } from 'vitest'
import library from '../../../build/content/templates.json' with { type: 'json' }
import universal from '../../../build/content/understanding.json' with { type: 'json' }
import { understanding_questions_usual } from '../../../contract/limits.ts'
import { buildUnderstandingCheck } from './understanding-questions.ts'

type CheckInput = Parameters<typeof buildUnderstandingCheck>[0]
type LibraryTemplate = (typeof library)[number]

const sectionsOf = ({ sections }: LibraryTemplate): CheckInput['sections'] =>
  sections.map(({ id, title, html }) => ({ id, title, content: html, media: null }))
const templateOf = (subtype: string) => library.find(({ treatmentSubtype }) => treatmentSubtype === subtype)!
const offered = { policy: 'offered', kind: 'consent' } as const
const checkOf = (template: LibraryTemplate, change: Partial<CheckInput> = {}) =>
  buildUnderstandingCheck({
    ...offered,
    ofTreatments: [template],
    sections: sectionsOf(template),
    ...change,
  })
const sectionTitle = (template: LibraryTemplate, asked: string) => {
  const { part } = checkOf(template)!.questions.find(({ question }) => question === asked)!
  return part === null ? null : template.sections[part - 1]!.title
}

it.each(library.map((template) => [template.treatmentSubtype, template] as const))(
  '%s is asked about by at least three questions, each with one right answer',
  (_subtype, template) => {
    const { questions } = checkOf(template)!
    expect(questions.length).toBeGreaterThanOrEqual(3)
    expect(questions.length).toBeLessThanOrEqual(understanding_questions_usual)
    expect(questions.filter(({ id }) => id.startsWith('treatment-')).length).toBeGreaterThanOrEqual(3)
    for (const { answers, explanation } of questions) {
      expect(answers.filter(({ right }) => right)).toHaveLength(1)
      expect(explanation).not.toBe('')
    }
    expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length)
  },
)

describe('the part that a question leads back to', () => {
  it.each([
    ['Simple Extraction', 'Can the tooth be put back afterwards?', 'Treatment Description'],
    ['Simple Extraction', 'How long should you not rinse your mouth?', 'Aftercare Instructions'],
    ['Simple Extraction', 'How long should you go without smoking or vaping?', 'Aftercare Instructions'],
    ['Simple Extraction', universal[0]!.question, 'No Treatment'],
  ])('%s: “%s”', (subtype, question, title) => {
    expect(sectionTitle(templateOf(subtype), question)).toBe(title)
  })

  it('is none where no part says it alone', () => {
    const template = templateOf('Simple Extraction')
    expect(sectionTitle(template, universal[1]!.question)).toBeNull()
    const alike = sectionsOf(template).map((section) => ({ ...section, title: 'The same', content: '' }))
    expect(checkOf(template, { sections: alike })!.questions[0]!.part).toBeNull()
  })
})

describe('several treatments', () => {
  const [crown, extraction] = [templateOf('Porcelain Crown'), templateOf('Simple Extraction')]

  it('are each asked about, and what all are asked stands once', () => {
    const ofTreatments = [crown, extraction]
    const { questions } = checkOf(crown, { ofTreatments })!
    expect(questions).toHaveLength(understanding_questions_usual)
    expect(questions.map(({ id }) => id.split('-')[1])).toEqual([
      '1',
      '1',
      '2',
      ...universal.map(({ id }) => id.split('-')[1]),
    ])
    const alike = checkOf(crown, { ofTreatments: [crown, crown] })!
    const texts = alike.questions.map(({ question }) => question)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('are each asked about once at least, however many they are', () => {
    const ofTreatments = library.slice(0, 5)
    const { questions } = checkOf(crown, { ofTreatments })!
    expect(questions).toHaveLength(5 + universal.length)
  })
})

it('records and agreements are not asked about as a choice of one’s own', () => {
  const ids = checkOf(templateOf('Treatment in Best Interests (Adult Lacking Capacity)'))!.questions.map(
    ({ id }) => id,
  )
  expect(ids.filter((id) => !id.startsWith('treatment-'))).toEqual(['who-to-ask'])
})

it('nobody is asked where the practice says so, nor who says no to what is advised', () => {
  const template = templateOf('Simple Extraction')
  expect(checkOf(template, { policy: 'off' })).toBeUndefined()
  expect(checkOf(template, { kind: 'refusal' })).toBeUndefined()
  expect(checkOf(template, { policy: 'before-signing' })!.isBeforeSigning).toBe(true)
})

it('a template whose own questions cannot be answered is asked about in general', () => {
  const broken = [{ question: 'Which?', answers: [{ text: 'One', right: false }], explanation: '' }]
  const { questions } = checkOf(templateOf('Simple Extraction'), {
    ofTreatments: [{ treatmentType: 'Tooth Extraction', questions: broken }],
  })!
  expect(questions.map(({ id }) => id)).toEqual(universal.map(({ id }) => id))
})
