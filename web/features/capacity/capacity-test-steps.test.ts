import { describe, expect, it, test } from 'vitest'
import words from '../../../build/content/page.capacity-test.json'
import book from '../../../build/content/capacity-forms.json'
import {
  capacityForms,
  type CapacityAnswers,
  type CapacityForms,
  type CapacityFormName,
} from '../../../contract/capacity-rules.ts'
import { capacityErrors } from './capacity-validation.ts'
import {
  ageBands,
  validateTestStart,
  emptyTestStart,
  formOf,
  reviewDateProblems,
  validateStep,
  testSections,
  answerInWords,
} from './capacity-test-steps.ts'

const forms = book as CapacityForms
const formNamed = (name: CapacityFormName) => forms.forms.find(({ id }) => id === name)!
const written = 'Written down as it was said and done.'

/** The ability that fails, and by which answer, for an outcome. */
const failing: Record<CapacityFormName, string> = {
  'mental-capacity-act': 'weigh',
  'adults-with-incapacity': 'decide',
  'northern-ireland': 'appreciate',
}
const outcomes = {
  'has-capacity': { able: 'yes', urgency: 'can-wait' },
  'lacks-capacity': { able: 'no', urgency: 'can-wait' },
  defer: { able: 'no', urgency: 'can-wait' },
  refer: { able: 'unsure', urgency: 'can-wait' },
  emergency: { able: 'no', urgency: 'emergency' },
}
type Outcome = keyof typeof outcomes

/** Every question answered so that this outcome stands. */
function answersFor(name: CapacityFormName, outcome: Outcome): CapacityAnswers {
  const { able, urgency } = outcomes[outcome]
  const chosen: Record<string, string> = {
    ...{ urgency, outcome, [failing[name]]: able },
    ...{ doubtOnly: 'yes', mayImprove: 'unsure', support: 'simple-words', belief: 'stated' },
    ...{ impairment: 'yes', link: 'yes', reasonUnable: 'mental-disorder' },
  }
  const all = formNamed(name).assessment.sections.flatMap(({ questions }) => questions)
  return Object.fromEntries(
    all.map(({ id, options }) => [
      id,
      { chosen: options.length > 0 ? [chosen[id] ?? 'yes'] : [], text: written, people: [] },
    ]),
  )
}

describe.each(capacityForms)('the test by %s', (name) => {
  const form = formNamed(name)

  test.each(Object.keys(outcomes) as Outcome[])('comes to %s, step by step', (outcome) => {
    const answers = answersFor(name, outcome)
    const sections = testSections(form, answers, ageBands['18-on'])
    expect(sections.map(({ id }) => id).includes('cause')).toBe(outcome !== 'has-capacity')
    for (const [step, section] of sections.entries())
      expect(validateStep(form, section, answers, 18, step === sections.length - 1), section.id).toEqual([])
    expect(capacityErrors(form.assessment, answers, 18)).toEqual([])
    const { means, next, source } = words.outcomes[name][outcome]
    expect(means.length).toBeGreaterThan(30)
    expect(next.length).toBeGreaterThan(1)
    expect(source).toMatch(/Act|Common law/)
  })

  it('has words for every outcome of its form and for no other', () => {
    const question = form.assessment.sections
      .flatMap(({ questions }) => questions)
      .find(({ id }) => id === 'outcome')!
    expect(Object.keys(words.outcomes[name])).toEqual(question.options.map(({ id }) => id))
  })

  it('keeps somebody on the last step whose answers contradict their conclusion', () => {
    const answers = {
      ...answersFor(name, 'lacks-capacity'),
      ...{ [failing[name]]: answersFor(name, 'has-capacity')[failing[name]]! },
    }
    const last = testSections(form, answers, 18).at(-1)!
    expect(validateStep(form, last, answers, 18, true)).not.toEqual([])
  })

  it('asks on a step for what is open there, and for nothing of later ones', () => {
    const [first] = testSections(form, {}, 18)
    const asked = validateStep(form, first!, {}, 18, false)
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThan(capacityErrors(form.assessment, {}, 18).length)
  })
})

test.each([
  ['2026-03-02', ['Enter a reassessment date after today.']],
  ['2026-03-03', []],
  ['2027-03-02', []],
  ['2027-03-03', ['Enter a reassessment date within a year.']],
])('seen on 2 March, looking again on %s is answered by %j', (day, said) => {
  const open = answersFor('mental-capacity-act', 'defer')
  const answers = { ...open, lookAgainOn: { chosen: [], text: day, people: [] } }
  expect(reviewDateProblems(answers, '2026-03-02').map(({ text }) => text)).toEqual(said)
})

test('the words for Scotland know no best interests', () => {
  expect(JSON.stringify(words.outcomes['adults-with-incapacity'])).not.toMatch(/best interests/i)
})

test('a child gets no form, and nobody does before nation and age are said', () => {
  const said = { ...emptyTestStart, nation: 'scotland', decision: 'x' } as const
  expect(formOf(forms, said)).toBeNull()
  expect(formOf(forms, { ...said, age: 'under-16' })).toBeNull()
  expect(formOf(forms, { ...said, age: '16-17' })?.id).toBe('adults-with-incapacity')
  expect(formOf(forms, { ...said, age: '18-on', nation: 'wales' })?.id).toBe('mental-capacity-act')
})

test('the first step asks for nation, age and, of no child, the decision', () => {
  expect(validateTestStart(emptyTestStart).map(({ id }) => id)).toEqual(['nation', 'age', 'decision'])
  expect(validateTestStart({ ...emptyTestStart, nation: 'wales', age: 'under-16' })).toEqual([])
})

test('an answer is told in the words that were chosen, with what was written beside it', () => {
  const [question] = formNamed('mental-capacity-act')
    .assessment.sections.flatMap(({ questions }) => questions)
    .filter(({ id }) => id === 'understand')
  const answers = { understand: { chosen: ['unsure'], text: ' Asked twice. ', people: [] } }
  expect(answerInWords(question!, answers)).toMatchObject({ answer: 'Unable to tell', note: 'Asked twice.' })
  expect(answerInWords(question!, {})).toMatchObject({ answer: '', note: '' })
})
