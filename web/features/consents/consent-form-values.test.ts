import { describe, expect, test } from 'vitest'
import type { TreatmentOption } from '../../../contract/consent-plan.ts'
import { decideFinding } from '../histories/index.ts'
import type { Template } from '../templates/index.ts'
import {
  toConsentInput,
  hasLastPhrases,
  hasNoPersonalRisks,
  parseLinkDays,
  reflectionHoursOf,
  withDiagnosis,
  withLast,
  withoutStaleRiskText,
  withPatient,
  withRisks,
  withTreatmentDetails,
  moveTreatment,
  withTreatmentWording,
  type ConsentValues,
} from './consent-form-values.ts'
import { noTreatmentOption, optionFromSaved } from './option-values.ts'
import { newTreatment, type TreatmentWording } from './treatment-values.ts'

const patient = {
  id: 'p',
  title: '',
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  dateOfBirth: '1961-03-14',
  email: 'e@example.org',
  language: 'en',
  accessNeeds: [],
  reachedBy: ['email' as const],
}
const template = { id: 't', placeholders: ['tooth', 'visits', 'price'] } as unknown as Template
const treatment = {
  ...newTreatment(),
  ...{ key: 'one', templateId: 't', template, teeth: ['46'], price: '£73.50' },
  placeholders: { visits: ' 2 visits ', graftSource: 'left from another template' },
}
const filled: ConsentValues = {
  patient,
  treatments: [treatment],
  ...{ writtenForPatient: 'p', carried: null, diagnosisFor: [] },
  clinicianId: 'c',
  diagnosis: ' Infected nerve ',
  options: [],
  offeredOptions: [],
  recommended: '',
  recommendedWhy: '',
  risks: null,
  decisions: {},
  ownRisks: [],
  noPersonalRisks: '',
  language: 'en',
  offeredLanguages: ['cy', 'pl', 'zh-Hans'],
  format: 'standard',
  linkDays: '',
  reflectionWaived: '',
  ownFiguresLeftOut: '',
  video: null,
  wordingConfirmed: false,
  unaskedAcknowledged: [],
}
const finding = (ruleId: string, severity: 'info' | 'confirm' | 'stop') => ({
  ...{ ruleId, severity, statement: `Risk ${ruleId}`, forStaff: '', because: [ruleId], patientReasons: [] },
  ...{ teeth: [], missing: [], attach: '', bands: [], offersCapacityTest: false, treatments: ['t'] },
  source: { reference: '', note: '', isChecked: true, reviewDue: '2027-01-01' },
})
const risks = {
  ...{ version: 1, ageYears: 65, questions: [], treatments: [] },
  review: { state: 'current' as const, at: null, byName: null },
  findings: [finding('R001', 'info'), finding('R002', 'confirm')],
}
const option: TreatmentOption = {
  ...{ title: 'Crown', kind: 'treatment', benefit: '', risk: '', lasts: '', visits: '' },
  ...{ pricePence: 45_000, band: null, notSuitable: '' },
}
const wording = (id: string, options: TreatmentOption[] = []): TreatmentWording => ({
  template: { ...template, id },
  wordingToConfirm: true,
  prefill: {
    fee: null,
    ownFigure: null,
    item: { material: 'Zirconia', placeholders: { visits: '3 visits' } },
    options,
    reflectionHours: 24,
    linkDays: 30,
    suggestions: {},
  },
})

test('what is sent: only what each template asks for, trimmed, and prices in pence', () => {
  expect(toConsentInput(filled)).toMatchObject({
    patientId: 'p',
    clinicianId: 'c',
    items: [{ templateId: 't', teeth: ['46'], pricePence: 7350, placeholders: { visits: '2 visits' } }],
    diagnosis: 'Infected nerve',
    recommended: null,
    linkDays: null,
  })
  expect(toConsentInput(filled).items[0]?.placeholders).toEqual({ visits: '2 visits' })
})

test('a treatment that nothing is chosen for is left out', () => {
  expect(toConsentInput({ ...filled, treatments: [newTreatment(), treatment] }).items).toHaveLength(1)
})

