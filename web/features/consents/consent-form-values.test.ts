import { describe, expect, test } from 'vitest'
import {
  detailsOf,
  faultsBeforeSaving,
  faultsBeforeSending,
  faultsOfRefusal,
  withWording,
  type ConsentValues,
} from './consent-form-values.ts'

const patient = {
  id: 'p',
  title: '',
  firstName: 'Eleanor',
  lastName: 'Whitcombe',
  dateOfBirth: '1961-03-14',
  email: 'e@example.org',
}
const template = { requiresTooth: true, requiresDiagnosis: true, placeholders: ['tooth', 'visits', 'price'] }
const filled: ConsentValues = {
  patient,
  templateId: 't',
  template: template as ConsentValues['template'],
  clinicianId: 'c',
  teeth: ['46'],
  diagnosis: ' Infected nerve ',
  placeholders: { visits: ' 2 visits ', price: '£73.50', graftSource: 'left from another template' },
  wordingToConfirm: false,
  wordingConfirmed: false,
}
const ids = (faults: { id?: string | undefined }[]) => faults.map(({ id }) => id)

test('only the placeholders of the chosen template are sent, trimmed', () => {
  expect(detailsOf(filled)).toEqual({
    patientId: 'p',
    clinicianId: 'c',
    items: [{ templateId: 't', teeth: ['46'], placeholders: { visits: '2 visits', price: '£73.50' } }],
    diagnosis: 'Infected nerve',
  })
})

test('usual details fill what is empty and never replace what was typed', () => {
  const typed = { ...filled, template: null, placeholders: { visits: '3 visits', price: ' ' } }
  const read = { template: filled.template!, wordingToConfirm: true }
  const chosen = withWording(typed, read, { visits: '2 visits', price: '£73.50' })
  expect(chosen.wordingToConfirm).toBe(true)
  expect(chosen.template).toBe(filled.template)
  expect(chosen.placeholders).toEqual({ visits: '3 visits', price: '£73.50' })
})

describe('before saving', () => {
  test('a draft may lack what sending needs', () => {
    expect(faultsBeforeSaving({ ...filled, teeth: [], diagnosis: '', placeholders: {} })).toEqual([])
  })
  test('what a template asks for must be known, or what was typed would be lost', () => {
    expect(ids(faultsBeforeSaving({ ...filled, template: null }))).toEqual(['templateId'])
  })
  test('but not patient, treatment and clinician', () => {
    const empty = { ...filled, patient: null, templateId: '', clinicianId: '' }
    expect(ids(faultsBeforeSaving(empty))).toEqual(['patientId', 'templateId', 'clinicianId'])
  })
})

describe('before sending', () => {
  test('a complete consent may go', () => {
    expect(faultsBeforeSending(filled)).toEqual([])
  })
  test('everything missing is named at its field', () => {
    const bare = { ...filled, teeth: [], diagnosis: ' ', placeholders: { visits: ' ' } }
    expect(ids(faultsBeforeSending(bare))).toEqual([
      'teeth',
      'diagnosis',
      'placeholders.price',
      'placeholders.visits',
    ])
  })
  test('a template without tooth or diagnosis asks for neither', () => {
    const free = {
      ...filled,
      teeth: [],
      diagnosis: '',
      template: { ...template, requiresTooth: false, requiresDiagnosis: false } as ConsentValues['template'],
    }
    expect(faultsBeforeSending(free)).toEqual([])
  })
  test.each([
    [false, false, []],
    [false, true, []],
    [true, false, ['wordingConfirmed']],
    [true, true, []],
  ])('wording to confirm %s, confirmed %s', (wordingToConfirm, wordingConfirmed, faults) => {
    const values = { ...filled, wordingToConfirm, wordingConfirmed }
    expect(ids(faultsBeforeSending(values))).toEqual(faults)
    expect(faultsBeforeSaving(values)).toEqual([])
  })
})

describe("the server's refusals", () => {
  test.each([
    ['tooth-required', 'teeth'],
    ['diagnosis-required', 'diagnosis'],
    ['no-email', 'patientId'],
    ['patient-archived', 'patientId'],
    ['clinician-not-found', 'clinicianId'],
    ['wording-unconfirmed', 'wordingConfirmed'],
  ])('%s stands at %s', (reason, id) => {
    expect(faultsOfRefusal({ message: 'No.', reason }, [])).toEqual([{ id, text: 'No.' }])
  })
  test('missing placeholders stand at each field', () => {
    const faults = faultsOfRefusal({ message: 'Missing.', reason: 'placeholder-missing' }, [
      'price',
      'visits',
    ])
    expect(ids(faults)).toEqual(['placeholders.price', 'placeholders.visits'])
  })
  test('a malformed tooth stands at the chart', () => {
    const fields = [{ field: 'teeth.0', message: 'Choose a tooth from the chart' }]
    expect(ids(faultsOfRefusal({ message: 'Invalid', fields }, []))).toEqual(['teeth'])
  })
  test('one that belongs to no field is left to be shown by itself', () => {
    expect(faultsOfRefusal({ message: 'Wrong state', reason: 'wrong-state' }, [])).toEqual([])
  })
})
