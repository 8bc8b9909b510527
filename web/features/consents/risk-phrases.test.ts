import { expect, test } from 'vitest'
import type { PatientRisks } from '../../../contract/histories.ts'
import { decideFinding, type RiskDecisions } from '../histories/index.ts'
import { riskPhrases } from './risk-phrases.ts'

const finding: PatientRisks['findings'][number] = {
  ...{ ruleId: 'R001', severity: 'info', statement: 'You bleed longer', forStaff: '', because: [] },
  ...{ teeth: [], missing: [], attach: '', bands: [], offersCapacityTest: false, treatments: ['t'] },
  patientReasons: [],
  source: { reference: '', note: '', isChecked: true, reviewDue: '2027-01-01' },
}
const risksOf = (
  state: 'never' | 'due' | 'current',
  findings: PatientRisks['findings'] = [],
): PatientRisks => ({
  ...{ version: 1, ageYears: 65, questions: [], treatments: [], findings },
  review: { state, at: '2026-11-12T09:00:00Z', byName: 'Tom Hughes' },
})

const phrasesOf = (risks: PatientRisks | null, decisions: RiskDecisions = {}, own = '') =>
  riskPhrases({ risks, decisions, ownRisks: own ? [{ statement: own }] : [] })

test('that no risk is known is offered of a reviewed history, with who reviewed it', () => {
  expect(phrasesOf(risksOf('current'))).toEqual([
    { text: 'none that we know of', note: 'history reviewed 12 Nov 2026 by Tom Hughes' },
  ])
})

test.each(['never', 'due'] as const)('nothing is claimed of a history that is %s reviewed', (state) => {
  expect(phrasesOf(risksOf(state))).toEqual([])
  expect(phrasesOf(null)).toEqual([])
})

test('where a rule found something, the text leads there, unless it is left out', () => {
  const [phrase] = phrasesOf(risksOf('current', [finding]))
  expect(phrase?.text).toBe('those listed at the start of this form')
  const leftOut = { R001: decideFinding(finding, 'left-out') }
  expect(phrasesOf(risksOf('current', [finding]), leftOut)[0]?.text).toBe('none that we know of')
})

test('a risk in the clinician’s own words is one to be told of', () => {
  expect(phrasesOf(risksOf('current'), {}, 'Your jaw opens little')[0]?.text).toBe(
    'those listed at the start of this form',
  )
})

test('nothing is offered while a question is unasked that may stop the treatment', () => {
  const question = {
    about: 'fact',
    factor: 'warfarin',
    field: '',
    words: 'Do you take warfarin?',
    treatments: ['t'],
  }
  const withQuestion = (severity: 'stop' | 'confirm') =>
    ({ ...risksOf('current'), questions: [{ ...question, severity }] }) as PatientRisks
  expect(phrasesOf(withQuestion('stop'))).toEqual([])
  expect(phrasesOf(withQuestion('confirm'))).toHaveLength(1)
})
