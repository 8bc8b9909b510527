import { expect, it } from 'vitest'
import { formatPounds, addPlanSections, type PatientPlan } from './plan-sections.ts'

const crown: PatientPlan['treatments'][number] = {
  title: 'Crown',
  treatmentType: 'Crowns',
  templateId: '1',
  templateVersionId: '2',
  templateVersion: '1.0',
  teeth: [{ fdi: '46', palmer: 'LR6', name: 'lower right first molar' }],
  area: null,
  material: '',
  pricePence: null,
  band: null,
}
const emptyPlan: PatientPlan = {
  treatments: [crown],
  options: [],
  recommended: null,
  recommendedWhy: '',
  personalRisks: [],
  reflectionWaived: '',
  reflectionHours: 0,
}
const wording = [{ id: 1, title: 'Risks', content: '<p>Some.</p>', media: null }]
const renderSections = (plan: Partial<PatientPlan>) =>
  addPlanSections(wording, { ...emptyPlan, ...plan }).map(({ id, title, content }) => [id, title, content])

it('says nothing where nothing is particular to the patient', () => {
  expect(addPlanSections(wording, emptyPlan)).toEqual(wording)
})

it('says first what is planned, where, of what and at what price', () => {
  expect(
    renderSections({
      treatments: [{ ...crown, material: 'Porcelain', pricePence: 65_050, band: 'private' }],
    }),
  ).toEqual([
    [
      1,
      'What is planned for you',
      '<p>This is what we talked about.</p><h3>Crown</h3><ul><li>Where: lower right first molar (46)</li><li>Made of: Porcelain</li><li>Price: £650.50 (private care)</li></ul>',
    ],
    [2, 'Risks', '<p>Some.</p>'],
  ])
})

it('says that each of several may be chosen by itself', () => {
  const [[, , content]] = renderSections({ treatments: [crown, { ...crown, title: 'Bridge' }] }) as [
    [number, string, string],
  ]
  expect(content).toContain('<h3>Crown</h3>')
  expect(content).toContain('<h3>Bridge</h3>')
  expect(content).toContain('yes or no to each')
})

it('sets the choices side by side with the one that is suggested, and why', () => {
  const option = {
    benefit: '',
    risk: '',
    lasts: '',
    visits: '',
    pricePence: null,
    band: null,
    notSuitable: '',
  }
  const options: PatientPlan['options'] = [
    { ...option, kind: 'treatment', title: 'Crown', lasts: '10 years', pricePence: 65_000 },
    { ...option, kind: 'no-treatment', title: 'Wait and see', risk: 'It may break' },
    { ...option, kind: 'treatment', title: 'Implant', notSuitable: 'Too little bone' },
  ]
  const [, [, title, content]] = renderSections({
    options,
    recommended: 0,
    recommendedWhy: 'It keeps the tooth',
  }) as [unknown, [number, string, string]]
  expect(title).toBe('Your choices')
  expect(content).toContain('<h3>Crown (this is what we suggest)</h3>')
  expect(content).toContain('<li>Why we suggest it: It keeps the tooth</li>')
  expect(content).toContain('<h3>Wait and see</h3><ul><li>What may go wrong: It may break</li></ul>')
  expect(content).toContain('<li>Not right for you: Too little bone</li>')
  expect(content.split('Why we suggest it')).toHaveLength(2)
})

it('tells first of personal risks with their cause, and of none that was left out; what was typed stays text', () => {
  const risk = {
    ruleId: 'R1',
    severity: 'info' as const,
    statement: 'You bleed <b>more</b>.',
    reason: '',
    teeth: ['46'],
  }
  const [[, title, content]] = renderSections({
    personalRisks: [
      { ...risk, decision: 'accepted', because: ['you take apixaban', 'you smoke'] },
      { ...risk, decision: 'left-out', statement: 'Not told', because: [], reason: 'Stopped last year' },
    ],
  }) as [[number, string, string]]
  expect(title).toBe('Risks that apply to you')
  expect(content).toContain(
    '<li>You bleed &lt;b&gt;more&lt;/b&gt;. Where: lower right first molar (46). Why: you take apixaban; you smoke.</li>',
  )
  expect(content).not.toContain('Not told')
})

it.each([
  [1, 'at least 1 hour '],
  [24, 'at least 1 day '],
  [36, 'at least 36 hours '],
  [168, 'at least 7 days '],
])('%i hours to think are %s', (reflectionHours, words) => {
  expect(renderSections({ reflectionHours }).at(-1)![2]).toContain(words)
})

it.each([
  [0, '£0'],
  [7350, '£73.50'],
  [7300, '£73'],
  [1_234_500, '£12,345'],
])('%i pence are %s', (pence, words) => {
  expect(formatPounds(pence)).toBe(words)
})
