import { describe, expect, it } from 'vitest'
import type { AppointmentRow } from '../appointments/index.ts'
import type { PatientRow } from '../patients/index.ts'
import { decideAppointment, type AppointmentFacts } from './practice-system-appointment-rules.ts'
import {
  changesOf,
  decidePatient,
  detailsOf,
  identityOf,
  type PatientFacts,
} from './practice-system-patient-rules.ts'
import type { SystemPatient } from './practice-system-port.ts'
import { proposeTemplates } from './practice-system-treatment-rules.ts'

const there: SystemPatient = {
  ...{
    id: '1',
    updatedAt: new Date(0),
    isActive: true,
    title: 'Mrs',
    firstName: 'Eleanor',
    lastName: 'Whitcombe',
  },
  ...{ dateOfBirth: '1961-03-14', nhsNumber: '', email: 'eleanor@example.org', phone: '07700900123' },
  ...{ otherPhone: '', address: '', contactPermission: ['email', 'sms', 'phone', 'post'] },
}
const here = { ...detailsOf(there)!, id: 'here-1', status: 'active', version: 1 } as unknown as PatientRow
const facts = (more: Partial<PatientFacts> = {}): PatientFacts => ({
  ...{ patient: there, details: detailsOf(there), linked: null, confirmedIdentity: null },
  ...{ alike: [], near: [], takenIds: new Set<string>(), isRepeated: false },
  ...more,
})

describe('who a patient of the practice system is', () => {
  const other = (change: Partial<SystemPatient>) => ({ ...there, ...change })

  it.each<[string, Partial<PatientFacts>, object]>([
    ['somebody new', {}, { do: 'add' }],
    ['the one with this name and birth date', { alike: [here] }, { do: 'link' }],
    ['held where two have them', { alike: [here, here] }, { do: 'hold', reason: 'several-alike' }],
    [
      'held where another record there is that patient',
      { alike: [here], takenIds: new Set(['here-1']) },
      { do: 'hold', reason: 'same-person-twice' },
    ],
    [
      'held where the page names them twice',
      { isRepeated: true },
      { do: 'hold', reason: 'same-person-twice' },
    ],
    ['held where a name is nearly theirs', { near: [here] }, { do: 'hold', reason: 'similar-name' }],
    [
      'held where the record here is archived',
      { alike: [{ ...here, status: 'archived' }] },
      { do: 'hold', reason: 'not-active-here' },
    ],
    ['held without a birth date', { details: null }, { do: 'hold', reason: 'incomplete' }],
    ['nobody who has left there', { patient: other({ isActive: false }) }, { do: 'leave-out' }],
    ['who they were', { linked: here }, { do: 'link' }],
    [
      'held with another birth date',
      { linked: here, patient: other({ dateOfBirth: '1962-03-14' }) },
      { do: 'hold', reason: 'details-contradict' },
    ],
    [
      'held with another last name',
      { linked: here, patient: other({ lastName: 'Marsh' }) },
      { do: 'hold', reason: 'details-contradict' },
    ],
  ])('is %s', (_, more, expected) => {
    expect(decidePatient(facts(more))).toMatchObject(expected)
  })

  it('is never somebody by number alone', () => {
    const numbered = { ...here, firstName: 'John', nhsNumber: '9434765919' }
    expect(decidePatient(facts({ alike: [numbered] }))).toMatchObject({
      do: 'hold',
      reason: 'number-contradicts',
    })
  })

  it('stays who somebody has confirmed, until the identity changes again', () => {
    const married = other({ lastName: 'Marsh' })
    const confirmed = { linked: here, patient: married, confirmedIdentity: identityOf(married) }
    expect(decidePatient(facts(confirmed))).toMatchObject({ do: 'link' })
    expect(decidePatient(facts({ ...confirmed, patient: other({ lastName: 'Green' }) }))).toMatchObject({
      do: 'hold',
    })
  })
})

