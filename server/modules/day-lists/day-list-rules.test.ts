import { describe, expect, it, test } from 'vitest'
import { parseEntry } from './day-list-parser.ts'
import {
  evaluateEntry,
  matchPatient,
  type KnownPatient,
  type BookedState,
  type RowFacts,
  type PatientMatchFacts,
} from './day-list-rules.ts'

const columns = [
  ...([
    ['No', 'patientNumber'],
    ['Name', 'fullName'],
    ['DOB', 'dateOfBirth'],
    ['Time', 'time'],
    ['Mins', 'minutes'],
    ['Dentist', 'clinician'],
    ['Reason', 'treatment'],
    ['Room', 'room'],
    ['Status', 'status'],
  ] as const),
].map(([name, field]) => ({ name, field }))

const row = (said: Partial<Record<(typeof columns)[number]['name'], string>>) =>
  parseEntry(
    columns.map(({ name }) => said[name] ?? ''),
    { columns, dateOrder: 'day-first', day: '2026-11-23', today: '2026-11-23', zone: 'Europe/London' },
  )

it('reads cells as they are seen, in one line', () => {
  const read = row({
    ...ada,
    Dentist: 'Tom\u200B\nHughes',
    Room: 'Surgery\t\u00A02',
    Reason: 'Re\u00ADview\r\nx-ray',
  })
  expect(read).toMatchObject({ clinician: 'Tom Hughes', room: 'Surgery 2', treatment: 'Review x-ray' })
})

const ada = { No: '17', Name: 'Ms Ada Quill', DOB: '14/03/1961', Time: '09:30', Dentist: 'Tom Hughes' }
const patient = (changes: Partial<KnownPatient> = {}): KnownPatient => ({
  ...{ id: 'p1', title: 'Ms', firstName: 'Ada', lastName: 'Quill', preferredName: '' },
  dateOfBirth: '1961-03-14',
  ...{ nhsNumber: '', status: 'active', version: 1 },
  ...changes,
})

const noMatchFacts: PatientMatchFacts = {
  ...{ choice: null, chosen: null, byNumber: null, exactMatches: [], nearMatches: [], numbersOf: new Map() },
  conflictingRow: null,
  similarRow: null,
}

describe('who a row means', () => {
  const facts = (changes: Partial<PatientMatchFacts> = {}): PatientMatchFacts => ({
    ...noMatchFacts,
    ...changes,
  })
  const other = patient({ id: 'p2', firstName: 'Ben', lastName: 'Rowe', dateOfBirth: '1980-11-02' })
  const cases: [string, typeof ada, Partial<PatientMatchFacts>, object][] = [
    ['the number, with the birth date', ada, { byNumber: patient() }, { kind: 'known' }],
    [
      'the number, with a new name and the birth date',
      { ...ada, Name: 'Ada Rowe' },
      { byNumber: patient() },
      {
        kind: 'ask',
        candidates: [patient()],
        remark: 'In an earlier list this number belongs to a patient with another last name.',
      },
    ],
    [
      'nearly the name of somebody born on that day',
      ada,
      { nearMatches: [patient({ lastName: 'Quil' })] },
      {
        kind: 'ask',
        candidates: [patient({ lastName: 'Quil' })],
        remark: 'Possible match: a patient with a similar name and the same date of birth.',
        isUnknown: false,
      },
    ],
    [
      'nearly the name of an earlier row',
      ada,
      { similarRow: 2 },
      {
        kind: 'ask',
        candidates: [],
        remark: 'Row 2 is a possible match: similar name and the same date of birth.',
        isUnknown: false,
      },
    ],
    [
      'the number, with another first name',
      { ...ada, Name: 'Ida Quill' },
      { byNumber: patient() },
      { kind: 'ask', candidates: [patient()] },
    ],
    ['the number, with an initial', { ...ada, Name: 'Quill, A' }, { byNumber: patient() }, { kind: 'known' }],
    [
      'an NHS number of somebody of another first name',
      { ...ada, Name: 'Ida Quill' },
      { exactMatches: [patient({ nhsNumber: '4010232137' })] },
      { kind: 'ask', remark: 'The patient with this NHS number has another first name.' },
    ],
    [
      'a number that an earlier row has with another name',
      ada,
      { exactMatches: [patient()], conflictingRow: 2 },
      { kind: 'ask', candidates: [patient()], remark: 'Row 2 has this number with another name.' },
    ],
    ['the number alone', { ...ada, Name: '', DOB: '' }, { byNumber: patient() }, { kind: 'known' }],
    ['the number and the last name', { ...ada, DOB: '' }, { byNumber: patient() }, { kind: 'known' }],
    [
      'the number of somebody born on another day',
      ada,
      { byNumber: other, exactMatches: [patient()] },
      { kind: 'ask', candidates: [other] },
    ],
    [
      'the number of somebody of another name',
      { ...ada, DOB: '' },
      { byNumber: other },
      { kind: 'ask', isUnknown: false },
    ],
    ['name and birth date', ada, { exactMatches: [patient()] }, { kind: 'known' }],
    [
      'two of one name and birth date',
      ada,
      { exactMatches: [patient(), patient({ id: 'p3' })] },
      { kind: 'ask' },
    ],
    [
      'somebody who had another number',
      ada,
      { exactMatches: [patient()], numbersOf: new Map([['p1', ['99']]]) },
      { kind: 'ask' },
    ],
    ['nobody', ada, {}, { kind: 'ask', candidates: [], isUnknown: true }],
    ['a name alone', { ...ada, DOB: '' }, {}, { kind: 'ask', candidates: [], isUnknown: false }],
    ['somebody to add', ada, { choice: 'create' }, { kind: 'add' }],
    [
      'somebody chosen',
      { ...ada, DOB: '' },
      { choice: 'patient', chosen: other },
      { kind: 'known', patient: other },
    ],
    ['a chosen record that is gone', ada, { choice: 'patient' }, { kind: 'ask' }],
    ['somebody archived', ada, { exactMatches: [patient({ status: 'archived' })] }, { kind: 'ended' }],
  ]
  test.each(cases)('%s', (_name, said, known, who) => {
    expect(matchPatient(row(said), facts(known))).toMatchObject(who)
  })
})

