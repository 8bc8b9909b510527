import { join } from 'node:path'
import { describe, expect, it, test } from 'vitest'
import {
  askedQuestions,
  matchFindings,
  findAnswerGaps,
  isUnknownAnswer,
  questionsWithShortNotes,
  type CapacityAnswers,
  type CapacityFormName,
  type CapacityFormPart,
} from '../../contract/capacity-rules.ts'
import { loadCapacity } from './capacity-loader.ts'
import { readFolder, type Problem } from './content-file.ts'

const files = readFolder(join(import.meta.dirname, '../..'), 'content/capacity', '.yaml')
const capacityForms = loadCapacity(files, [])!
const formOf = (name: CapacityFormName) => capacityForms.forms.find(({ id }) => id === name)!
const mentalCapacityAct = formOf('mental-capacity-act')
const scotland = formOf('adults-with-incapacity')
const ireland = formOf('northern-ireland')

/** Answers as `question: option`, with something written beside each. */
const told = (answers: Record<string, string>): CapacityAnswers =>
  Object.fromEntries(
    Object.entries(answers).map(([id, option]) => [
      id,
      { chosen: [option], text: 'What was asked and what was heard.', people: [] },
    ]),
  )
const idsOf = (part: CapacityFormPart, answers: Record<string, string>, age = 40) =>
  askedQuestions(part, told(answers), age).map(({ id }) => id)
const stopsOf = (part: CapacityFormPart, answers: Record<string, string>, age = 40) =>
  matchFindings(part, 'stops', told(answers), age).map(({ id }) => id)

const capableAnswers = { understand: 'yes', retain: 'yes', weigh: 'yes', communicate: 'yes' }
const ableInScotland = {
  act: 'yes',
  decide: 'yes',
  communicate: 'yes',
  understandDecision: 'yes',
  remember: 'yes',
}
const ableInIreland = { ...capableAnswers, appreciate: 'yes' }

describe('the test of the Mental Capacity Act', () => {
  it('asks for the impairment only where an ability is missing, and for the link only where there is one', () => {
    expect(idsOf(mentalCapacityAct.assessment, capableAnswers)).not.toContain('impairment')
    expect(idsOf(mentalCapacityAct.assessment, { ...capableAnswers, weigh: 'no' })).toContain('impairment')
    expect(idsOf(mentalCapacityAct.assessment, { ...capableAnswers, retain: 'unsure' })).toContain(
      'impairment',
    )
    expect(
      idsOf(mentalCapacityAct.assessment, { ...capableAnswers, weigh: 'no', impairment: 'no' }),
    ).not.toContain('link')
    expect(
      idsOf(mentalCapacityAct.assessment, { ...capableAnswers, weigh: 'no', impairment: 'yes' }),
    ).toContain('link')
  })

  it.each<[string, Record<string, string>, string[]]>([
    ['can decide: all four', { outcome: 'has-capacity' }, []],
    ['cannot decide: all four', { outcome: 'lacks-capacity' }, ['no-inability', 'no-impairment', 'no-link']],
    [
      'cannot decide: one missing, impaired, because of it',
      { weigh: 'no', impairment: 'yes', link: 'yes', outcome: 'lacks-capacity' },
      [],
    ],
    [
      'cannot decide: no impairment',
      { weigh: 'no', impairment: 'no', outcome: 'lacks-capacity' },
      ['no-impairment', 'no-link'],
    ],
    [
      'cannot decide: not because of it',
      { weigh: 'no', impairment: 'yes', link: 'no', outcome: 'lacks-capacity' },
      ['no-link'],
    ],
    [
      'cannot decide: only not sure',
      { weigh: 'unsure', impairment: 'yes', link: 'yes', outcome: 'lacks-capacity' },
      ['no-inability'],
    ],
    [
      'can decide: one missing because of an impairment',
      { weigh: 'no', impairment: 'yes', link: 'yes', outcome: 'has-capacity' },
      ['unexplained-capacity'],
    ],
    ['can decide: one missing, not impaired', { weigh: 'no', impairment: 'no', outcome: 'has-capacity' }, []],
    [
      'can decide: one missing, for another reason',
      { weigh: 'no', impairment: 'yes', link: 'no', outcome: 'has-capacity' },
      [],
    ],
    [
      'an emergency that waits',
      { urgency: 'days', weigh: 'no', impairment: 'yes', link: 'yes', outcome: 'emergency' },
      ['emergency-that-waits'],
    ],
    [
      'an emergency',
      { urgency: 'emergency', weigh: 'no', impairment: 'yes', link: 'yes', outcome: 'emergency' },
      [],
    ],
    ['a delay that cannot wait', { urgency: 'emergency', outcome: 'defer' }, ['delay-that-cannot-wait']],
    ['a delay without hope', { mayImprove: 'no', outcome: 'defer' }, ['delay-without-hope']],
    ['a referral', { weigh: 'unsure', outcome: 'refer' }, []],
  ])('%s', (_what, answers, stops) => {
    expect(stopsOf(mentalCapacityAct.assessment, { ...capableAnswers, ...answers })).toEqual(stops)
  })

  it('counts no answer whose question is not asked any more', () => {
    const answers = { ...capableAnswers, impairment: 'yes', link: 'yes', outcome: 'lacks-capacity' }
    expect(stopsOf(mentalCapacityAct.assessment, answers)).toEqual([
      'no-inability',
      'no-impairment',
      'no-link',
    ])
  })

  it('says what to look at again, and stops nobody for it', () => {
    const answers = told({ ...capableAnswers, doubtOnly: 'no', support: 'none', outcome: 'has-capacity' })
    const remarks = matchFindings(mentalCapacityAct.assessment, 'remarks', answers, 40).map(({ id }) => id)
    expect(remarks).toEqual(['doubt-alone', 'no-support'])
    const short = { ...answers, understand: { chosen: ['yes'], text: 'Fine', people: [] } }
    expect(questionsWithShortNotes(mentalCapacityAct.assessment, short, 40)).toEqual(['understand'])
  })
})