describe('details of a patient', () => {
  it('leave out what cannot be read', () => {
    expect(detailsOf({ ...there, email: 'half@', phone: 'ask', nhsNumber: '123' })).toMatchObject({
      ...{ firstName: 'Eleanor', email: '', phone: '', nhsNumber: '' },
    })
    expect(detailsOf({ ...there, dateOfBirth: '' })).toBeNull()
  })

  it('fill what is empty, follow what they wrote, and leave what somebody changed here', () => {
    const said = { ...detailsOf(there)!, email: 'new@example.org', address: '10 Example Street' }
    expect(changesOf(said, here, { email: here.email })).toEqual({
      email: 'new@example.org',
      address: '10 Example Street',
    })
    expect(changesOf(said, here, { email: 'older@example.org' })).toEqual({ address: '10 Example Street' })
  })
})

const latest = {
  ...{ patientId: '1', practitionerId: '77', startsAt: '2026-12-01T09:00:00.000Z', minutes: 30 },
  ...{ reason: 'Exam', treatment: 'Exam', state: 'pending' as const },
}
const booked = {
  ...{
    id: 'a',
    version: 3,
    patientId: 'p',
    clinicianId: 'c',
    startsAt: new Date(latest.startsAt),
    minutes: 30,
  },
  ...{ room: '', reason: 'Exam', needsConsent: true, treatments: [], status: 'booked' },
} as unknown as AppointmentRow

describe('what becomes of an appointment', () => {
  const decide = (more: Partial<AppointmentFacts>) =>
    decideAppointment({
      ...{ latest, before: null, patientId: 'p', clinicianId: 'c', here: null, writtenVersion: null },
      meaning: { templateId: null, needsConsent: true },
      ...more,
    })
  const of = (state: AppointmentFacts['latest']['state']) => ({ ...latest, state })

  it('is booked', () => {
    expect(decide({})).toMatchObject({
      do: 'book',
      booking: { minutes: 30, reason: 'Exam', status: 'booked' },
    })
  })

  it.each(['cancelled', 'missed', 'completed'] as const)('is not booked where it is %s', (state) => {
    expect(decide({ latest: of(state) })).toEqual({ do: 'nothing' })
  })

  it('is not touched where nothing differs, or treatment has started', () => {
    expect(decide({ here: booked })).toEqual({ do: 'nothing' })
    const started = { ...booked, status: 'started' } as AppointmentRow
    expect(decide({ here: started, latest: of('cancelled') })).toEqual({ do: 'nothing' })
  })

  it.each([
    ['cancelled', 'cancelled'],
    ['missed', 'not-attended'],
    ['arrived', 'arrived'],
    ['in-surgery', 'arrived'],
  ] as const)('follows the practice system where it is %s', (state, status) => {
    expect(decide({ here: booked, latest: of(state) })).toEqual({ do: 'change', change: { status } })
  })

  it('is booked again there and here, unless somebody took it off here', () => {
    const cancelled = { ...booked, status: 'cancelled' } as AppointmentRow
    const again = { here: cancelled, before: of('cancelled'), writtenVersion: 3 }
    expect(decide(again)).toEqual({ do: 'change', change: { status: 'booked' } })
    expect(decide({ ...again, writtenVersion: 2 })).toEqual({ do: 'nothing' })
    expect(decide({ ...again, before: of('pending') })).toEqual({ do: 'nothing' })
  })

  it('moves, and leaves the note and the plan of somebody here', () => {
    const moved = { ...latest, startsAt: '2026-12-02T10:00:00.000Z', minutes: 45, reason: 'RCT' }
    const noted = { ...booked, reason: 'Ask about the bridge', needsConsent: false } as AppointmentRow
    const meaning = { templateId: 't', needsConsent: true }
    expect(decide({ latest: moved, here: noted, before: latest, meaning })).toEqual({
      do: 'change',
      change: { startsAt: new Date(moved.startsAt), minutes: 45 },
    })
  })
})

describe('proposals of templates', () => {
  const templates = [
    'Root canal treatment of a molar',
    'Composite filling',
    'Simple extraction',
    'Crown',
  ].map((name, index) => ({ id: String(index), name }))
  it.each([
    ['Composite Filling', 'Composite filling'],
    ['RCT molar', 'Root canal treatment of a molar'],
    ['XLA simple', 'Simple extraction'],
    ['Porcelain crown', 'Crown'],
  ])('of %s are headed by %s', (name, expected) => {
    expect(proposeTemplates({ name, code: '' }, templates)[0]?.name).toBe(expected)
  })
  it('are none where no word is shared', () => {
    expect(proposeTemplates({ name: 'Exam', code: 'EX1' }, templates)).toEqual([])
  })
})
