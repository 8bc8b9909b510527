import { describe, expect, it } from 'vitest'
import type { FhirAppointment } from '../../../contract/fhir-writes.ts'
import { appointmentNamed, endingOf } from './program-fhir-appointment-rules.ts'

const address = 'https://candour.example'
const at = { day: '2026-12-07', time: '09:30', address }
const gdc = { system: 'https://fhir.hl7.org.uk/Id/gdc-number', value: '123456' }
const appointment = (more: Partial<FhirAppointment> = {}): FhirAppointment => ({
  resourceType: 'Appointment',
  identifier: [{ system: 'https://example.org/appointments', value: 'A77' }],
  status: 'booked',
  start: '2026-12-07T09:30:00Z',
  participant: [
    { actor: { reference: 'Patient/p1' } },
    { actor: { reference: 'Practitioner/c1' } },
    { actor: { type: 'Location', display: 'Surgery 2' } },
  ],
  ...more,
})
const withActors = (...actors: FhirAppointment['participant'][number]['actor'][]) =>
  appointmentNamed(appointment({ participant: actors.map((actor) => ({ actor })) }), at)

describe('what is said of an appointment', () => {
  it('is what the resource says, and nothing that it leaves out', () => {
    expect(appointmentNamed(appointment(), at)).toEqual({
      ...{ patientId: 'p1', clinicianId: 'c1', day: '2026-12-07', time: '09:30', room: 'Surgery 2' },
      treatments: [],
    })
  })

  it('names people by references with our address, identifiers, or a contained resource', () => {
    expect(withActors({ reference: `${address}/api/fhir/Patient/p1` })).toMatchObject({ patientId: 'p1' })
    expect(withActors({ type: 'Patient', identifier: { system: 'urn:x', value: '7' } })).toMatchObject({
      patientIdentifier: 'urn:x|7',
    })
    expect(withActors({ type: 'Practitioner', identifier: gdc })).toMatchObject({ gdcNumber: '123456' })
    const staffId = { system: `${address}/api/fhir/Id/staff`, value: 'c1' }
    const contained = [{ resourceType: 'Practitioner', id: 'clinician', identifier: [gdc, staffId] }]
    const participant = [{ actor: { reference: '#clinician' } }]
    expect(appointmentNamed(appointment({ contained, participant }), at)).toMatchObject({
      clinicianId: 'c1',
      gdcNumber: '123456',
    })
  })

  it('names nobody by a reference to another server', () => {
    const named = withActors({ reference: 'https://elsewhere.example/api/fhir/Patient/p1' })
    expect(named.patientId).toBeUndefined()
  })

  it('lasts as long as it says, or from start to end', () => {
    const minutes = (more: Partial<FhirAppointment>) => appointmentNamed(appointment(more), at).minutes
    expect(minutes({ minutesDuration: 20, end: '2026-12-07T10:30:00Z' })).toBe(20)
    expect(minutes({ end: '2026-12-07T10:15:00Z' })).toBe(45)
    expect(minutes({})).toBeUndefined()
  })

  it('has a treatment for each code', () => {
    const serviceType = [
      { coding: [{ code: 'RCT-M', display: 'Root canal, molar' }], text: 'x' },
      { coding: [{ code: 'EXT', display: '' }], text: 'Extraction' },
      { text: 'without a code' },
    ]
    expect(appointmentNamed(appointment({ serviceType }), at).treatments).toMatchObject([
      { code: 'RCT-M', label: 'Root canal, molar' },
      { code: 'EXT', label: 'Extraction' },
    ])
  })
})

it.each([
  ['cancelled', { notAttended: false }],
  ['entered-in-error', { notAttended: false }],
  ['noshow', { notAttended: true }],
  ['booked', null],
  ['proposed', null],
] as const)('%s ends it as %j', (status, ending) => {
  expect(endingOf({ status })).toEqual(ending)
})