describe('in Scotland', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['cannot decide: all five', { outcome: 'lacks-capacity' }, ['no-inability', 'no-reason']],
    [
      'cannot decide: mental disorder',
      { decide: 'no', reasonUnable: 'mental-disorder', outcome: 'lacks-capacity' },
      [],
    ],
    [
      'cannot decide: cannot communicate',
      { communicate: 'no', reasonUnable: 'communication', outcome: 'lacks-capacity' },
      [],
    ],
    [
      'cannot decide: neither',
      { decide: 'no', reasonUnable: 'neither', outcome: 'lacks-capacity' },
      ['no-reason'],
    ],
    ['can decide: neither', { decide: 'no', reasonUnable: 'neither', outcome: 'has-capacity' }, []],
    [
      'can decide: mental disorder',
      { decide: 'no', reasonUnable: 'mental-disorder', outcome: 'has-capacity' },
      ['unexplained-capacity'],
    ],
  ])('%s', (_what, answers, stops) => {
    expect(stopsOf(scotland.assessment, { ...ableInScotland, ...answers })).toEqual(stops)
  })

  it('nothing speaks of best interests, of the Act of 2005 or of its people', () => {
    // Where a question comes from is for reviewers, and shown to nobody.
    const shown = JSON.stringify(scotland, (key, value: unknown) => (key === 'source' ? '' : value))
    expect(shown).not.toMatch(/best.interests|Mental Capacity Act|Court of Protection|IMCA/i)
  })

  it('asks for the days of a certificate where one was issued', () => {
    expect(idsOf(scotland.decision, { certificate: 'issued' })).toContain('certificateUntil')
    expect(idsOf(scotland.decision, { certificate: 'emergency' })).not.toContain('certificateUntil')
  })
})

describe('in Northern Ireland', () => {
  it.each<[string, Record<string, string>, string[]]>([
    ['cannot decide: all five', { outcome: 'lacks-capacity' }, ['no-inability', 'no-impairment', 'no-link']],
    [
      'cannot decide: does not appreciate it',
      { appreciate: 'no', impairment: 'yes', link: 'yes', outcome: 'lacks-capacity' },
      [],
    ],
    ['can decide: all five', { outcome: 'has-capacity' }, []],
  ])('%s', (_what, answers, stops) => {
    expect(stopsOf(ireland.assessment, { ...ableInIreland, ...answers })).toEqual(stops)
  })

  it('asks for no attorney and no deputy', () => {
    expect(JSON.stringify(ireland.decision.sections)).not.toMatch(/deputy|lasting power/i)
  })
})

describe('who decides, in England and Wales', () => {
  const go = {
    choice: 'go-ahead',
    advanceRefusal: 'none',
    attorney: 'none',
    deputy: 'none',
    decider: 'clinician',
  }
  it.each<[string, Record<string, string>, string[]]>([
    ['the clinician, where nobody else may', {}, []],
    ['nobody, against an advance decision', { advanceRefusal: 'applies' }, ['advance-refusal']],
    ['the clinician, where it is not about this', { advanceRefusal: 'not-applicable' }, []],
    ['not the clinician, beside an attorney', { attorney: 'covers' }, ['attorney-decides']],
    ['the attorney', { attorney: 'covers', decider: 'attorney' }, []],
    ['the clinician, beside an attorney for money', { attorney: 'not-this' }, []],
    ['no attorney, where there is none', { decider: 'attorney' }, ['no-attorney']],
    ['the deputy', { deputy: 'covers', decider: 'deputy' }, []],
    ['not the clinician, beside a deputy', { deputy: 'covers' }, ['deputy-decides']],
    ['no deputy, where there is none', { decider: 'deputy' }, ['no-deputy']],
    ['no parent of an adult', { decider: 'parent' }, ['no-parent']],
    ['nobody yet, in a dispute', { agreement: 'disputed' }, ['disputed']],
    ['the clinician, once it is settled', { agreement: 'settled' }, []],
    [
      'against treatment, whatever stands against it',
      { choice: 'not-to-treat', advanceRefusal: 'applies' },
      [],
    ],
  ])('%s', (_what, answers, stops) => {
    expect(stopsOf(mentalCapacityAct.decision, { ...go, ...answers })).toEqual(stops)
  })

  it('asks those of 16 and 17 about parents, and not about what needs 18 years', () => {
    const young = idsOf(mentalCapacityAct.decision, {}, 17)
    expect(young).toContain('parent')
    expect(young).not.toContain('attorney')
    expect(young).not.toContain('advanceRefusal')
    expect(idsOf(mentalCapacityAct.decision, {}, 18)).not.toContain('parent')
    expect(
      stopsOf(mentalCapacityAct.decision, { choice: 'go-ahead', parent: 'asked', decider: 'parent' }, 17),
    ).toEqual([])
  })
})

