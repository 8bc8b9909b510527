import { describe, expect, it, test } from 'vitest'
import {
  assessment_days_max,
  validateCertificateDates,
  capacityChoiceOf,
  decisionRefusal,
  capacityFormFor,
  reviewDate,
  validateReviewDate,
  capacityResultOf,
  signingRefusal,
  type CapacityAnswers,
  type CapacityFormName,
  type CapacityResult,
  type CapacityStatus,
} from './capacity-rules.ts'
import type { Nation } from './retention-rules.ts'

const [mca, scotland, ireland] = [
  'mental-capacity-act',
  'adults-with-incapacity',
  'northern-ireland',
] as const

test.each<[Nation, number, CapacityFormName | null]>([
  ['england', 15, null],
  ['england', 16, mca],
  ['england', 17, mca],
  ['england', 90, mca],
  ['wales', 15, null],
  ['wales', 16, mca],
  ['scotland', 15, null],
  ['scotland', 16, scotland],
  ['northern-ireland', 15, null],
  ['northern-ireland', 16, ireland],
])('in %s at %i: %s', (nation, age, form) => expect(capacityFormFor(nation, age)).toBe(form))

const chosenAnswer = (question: string, option: string): CapacityAnswers => ({
  [question]: { chosen: [option], text: '', people: [] },
})

test.each<[string, CapacityResult | null]>([
  ['has-capacity', 'has'],
  ['lacks-capacity', 'lacks'],
  ['emergency', 'lacks'],
  ['defer', 'open'],
  ['refer', 'open'],
  ['perhaps', null],
])('the conclusion %s is %s', (outcome, result) =>
  expect(capacityResultOf(chosenAnswer('outcome', outcome))).toBe(result),
)

test('nothing is decided until it is chosen', () => {
  expect([
    capacityChoiceOf({}),
    capacityChoiceOf(chosenAnswer('choice', 'go-ahead')),
    capacityChoiceOf(chosenAnswer('choice', 'later')),
  ]).toEqual([null, 'go-ahead', null])
})

describe('who may sign', () => {
  const people = ['patient', 'parent', 'attorney', 'deputy']
  test.each<[string, CapacityStatus, (string | null)[]]>([
    ['nothing was found', null, [null, null, null, null]],
    [
      'the patient can decide',
      { form: mca, result: 'has' },
      [null, 'capacity-held', 'capacity-held', 'capacity-held'],
    ],
    ['the patient cannot decide', { form: mca, result: 'lacks' }, ['capacity-lacking', null, null, null]],
    ['it is left open', { form: mca, result: 'open' }, people.map(() => 'capacity-open')],
    [
      'the patient can decide, in Scotland',
      { form: scotland, result: 'has' },
      [null, 'capacity-held', 'capacity-held', 'capacity-held'],
    ],
    [
      'the patient cannot decide, in Scotland',
      { form: scotland, result: 'lacks' },
      people.map(() => 'capacity-lacking'),
    ],
    ['it is left open, in Scotland', { form: scotland, result: 'open' }, people.map(() => 'capacity-open')],
    [
      'the patient cannot decide, in Northern Ireland',
      { form: ireland, result: 'lacks' },
      ['capacity-lacking', null, null, null],
    ],
  ])('where %s', (_what, standing, refusals) => {
    expect(people.map((role) => signingRefusal(standing, role))).toEqual(refusals)
  })
})

describe('whether somebody may decide for the patient', () => {
  const found = (form: CapacityFormName, result: CapacityResult, daysOld = 0) => ({ form, result, daysOld })
  test.each<[string, Parameters<typeof decisionRefusal>[0], CapacityFormName | null, string | null]>([
    ['nothing was found', null, mca, 'not-assessed'],
    ['they can decide', found(mca, 'has'), mca, 'has-capacity'],
    ['it is left open', found(mca, 'open'), mca, 'not-established'],
    ['they cannot decide', found(mca, 'lacks'), mca, null],
    ['they could not on the last day', found(mca, 'lacks', assessment_days_max), mca, null],
    [
      'they could not a day longer ago',
      found(mca, 'lacks', assessment_days_max + 0.1),
      mca,
      'assessment-old',
    ],
    ['they cannot, by the law of another nation', found(mca, 'lacks'), scotland, 'other-form'],
    ['they cannot, in Scotland', found(scotland, 'lacks'), scotland, null],
    ['they cannot, by the law of Scotland elsewhere', found(scotland, 'lacks'), ireland, 'other-form'],
    ['they cannot, in Northern Ireland', found(ireland, 'lacks'), ireland, null],
    ['they are a child', found(mca, 'lacks'), null, 'under-16'],
  ])('where %s', (_what, standing, form, refusal) => expect(decisionRefusal(standing, form)).toBe(refusal))
})

describe('a certificate under section 47', () => {
  const days = (from: string, until: string, certificate = 'issued'): CapacityAnswers => ({
    ...chosenAnswer('certificate', certificate),
    certificateFrom: { chosen: [], text: from, people: [] },
    certificateUntil: { chosen: [], text: until, people: [] },
  })
  it.each([
    ['2026-11-22', '2026-11-22', null],
    ['2026-11-23', '2027-11-22', 'certificate-not-begun'],
    ['2025-11-21', '2026-11-21', 'certificate-over'],
    ['2026-11-22', '2029-11-22', null],
    ['2026-11-22', '2029-11-23', 'certificate-too-long'],
  ])('from %s until %s: %s', (from, until, fault) => {
    expect(validateCertificateDates(days(from, until), '2026-11-22')).toBe(fault)
  })

  it('is asked for its days only where there is one', () => {
    expect(validateCertificateDates(days('2020-01-01', '2020-01-02', 'emergency'), '2026-11-22')).toBeNull()
    expect(validateCertificateDates({}, '2026-11-22')).toBeNull()
  })
})

test('whoever leaves it open names a day ahead, within a year', () => {
  const answers = (outcome: string, day: string) => ({
    outcome: { chosen: [outcome], text: '', people: [] },
    lookAgainOn: { chosen: [], text: day, people: [] },
  })
  const fault = (day: string, outcome = 'defer') => validateReviewDate(answers(outcome, day), '2026-02-28')
  expect([fault('2026-02-28'), fault('2026-03-01'), fault('2027-02-28'), fault('2027-03-01')]).toEqual([
    'look-again-past',
    null,
    null,
    'look-again-far',
  ])
  // Of what was found nothing is looked at again.
  expect(fault('2020-01-01', 'has-capacity')).toBeNull()
  expect(reviewDate(answers('refer', '2026-03-02'))).toBe('2026-03-02')
  expect(reviewDate(answers('lacks-capacity', '2026-03-02'))).toBeNull()
})