test('the recommended option keeps its place when one without a name is left out', () => {
  const [unnamed, crown, none] = [
    { ...optionFromSaved(option), title: ' ' },
    optionFromSaved(option),
    noTreatmentOption(),
  ]
  const details = toConsentInput({ ...filled, options: [unnamed, crown, none], recommended: none.key })
  expect(details.options.map(({ title, pricePence }) => [title, pricePence])).toEqual([
    ['Crown', 45_000],
    ['No treatment', null],
  ])
  expect(details.recommended).toBe(1)
})

describe('the wording of a treatment', () => {
  const chosen = { ...filled, treatments: [{ ...treatment, template: null }] }

  test('brings what the practice entered last, and never replaces what was typed', () => {
    const { treatments } = withTreatmentWording(chosen, 'one', wording('t'))
    expect(treatments[0]).toMatchObject({
      ...{ price: '£73.50', material: 'Zirconia', band: '', reflectionHours: 24 },
      wordingToConfirm: true,
    })
    expect(treatments[0]?.placeholders.visits).toBe(' 2 visits ')
  })

  test('that comes for another choice is dropped', () => {
    expect(withTreatmentWording(filled, 'one', wording('other'))).toBe(filled)
  })

  test('brings options for the first treatment, which another choice replaces until somebody writes one', () => {
    const offered = withTreatmentWording(chosen, 'one', wording('t', [option]))
    expect(offered.options.map(({ title, price }) => [title, price])).toEqual([['Crown', '']])
    const another = { ...offered, treatments: chosen.treatments }
    expect(withTreatmentWording(another, 'one', wording('t')).options).toEqual([])
    const written = { ...offered, options: [...offered.options, noTreatmentOption()] }
    expect(withTreatmentWording(written, 'one', wording('t')).options).toHaveLength(2)
  })

  test('asked for again, brings no options into a form that somebody has seen without', () => {
    expect(withTreatmentWording(filled, 'one', wording('t', [option])).options).toEqual([])
  })
})

test('treatments change places, and stay at the ends', () => {
  const two = { ...filled, treatments: [treatment, { ...treatment, key: 'two' }] }
  const keys = (values: ConsentValues) => values.treatments.map(({ key }) => key)
  expect(keys(moveTreatment(two, 'two', -1))).toEqual(['two', 'one'])
  expect(keys(moveTreatment(two, 'one', 1))).toEqual(['two', 'one'])
  expect(keys(moveTreatment(two, 'one', -1))).toEqual(['one', 'two'])
})

test('another patient keeps the treatment, and nothing that was written for the first', () => {
  const other = withPatient({ ...filled, diagnosisFor: ['46'], noPersonalRisks: 'healthy' }, null)
  expect(other.diagnosis).toBe(' Infected nerve ')
  expect(withPatient(other, patient).diagnosis).toBe(' Infected nerve ')
  const next = withPatient(other, { ...patient, id: 'q' })
  expect(next).toMatchObject({ diagnosis: '', noPersonalRisks: '', recommendedWhy: '' })
  expect(next.treatments).toMatchObject([{ templateId: 't', teeth: [], price: '', placeholders: {} }])
})

test('a diagnosis goes with the teeth it was written for, and stays while one of them does', () => {
  const written = withDiagnosis(filled, 'Abscess')
  const both = withTreatmentDetails(written, 'one', { teeth: ['46', '36'] })
  expect(both.diagnosis).toBe('Abscess')
  expect(withTreatmentDetails(both, 'one', { teeth: ['36'] }).diagnosis).toBe('')
  expect(withTreatmentDetails(both, 'one', { teeth: [] }).diagnosis).toBe('Abscess')
})

test('another patient has their own language, format and decisions', () => {
  const other = { ...patient, id: 'q', language: 'cy', accessNeeds: ['large-print' as const] }
  const decided = withRisks(filled, risks)
  expect(withPatient(decided, other)).toMatchObject({
    ...{ language: 'cy', format: 'large-print', risks: null, decisions: {} },
  })
})

test.each([
  ['', null],
  ['30', 30],
  [' 90 ', 90],
  ['91', null],
  ['0', null],
  ['1.5', null],
])('%s days until the link ends', (typed, days) => {
  expect(parseLinkDays(typed)).toBe(days)
})

