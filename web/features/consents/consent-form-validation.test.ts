import { describe, expect, test } from 'vitest'
import { decideFinding } from '../histories/index.ts'
import type { Template } from '../templates/index.ts'
import { validateForSaving, validateForSending, errorsOfRefusal } from './consent-form-validation.ts'
import { withRisks, type ConsentValues } from './consent-form-values.ts'
import { newOption } from './option-values.ts'
import { newTreatment, type TreatmentValues } from './treatment-values.ts'

const template = {
  requiresTooth: true,
  requiresDiagnosis: true,
  placeholders: ['tooth', 'visits', 'price'],
} as unknown as Template
const treatment = (given: Partial<TreatmentValues> = {}): TreatmentValues => ({
  ...newTreatment(),
  ...{ templateId: 't', template, teeth: ['46'], price: '£73.50', placeholders: { visits: '2 visits' } },
  ...given,
})
const filled: ConsentValues = {
  patient: {
    ...{ id: 'p', title: '', firstName: 'Eleanor', lastName: 'Whitcombe', dateOfBirth: '1961-03-14' },
    ...{ email: 'e@example.org', language: 'en', accessNeeds: [], reachedBy: ['email'] },
  },
  treatments: [treatment()],
  ...{ writtenForPatient: 'p', carried: null, diagnosisFor: [] },
  clinicianId: 'c',
  diagnosis: 'Infected nerve',
  ...{ options: [], offeredOptions: [], recommended: '', recommendedWhy: '' },
  ...{ risks: null, decisions: {}, ownRisks: [], noPersonalRisks: '' },
  ...{
    offeredLanguages: [],
    language: 'en',
    format: 'standard',
    linkDays: '',
    reflectionWaived: '',
    ownFiguresLeftOut: '',
    video: null,
    wordingConfirmed: false,
    unaskedAcknowledged: [],
  },
}
const ids = (faults: { id?: string | undefined }[]) => faults.map(({ id }) => id)

describe('before saving', () => {
  test.each<[string, Partial<ConsentValues>, string[]]>([
    ['a draft may lack what sending needs', { diagnosis: '', treatments: [treatment({ teeth: [] })] }, []],
    ['a patient', { patient: null }, ['patientId']],
    ['a clinician', { clinicianId: '' }, ['clinicianId']],
    ['a treatment', { treatments: [newTreatment()] }, ['items.0.templateId']],
    ['wording', { treatments: [treatment({ template: null })] }, ['items.0.templateId']],
    ['a price that is one', { treatments: [treatment({ price: 'dear' })] }, ['items.0.pricePence']],
    ['a second treatment may wait to be chosen', { treatments: [treatment(), newTreatment()] }, []],
    ['a number of days', { linkDays: 'soon' }, ['linkDays']],
    ['a name for an option', { options: [{ ...newOption(), benefit: 'Lasts' }] }, ['options.0.title']],
    ['its price', { options: [{ ...newOption(), title: 'Crown', price: '?' }] }, ['options.0.pricePence']],
    ['an option that nothing was written of', { options: [newOption()] }, []],
  ])('%s', (_name, change, faults) => {
    expect(ids(validateForSaving({ ...filled, ...change }))).toEqual(faults)
  })
})