describe('what a row would do', () => {
  const known = { kind: 'known', patient: patient() } as const
  const facts = (changes: Partial<RowFacts> = {}): RowFacts => ({
    choice: null,
    patientMatch: known,
    clinicianMatch: { kind: 'known', id: 's1', name: 'Tom Hughes' },
    meaning: { template: null, needsConsent: true, isDecided: false },
    booked: null,
    earlierRow: null,
    ...changes,
  })
  const booked = (changes: Partial<BookedState> = {}): BookedState => ({
    ...{ id: 'a1', version: 1, status: 'booked', patientId: 'p1', clinicianId: 's1' },
    ...{ startsAt: new Date('2026-11-23T09:30:00Z'), minutes: 30, room: '', reason: '' },
    ...{ needsConsent: true, treatments: [] },
    ...changes,
  })
  const filling = { template: { id: 't1', name: 'Filling' }, needsConsent: true, isDecided: true }
  const cases: [string, object, Partial<RowFacts>, object][] = [
    ['is booked', ada, {}, { outcome: 'new' }],
    [
      'adds and books',
      ada,
      { patientMatch: matchPatient(row(ada), { ...noMatchFacts, choice: 'create' }) },
      { outcome: 'new-patient' },
    ],
    [
      'waits for the patient',
      ada,
      { patientMatch: { kind: 'ask', candidates: [], remark: 'Who?', isUnknown: true } },
      { outcome: 'who', remark: 'Who?' },
    ],
    ['waits for the clinician', ada, { clinicianMatch: { kind: 'ask' } }, { outcome: 'whose' }],
    ['is of a list that is left out', ada, { clinicianMatch: { kind: 'left-out' } }, { outcome: 'left' }],
    ['is left out', ada, { choice: 'leave' }, { outcome: 'left' }],
    ['is a break', { Time: '13:00', Reason: 'Lunch' }, {}, { outcome: 'left' }],
    ['is cancelled there', { ...ada, Status: 'Cancelled' }, {}, { outcome: 'cancelled' }],
    ['was missed there', { ...ada, Status: 'FTA' }, {}, { outcome: 'cancelled' }],
    [
      'has no such time',
      { ...ada, Time: '25:00' },
      {},
      { outcome: 'unusable', errors: [{ column: 'Time' }] },
    ],
    ['stands twice', ada, { earlierRow: 2 }, { outcome: 'unusable', remark: 'Same appointment as row 2.' }],
    [
      'is of somebody who died',
      ada,
      { patientMatch: { kind: 'ended', patient: patient({ status: 'deceased' }) } },
      { outcome: 'unusable' },
    ],
    ['is on the board', ada, { booked: booked() }, { outcome: 'same' }],
    [
      'has begun',
      { ...ada, Mins: '60' },
      { booked: booked({ status: 'started' }) },
      { outcome: 'begun', update: {} },
    ],
    [
      'takes longer now',
      { ...ada, Mins: '60' },
      { booked: booked() },
      { outcome: 'changed', update: { minutes: 60 } },
    ],
    ['empties nothing', ada, { booked: booked({ room: '2', reason: 'Filling' }) }, { outcome: 'same' }],
    [
      'has its treatment',
      { ...ada, Reason: 'Filling' },
      { meaning: filling, booked: booked({ reason: 'Filling' }) },
      { outcome: 'changed', update: { treatments: [{ templateId: 't1' }] } },
    ],
    [
      'keeps what was planned here',
      { ...ada, Reason: 'Filling' },
      {
        meaning: filling,
        booked: booked({
          reason: 'Filling',
          treatments: [{ templateId: 't9', teeth: ['46'], area: null, pricePence: null }],
        }),
      },
      { outcome: 'same' },
    ],
    ['stays cancelled here', ada, { booked: booked({ status: 'cancelled' }) }, { outcome: 'ended-here' }],
    [
      'is booked again',
      ada,
      { choice: 'again', booked: booked({ status: 'cancelled' }) },
      { outcome: 'changed' },
    ],
  ]
  test.each(cases)('%s', (_name, said, known, judged) => {
    expect(evaluateEntry(row(said), facts(known))).toMatchObject(judged)
  })
})
