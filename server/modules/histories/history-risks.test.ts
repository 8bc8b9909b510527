import { describe, expect, test } from 'vitest'
import type { Facts } from '../../../contract/risk-rules.ts'
import { riskRuleBook } from './history-rule-book.ts'
import { ageOnDay, evaluatePlanRisks, type Plan } from './history-risks.ts'

const yes = { answer: 'yes' } as const
const extraction = {
  templateId: 'extraction',
  properties: ['injection-given', 'bleeding-higher', 'bone-wound', 'extraction'],
  teeth: ['46'],
}
const implant = {
  templateId: 'implant',
  properties: ['injection-given', 'bleeding-higher', 'bone-wound', 'implant', 'implant-placed'],
  teeth: ['36'],
}
const filling = {
  templateId: 'filling',
  properties: ['injection-given', 'gloves', 'filling', 'resin'],
  teeth: ['16'],
}
const evaluate = (facts: Facts, plan: Partial<Plan> = {}) =>
  evaluatePlanRisks(riskRuleBook, facts, {
    ageYears: 40,
    day: '2026-11-21',
    treatments: [extraction],
    ...plan,
  })
const findingsOf = (facts: Facts, plan: Partial<Plan> = {}) =>
  evaluate(facts, plan).findings.map(({ ruleId, severity }) => [ruleId, severity])

test.each<[string, Facts, Partial<Plan>, string[]]>([
  ['informs', { 'antiplatelet-single': yes }, {}, ['R006', 'info']],
  ['asks to confirm', { 'antiplatelet-dual': yes }, {}, ['R007', 'confirm']],
  ['stops', { 'previous-mronj': yes }, {}, ['R012', 'stop']],
])('a rule that %s', (_name, facts, plan, finding) => {
  expect(findingsOf(facts, plan)).toEqual([finding])
  expect(findingsOf({}, plan)).toEqual([])
  const denied = Object.fromEntries(Object.keys(facts).map((id) => [id, { answer: 'no' as const }]))
  expect(findingsOf(denied, plan)).toEqual([])
})

test('what stops comes first, then what is confirmed; each says why, and by what source', () => {
  const facts: Facts = { smoker: yes, 'antiresorptive-low': yes, 'bleeding-disorder': yes }
  const { findings } = evaluate(facts)
  expect(findings.map(({ ruleId }) => ruleId)).toEqual(['R008', 'R110', 'R010', 'R023'])
  expect(findings.map(({ severity }) => severity)).toEqual(['stop', 'confirm', 'confirm', 'info'])
  expect(findings[2]).toMatchObject({
    ruleId: 'R010',
    because: ['Bisphosphonate or denosumab for bone thinning: lower-risk group'],
    source: { isChecked: false, reviewDue: riskRuleBook.reviewDue },
  })
  expect(findings[2]!.source.reference).toBe(riskRuleBook.sources.F3!.reference)
})

describe('several treatments', () => {
  test('share a risk: it is told once, for both and their teeth', () => {
    const facts: Facts = { 'antiresorptive-low': yes, 'near-ian': { answer: 'yes', teeth: ['46', '36'] } }
    const { findings } = evaluate(facts, { treatments: [extraction, implant, filling] })
    expect(findings.map(({ ruleId, treatments }) => [ruleId, treatments])).toEqual([
      ['R010', ['extraction', 'implant']],
      ['R060', ['extraction']],
      ['R061', ['implant']],
    ])
    const two = evaluate(facts, {
      treatments: [extraction, { ...extraction, templateId: 'second', teeth: ['36'] }],
    })
    const shared = two.findings.find(({ ruleId }) => ruleId === 'R060')!
    expect(shared).toMatchObject({ teeth: ['46', '36'], treatments: ['extraction', 'second'] })
    expect(shared.because).toEqual([expect.stringContaining('jaw nerve'), 'tooth 46', 'tooth 36'])
  })

  test('share a question likewise, as grave as the gravest rule that waits for it', () => {
    const { questions } = evaluate({}, { treatments: [filling, extraction] })
    const latex = questions.filter(({ factor }) => factor === 'allergy-latex')
    expect(latex).toHaveLength(1)
    const disorder = questions.find(({ factor }) => factor === 'bleeding-disorder')!
    expect(disorder).toMatchObject({
      about: 'factor',
      severity: 'stop',
      treatments: ['filling', 'extraction'],
      words: expect.stringContaining('bleeding disorder') as string,
    })
    expect(questions[0]!.severity).toBe('stop')
  })
})

test('what nobody knows is asked, and is no finding', () => {
  const { findings, questions } = evaluate({ warfarin: { answer: 'unknown' } })
  expect(findings).toEqual([])
  expect(questions.find(({ factor }) => factor === 'warfarin')!.ruleIds).toEqual(['R001', 'R002'])
})

test('a detail that nobody gave is missing and asked by its label', () => {
  const { findings, questions } = evaluate({ warfarin: yes })
  expect(findings[0]!.missing).toEqual([
    { factor: 'warfarin', field: 'inrValue', label: 'INR' },
    { factor: 'warfarin', field: 'inrDate', label: 'Date of the INR' },
  ])
  const asked = questions.find(({ about }) => about === 'field')!
  expect(asked).toMatchObject({ factor: 'warfarin', field: 'inrValue', severity: 'stop' })
  expect(asked.words).toBe('Warfarin or other vitamin K antagonist: INR')
})

test('where no tooth is named and a fact is about certain ones, the teeth are asked for', () => {
  const facts: Facts = { 'near-ian': { answer: 'yes', teeth: ['38'] } }
  const { findings, questions } = evaluate(facts, { treatments: [{ ...extraction, teeth: [] }] })
  expect(findings.map(({ ruleId }) => ruleId)).not.toContain('R060')
  expect(questions.find(({ about }) => about === 'teeth')).toMatchObject({ factor: null, field: null })
})

test('doubt about deciding offers a capacity test', () => {
  expect(evaluate({ cognitive: yes }).findings).toMatchObject([{ ruleId: 'R096', offersCapacityTest: true }])
  expect(evaluate({ smoker: yes }).findings).toMatchObject([{ ruleId: 'R023', offersCapacityTest: false }])
})

describe('an age', () => {
  test.each([
    ['2010-11-21', '2026-11-20', 15, 'the day before a birthday'],
    ['2010-11-21', '2026-11-21', 16, 'a birthday'],
    ['2010-11-21', '2026-11-22', 16, 'the day after'],
    ['2008-02-29', '2026-02-28', 17, '28 February, born on the 29th'],
    ['2008-02-29', '2026-03-01', 18, '1 March, born on 29 February'],
    ['2008-02-29', '2028-02-28', 19, 'the day before in a leap year'],
    ['2008-02-29', '2028-02-29', 20, '29 February itself'],
    ['2026-11-21', '2026-11-21', 0, 'the day of birth'],
  ])('%s on %s is %i: %s', (born, day, years) => expect(ageOnDay(born, day)).toBe(years))

  test.each([
    ['2011-11-22', ['R091', 'R094']],
    ['2011-11-21', ['R094']],
    ['2010-11-22', ['R094']],
    ['2010-11-21', []],
  ])('decides about a silver filling on the planned day, born %s', (born, ruleIds) => {
    const day = '2026-11-21'
    const treatments = [{ templateId: 'amalgam', properties: ['amalgam'], teeth: ['16'] }]
    const { findings } = evaluate({}, { day, ageYears: ageOnDay(born, day), treatments })
    expect(findings.map(({ ruleId }) => ruleId)).toEqual(ruleIds)
  })
})