test('the longest time to think holds, and a waiver is sent only where there is one', () => {
  const waived = { ...filled, reflectionWaived: 'In pain' }
  expect(toConsentInput(waived).reflectionWaived).toBe('')
  const slow = { ...waived, treatments: [treatment, { ...treatment, key: 'two', reflectionHours: 48 }] }
  expect(reflectionHoursOf(slow)).toBe(48)
  expect(toConsentInput(slow).reflectionWaived).toBe('In pain')
})

describe('risks of the patient', () => {
  test('that only add to the text are taken as they are; others wait for somebody to decide', () => {
    const known = withRisks(filled, risks)
    expect(toConsentInput(known).personalRisks).toMatchObject([{ ruleId: 'R001', decision: 'accepted' }])
    const decided = {
      ...known,
      decisions: { ...known.decisions, R002: decideFinding(risks.findings[1]!, 'accepted') },
    }
    expect(toConsentInput(decided).personalRisks).toHaveLength(2)
  })

  test('that were decided and are no longer found are not sent', () => {
    const known = withRisks(filled, risks)
    const other = withRisks(known, { ...risks, findings: [] })
    expect(toConsentInput(other).personalRisks).toEqual([])
  })

  test('that stop are not sent before somebody gave the reason', () => {
    const known = withRisks(filled, { ...risks, findings: [finding('R003', 'stop')] })
    const made = decideFinding(known.risks!.findings[0]!, 'accepted')
    const reasonless = { ...known, decisions: { R003: made } }
    expect(toConsentInput(reasonless).personalRisks).toEqual([])
    const reasoned = { ...known, decisions: { R003: { ...made, reason: 'With the hospital' } } }
    expect(toConsentInput(reasoned).personalRisks).toMatchObject([{ reason: 'With the hospital' }])
  })

  test('that the clinician wrote are sent after them, and say that there is more than the text', () => {
    const nothingMore = { ...filled, noPersonalRisks: 'healthy' }
    expect(hasNoPersonalRisks(nothingMore)).toBe(true)
    expect(toConsentInput(nothingMore).noPersonalRisks).toBe('healthy')
    const own = { ...nothingMore, ownRisks: [{ key: 'a', statement: ' A tight jaw ' }] }
    expect(toConsentInput(own)).toMatchObject({
      personalRisks: [{ ruleId: '', decision: 'accepted', statement: 'A tight jaw' }],
      noPersonalRisks: '',
    })
  })
})

describe('the phrases of the last consent', () => {
  const phrase = (text: string, isLast: boolean) => ({
    ...{ text, isLast, source: 'practice' as const, timesSent: 2, isPinned: false },
  })
  const suggested = {
    ...treatment,
    placeholders: { visits: '' },
    suggestions: {
      diagnosis: [phrase('decay', false), phrase('a broken filling', true)],
      visits: [phrase('1 visit', true)],
      prognosis: [phrase('good', false)],
    },
  }
  const offered = { ...filled, treatments: [suggested], diagnosis: '' }

  test('stand where nothing was typed, and nowhere else', () => {
    const taken = withLast(offered, 'one')
    expect(taken.diagnosis).toBe('a broken filling')
    expect(taken.treatments[0]!.placeholders).toEqual({ visits: '1 visit' })
    expect(withLast({ ...offered, diagnosis: 'a crack' }, 'one').diagnosis).toBe('a crack')
  })

  test('are offered until they stand there', () => {
    expect(hasLastPhrases(offered, suggested)).toBe(true)
    const taken = withLast(offered, 'one')
    expect(hasLastPhrases(taken, taken.treatments[0]!)).toBe(false)
    expect(hasLastPhrases(filled, treatment)).toBe(false)
  })
})

test('words on the risks that were offered go when a risk comes', () => {
  const told = { ...treatment, placeholders: { individualRisks: 'none that we know of' } }
  const values = { ...filled, treatments: [told], risks: { ...risks, findings: [] } }
  expect(withoutStaleRiskText(values).treatments[0]!.placeholders.individualRisks).toBe(
    'none that we know of',
  )
  const found = withoutStaleRiskText({ ...values, risks })
  expect(found.treatments[0]!.placeholders.individualRisks).toBe('')
  const typed = { ...told, placeholders: { individualRisks: 'a dry mouth' } }
  expect(withoutStaleRiskText({ ...values, risks, treatments: [typed] }).treatments[0]).toBe(typed)
})