describe('what has to be filled in', () => {
  it('is every question that is asked but the optional ones, and the notes that belong to the answers', () => {
    const all = askedQuestions(mentalCapacityAct.assessment, {}, 40).filter(({ isOptional }) => !isOptional)
    expect(findAnswerGaps(mentalCapacityAct.assessment, {}, 40).map(({ question }) => question)).toEqual(
      all.map(({ id }) => id),
    )
    const bare = { mayImprove: { chosen: ['yes'], text: ' ', people: [] } }
    expect(findAnswerGaps(mentalCapacityAct.assessment, bare, 40)).toContainEqual({
      question: 'mayImprove',
      missing: 'note',
    })
    const without = { mayImprove: { chosen: ['no'], text: '', people: [] } }
    expect(findAnswerGaps(mentalCapacityAct.assessment, without, 40)).not.toContainEqual(
      expect.objectContaining({ question: 'mayImprove' }),
    )
  })

  it('is nothing that no question of the part knows', () => {
    const one = { chosen: ['yes'], text: '', people: [] }
    expect(isUnknownAnswer(mentalCapacityAct.assessment, { understand: one })).toBe(false)
    expect(isUnknownAnswer(mentalCapacityAct.assessment, { mood: one })).toBe(true)
    expect(isUnknownAnswer(mentalCapacityAct.assessment, { understand: { ...one, chosen: ['maybe'] } })).toBe(
      true,
    )
    expect(
      isUnknownAnswer(mentalCapacityAct.assessment, { understand: { ...one, chosen: ['yes', 'no'] } }),
    ).toBe(true)
    expect(
      isUnknownAnswer(mentalCapacityAct.decision, { reviewOn: { chosen: [], text: 'soon', people: [] } }),
    ).toBe(true)
    const people = [{ name: 'Ada', relationship: 'Daughter', view: '' }]
    expect(isUnknownAnswer(mentalCapacityAct.decision, { consulted: { chosen: [], text: '', people } })).toBe(
      false,
    )
    expect(isUnknownAnswer(mentalCapacityAct.decision, { wishes: { chosen: [], text: '', people } })).toBe(
      true,
    )
  })
})

test('under 16 every nation says what is asked instead', () => {
  expect(capacityForms.under16.nations.england.law).toContain('Gillick')
  expect(capacityForms.under16.nations.scotland.law).toContain('Age of Legal Capacity (Scotland) Act 1991')
})

describe('a form that leads nowhere is reported', () => {
  const changed = (name: string, from: string, to: string) => {
    const problems: Problem[] = []
    loadCapacity(
      files.map((file) =>
        file.path.endsWith(`/${name}.yaml`) ? { ...file, text: file.text.replace(from, to) } : file,
      ),
      problems,
    )
    return problems.map(({ message }) => message)
  }
  it.each([
    [
      'mental-capacity-act',
      '[doubt, doubtOnly, present]',
      '[doubt, doubtOnly, presence]',
      'there is no question "presence"',
    ],
    [
      'mental-capacity-act',
      '[doubt, doubtOnly, present]',
      '[doubt, doubt, doubtOnly, present]',
      '"doubt" is asked twice',
    ],
    ['mental-capacity-act', 'any: [impairment]', 'any: [outcome]', 'link: "outcome" is not asked before'],
    ['questions', 'noteFor: [none]', 'noteFor: [nothing]', 'support: there is no answer "nothing"'],
    ['questions', 'source: C5', 'source: C9', 'present: there is no source "C9"'],
    [
      'northern-ireland',
      'id: northern-ireland',
      'id: mental-capacity-act',
      'a form is called as its file is',
    ],
  ])('%s: %s', (name, from, to, message) => {
    expect(changed(name, from, to)).toContain(message)
  })
})