describe('before sending', () => {
  const asking = { ...template, requiresTooth: false, requiresDiagnosis: false }
  const crown = { ...newOption(), key: 'crown', title: 'Crown' }

  test.each<[string, Partial<ConsentValues>, string[]]>([
    ['a complete consent may go', {}, []],
    [
      'everything missing is named at its field',
      { diagnosis: ' ', treatments: [treatment({ teeth: [], price: '', placeholders: { visits: ' ' } })] },
      ['items.0.teeth', 'items.0.pricePence', 'items.0.placeholders.visits', 'diagnosis'],
    ],
    ['an area is a place', { treatments: [treatment({ teeth: [], area: 'upper-arch' })] }, []],
    [
      'a template without tooth or diagnosis asks for neither',
      { diagnosis: '', treatments: [treatment({ teeth: [], template: asking })] },
      [],
    ],
    [
      'what the second one lacks stands at the second',
      { treatments: [treatment(), treatment({ teeth: [] })] },
      ['items.1.teeth'],
    ],
    ['one that nothing is chosen for', { treatments: [treatment(), newTreatment()] }, ['items.1.templateId']],
    ['why an option is recommended', { options: [crown], recommended: 'crown' }, ['recommendedWhy']],
    ['a recommendation of an option that is gone', { options: [], recommended: 'crown' }, []],
    [
      'wording that nobody adopted',
      { treatments: [treatment(), treatment({ wordingToConfirm: true })] },
      ['wordingConfirmed'],
    ],
    [
      'and somebody confirmed',
      { treatments: [treatment({ wordingToConfirm: true })], wordingConfirmed: true },
      [],
    ],
  ])('%s', (_name, change, faults) => {
    expect(ids(validateForSending({ ...filled, ...change }, false))).toEqual(faults)
  })

  test('risks are decided, and those that stop by whoever may override, with a reason', () => {
    const finding = (ruleId: string, severity: 'info' | 'confirm' | 'stop') => ({
      ...{
        ruleId,
        severity,
        statement: `Risk ${ruleId}`,
        forStaff: '',
        because: [ruleId],
        patientReasons: [],
      },
      ...{ teeth: [], missing: [], attach: '', bands: [], offersCapacityTest: false, treatments: ['t'] },
      source: { reference: '', note: '', isChecked: true, reviewDue: '2027-01-01' },
    })
    const risks = {
      ...{ version: 1, ageYears: 65, questions: [], treatments: [] },
      review: { state: 'current' as const, at: null, byName: null },
      findings: [finding('R001', 'info'), finding('R003', 'stop')],
    }
    const known = withRisks(filled, risks)
    expect(ids(validateForSending(known, false))).toEqual(['risk-R003'])
    const made = decideFinding(risks.findings[1]!, 'accepted')
    const reasonless = { ...known, decisions: { ...known.decisions, R003: made } }
    expect(ids(validateForSending(reasonless, true))).toEqual(['risk-R003-reason'])
    const R003 = { ...made, reason: 'With the hospital' }
    expect(validateForSending({ ...known, decisions: { ...known.decisions, R003 } }, true)).toEqual([])
  })
})

describe("the server's refusals", () => {
  test.each([
    ['tooth-required', 'items.0.teeth'],
    ['diagnosis-required', 'diagnosis'],
    ['no-email', 'patientId'],
    ['patient-archived', 'patientId'],
    ['clinician-not-found', 'clinicianId'],
    ['wording-unconfirmed', 'wordingConfirmed'],
  ])('%s stands at %s', (reason, id) => {
    expect(errorsOfRefusal({ message: 'No.', reason }, filled)).toEqual([{ id, text: 'No.' }])
  })
  test('missing details stand at each field of each treatment', () => {
    const treatments = [treatment({ price: '' }), treatment({ placeholders: {} })]
    const faults = errorsOfRefusal({ message: 'Missing.', reason: 'placeholder-missing' }, { treatments })
    expect(ids(faults)).toEqual(['items.0.pricePence', 'items.1.placeholders.visits'])
  })
  test('a malformed tooth stands at the chart', () => {
    const fields = [{ field: 'items.1.teeth.0', message: 'Choose a tooth from the chart' }]
    expect(ids(errorsOfRefusal({ message: 'Invalid', fields }, filled))).toEqual(['items.1.teeth'])
  })
  test('one that belongs to no field is left to be shown by itself', () => {
    expect(errorsOfRefusal({ message: 'Wrong state', reason: 'wrong-state' }, filled)).toEqual([])
  })
})
