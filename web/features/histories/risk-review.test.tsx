import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { PatientRisks, RiskOfPatient } from '../../../contract/histories.ts'
import { decideFinding, type RiskDecisions } from './risk-decisions.ts'
import { RiskReview, type RiskDeciding } from './risk-review.tsx'

const finding = (given: Partial<RiskOfPatient>): RiskOfPatient => ({
  ...{ ruleId: 'R010', severity: 'confirm', statement: 'The jaw may not heal.', forStaff: '' },
  ...{
    because: ['Bisphosphonate', 'tooth 48'],
    patientReasons: ['you take a bone medicine'],
    teeth: ['48'],
    missing: [],
    attach: '',
    bands: [],
    offersCapacityTest: false,
  },
  source: { reference: 'SDCEP 2017', note: 'Groups.', isChecked: false, reviewDue: '2027-11-21' },
  treatments: ['one'],
  ...given,
})
const stop = finding({ ruleId: 'R012', severity: 'stop', statement: 'A specialist should plan this.' })
const gap = finding({
  ruleId: 'R102',
  statement: 'This matters to you: {{what}}.',
  missing: [{ factor: 'occupation', field: 'what', label: 'What it is' }],
})
const risks = (given: Partial<PatientRisks> = {}): PatientRisks => ({
  ...{ version: 1, ageYears: 65, questions: [] },
  review: { state: 'current', at: '2026-11-21T09:00:00.000Z', byName: 'Tom Hughes' },
  findings: [finding({})],
  treatments: [{ templateId: 'one', name: 'Simple Extraction', known: 'treatment' }],
  ...given,
})
const drawn = (given: Partial<PatientRisks>, deciding?: RiskDeciding) =>
  renderToStaticMarkup(<RiskReview risks={risks(given)} deciding={deciding} />)
const decidingWith = (decisions: RiskDecisions, mayOverride = true): RiskDeciding => ({
  decisions,
  onDecide: () => {},
  mayOverride,
  errors: [],
})

test('each finding tells its gravity, its words, why, and by what source', () => {
  const html = drawn({ findings: [stop, finding({})] })
  for (const words of [
    'Stops the treatment',
    'Discuss with the patient',
    'The jaw may not heal.',
    'Bisphosphonate; tooth 48',
    'SDCEP 2017',
    'Awaiting clinical review.',
  ])
    expect(html).toContain(words)
  expect(html).not.toContain('type="radio"')
  const checked = finding({ source: { ...finding({}).source, isChecked: true } })
  expect(drawn({ findings: [checked] })).toContain('Review due by 21 Nov 2027')
})

test('the form that goes with a risk is named, and none where there is none', () => {
  expect(drawn({ findings: [finding({ attach: 'Blood Thinners' })] })).toContain(
    'Blood Thinners: send this form as well',
  )
  expect(drawn({})).not.toContain('Related form')
})

test('a detail that nobody knows stands as a gap with its name', () => {
  const html = drawn({ findings: [gap] })
  expect(html).toContain('This matters to you: [What it is].')
  expect(html).not.toContain('{{')
})

test('several treatments are named where a risk is theirs; one is not', () => {
  const treatments = [
    { templateId: 'one', name: 'Simple Extraction', known: 'treatment' as const },
    { templateId: 'two', name: 'Implant', known: 'type' as const },
  ]
  const html = drawn({ treatments, findings: [finding({ treatments: ['one', 'two'] })] })
  expect(html).toContain('Simple Extraction, Implant')
  expect(html).toContain('Implant: treated as a general treatment of its type')
  expect(drawn({})).not.toContain('Simple Extraction')
  const unknown = [{ templateId: 'one', name: 'Splint', known: 'none' as const }]
  expect(drawn({ treatments: unknown, findings: [] })).toContain('Splint: not known to the library')
})

test('what is not reviewed or not asked is said before anything is relied on', () => {
  const question = { about: 'factor' as const, field: null, ruleIds: ['R012'], treatments: ['one'] }
  const questions = [
    { ...question, factor: 'previous-mronj', words: 'Did a jaw bone not heal?', severity: 'stop' as const },
    { ...question, factor: 'smoker', words: 'Do you smoke?', severity: 'info' as const },
  ]
  const html = drawn({ questions, findings: [], review: { state: 'due', at: null, byName: null } })
  expect(html).toMatch(
    /Ask first.*Did a jaw bone not heal\?.*<details.*1 more question is open.*Do you smoke\?/,
  )
  expect(html).not.toContain('send anyway')
  const acknowledging = { isAcknowledged: false, onChange: () => {}, error: undefined }
  const sending = renderToStaticMarkup(
    <RiskReview risks={risks({ questions, findings: [] })} acknowledging={acknowledging} />,
  )
  expect(sending).toMatch(/Did a jaw bone not heal\?.*Not asked yet: send anyway.*<details/)
  expect(html).toContain('Check the history again')
  expect(html).toContain('No additional risks from this patient’s history.')
})

test('a clinician accepts, edits or leaves out with a reason; the three ways show what they ask', () => {
  const undecided = drawn({}, decidingWith({}))
  expect(undecided.match(/type="radio"/g)).toHaveLength(3)
  expect(undecided).not.toContain('checked=""')
  expect(undecided).not.toContain('<textarea')
  expect(undecided).toContain('1 of 1 risks awaiting a decision.')
  const edited = { ...decideFinding(finding({}), 'edited'), statement: 'In our words.' }
  expect(drawn({}, decidingWith({ R010: edited }))).toMatch(
    /Text for the patient.*In our words\.<\/textarea>/,
  )
  const leftOut = decideFinding(finding({}), 'left-out')
  expect(drawn({}, decidingWith({ R010: leftOut }))).toContain('Enter why this risk is left out')
  const accepted = drawn({}, decidingWith({ R010: decideFinding(finding({}), 'accepted') }))
  expect(accepted).toContain('checked=""')
  expect(accepted).toContain('All risks decided.')
  expect(accepted).not.toContain('<textarea')
})

test('what stops asks for a reason to go ahead, of somebody who may override', () => {
  const accepted = { R012: decideFinding(stop, 'accepted') }
  expect(drawn({ findings: [stop] }, decidingWith(accepted))).toContain('Enter why the treatment goes ahead')
  const without = drawn({ findings: [stop] }, decidingWith(accepted, false))
  expect(without).not.toContain('type="radio"')
  expect(without).toContain('can override')
})
