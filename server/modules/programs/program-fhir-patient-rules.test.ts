import { describe, expect, it } from 'vitest'
import type { FhirPatient } from '../../../contract/fhir-writes.ts'
import { detailsOfPatient, isEndOfCare } from './program-fhir-patient-rules.ts'
import { conditionIdentifier, ownIdentifierOf, versionNamed } from '../integrations/fhir-request-rules.ts'

const nhs = { system: 'https://fhir.nhs.uk/Id/nhs-number', value: '943 476 5919' }
const own = { system: 'https://example.org/patients', value: '1042' }
const patient = (more: Partial<FhirPatient> = {}): FhirPatient => ({
  resourceType: 'Patient',
  identifier: [own],
  name: [{ family: 'Whitcombe', given: ['Eleanor'] }],
  birthDate: '1961-03-14',
  ...more,
})

describe('the identifier of a program', () => {
  it.each([
    ['alone', [own], 'https://example.org/patients|1042'],
    ['beside an NHS number', [nhs, own], 'https://example.org/patients|1042'],
    ['none', [nhs], null],
    ['two', [own, { ...own, value: '7' }], null],
    ['without a system', [{ value: '1042' }], null],
    ['without a value', [{ ...own, value: '' }], null],
    ['whose system could be told in two ways', [{ system: 'a|b', value: '1' }], null],
  ])('%s', (_what, identifier, expected) => {
    expect(ownIdentifierOf({ identifier })).toBe(expected)
  })
})

it.each([
  ['identifier=a%7C1', 'a|1'],
  ['?identifier=a|1', 'a|1'],
  ['identifier=a|1&birthdate=1961-03-14', null],
  ['name=Whitcombe', null],
  ['', null],
])('the condition %s is of the identifier %s', (condition, expected) => {
  expect(conditionIdentifier(condition)).toBe(expected)
})

it.each([
  ['W/"3"', undefined, 3],
  ['"3"', undefined, 3],
  ['', '3', 3],
  // The header is what counts where both say something.
  ['W/"4"', '3', 4],
  ['*', '3', null],
  ['W/"three"', '3', null],
  ['', undefined, null],
  ['', 'three', null],
])('If-Match %s and versionId %s name version %s', (ifMatch, versionId, expected) => {
  expect(versionNamed(ifMatch, { meta: { versionId } })).toBe(expected)
})

describe('what is said of a patient', () => {
  it('is what the resource says, and nothing that it leaves out', () => {
    expect(detailsOfPatient(patient())).toEqual({
      dateOfBirth: '1961-03-14',
      firstName: 'Eleanor',
      lastName: 'Whitcombe',
    })
  })

  it('takes the official name, the mobile number, the home address and the preferred language first', () => {
    const details = detailsOfPatient(
      patient({
        identifier: [nhs, own],
        name: [
          { use: 'old', family: 'Maiden', given: ['Eleanor'] },
          { use: 'nickname', given: ['Nell'] },
          { use: 'official', family: 'Whitcombe', given: ['Eleanor', 'Mae'], prefix: ['Dr'] },
        ],
        telecom: [
          { system: 'phone', value: '020 7946 0018', use: 'home' },
          { system: 'phone', value: '07700 900000', use: 'old' },
          { system: 'phone', value: '07700 900123', use: 'mobile' },
          { system: 'email', value: 'second@example.org', rank: 2 },
          { system: 'email', value: 'first@example.org', rank: 1 },
        ],
        address: [
          { use: 'work', text: 'Office' },
          { use: 'home', line: ['1 High Street'], city: 'Bath', postalCode: 'BA1 1AA' },
        ],
        communication: [
          { language: { coding: [{ code: 'en' }] } },
          { language: { coding: [{ code: 'cy' }] }, preferred: true },
        ],
      }),
    )
    expect(details).toEqual({
      ...{ dateOfBirth: '1961-03-14', title: 'Dr', firstName: 'Eleanor Mae', lastName: 'Whitcombe' },
      ...{ preferredName: 'Nell', email: 'first@example.org', nhsNumber: '943 476 5919' },
      ...{ phone: '07700 900123', otherPhone: '020 7946 0018' },
      ...{ address: '1 High Street\nBath\nBA1 1AA', language: 'cy' },
    })
  })

  it.each([
    [{ active: false }, true],
    [{ deceasedBoolean: true }, true],
    [{ deceasedDateTime: '2026-01-01' }, true],
    [{ active: true, deceasedBoolean: false }, false],
  ])('%j ends care: %s', (more, expected) => {
    expect(isEndOfCare(patient(more))).toBe(expected)
  })
})
