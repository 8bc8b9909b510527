import { describe, expect, it } from 'vitest'
import type { FhirPatient } from '../../../contract/fhir-writes.ts'
import { detailsOfPatient, isEndOfCare } from './program-fhir-patient-rules.ts'

const nhs = { system: 'https://fhir.nhs.uk/Id/nhs-number', value: '943 476 5919' }
const own = { system: 'https://example.org/patients', value: '1042' }
const patient = (more: Partial<FhirPatient> = {}): FhirPatient => ({
  resourceType: 'Patient',
  identifier: [own],
  name: [{ family: 'Whitcombe', given: ['Eleanor'] }],
  birthDate: '1961-03-14',
  ...more,
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
