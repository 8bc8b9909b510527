import type { DayListField } from '../../../contract/day-lists.ts'
import { readBirthDate, readWrittenDate } from '../../../contract/written-dates.ts'
import type { Vocabulary } from '../../platform/csv/csv-columns.ts'
import { importVocabulary } from '../patient-imports/index.ts'

/** Each name with each word that systems set before it, the plain name first. */
const after = (words: readonly string[], names: readonly string[]) =>
  ['', ...words].flatMap((word) => names.map((name) => `${word} ${name}`.trim()))

const ofAppointment = ['appointment', 'appt', 'app', 'booking', 'diary']
const ofPatient = ['patient', 'patients', 'patient s', 'pt', 'pat', 'client']
const { names: ofPeople, holds: peopleHold } = importVocabulary
/** A list may be of any day, also of one to come. */
const isDay = (value: string) =>
  'date' in readWrittenDate(value, { order: 'day-first', latest: '2999-12-31' })

/**
 * How day lists of practice systems used in the United Kingdom call their columns, the likeliest first: Dentally, SOE
 * EXACT, R4 and Carestream, Pearl. A bare 'ID' is not taken for the patient's, since it often is the appointment's.
 */
export const dayListVocabulary: Vocabulary<DayListField> = {
  ignored: [],
  repeated: [],
  holds: {
    time: (value) => /^\d{1,2}[:.]\d{2}(?:\s*[ap]m)?$/i.test(value),
    // Born in an earlier year: a list of this week has days of this year, or of the next.
    dateOfBirth: (value, today) => (readBirthDate(value, today)?.slice(0, 4) ?? '9999') < today.slice(0, 4),
    day: isDay,
    nhsNumber: peopleHold.nhsNumber!,
    email: peopleHold.email!,
    phone: peopleHold.phone!,
    title: peopleHold.title!,
  },
  names: {
    dateOfBirth: after(ofPatient, ofPeople.dateOfBirth),
    day: after(ofAppointment, ['date', 'day', 'start date', 'date of appointment', 'on']),
    time: [
      ...after(ofAppointment, ['time', 'start time', 'start', 'starts at', 'starts', 'start at', 'from']),
      ...after(ofAppointment, [
        'date time',
        'datetime',
        'date and time',
        'start date time',
        'start datetime',
      ]),
      ...['begin', 'begins', 'begin time', 'time from', 'time start', 'slot', 'slot time', 'start time date'],
    ],
    endTime: after(ofAppointment, [
      'end time',
      'end',
      'finish time',
      'finish',
      'ends at',
      'until',
      'to',
      'time to',
    ]),
    minutes: after(ofAppointment, [
      ...['duration', 'length', 'duration mins', 'duration minutes', 'length mins', 'length minutes', 'mins'],
      ...['minutes', 'duration in minutes', 'duration min', 'planned duration', 'slot length'],
    ]),
    patientNumber: [
      ...ofPatient.flatMap((word) =>
        ['id', 'number', 'no', 'num', 'ref', 'reference', 'code', 'identifier'].map(
          (name) => `${word} ${name}`,
        ),
      ),
      ...[
        'patno',
        'patid',
        'patientid',
        'patientno',
        'ptid',
        'ptno',
        'chart number',
        'chart no',
        'record number',
      ],
      ...['exact number', 'exact id', 'dentally id', 'r 4 number', 'account number', 'unique id', 'pms id'],
    ],
    title: after(ofPatient, ofPeople.title),
    firstName: after(ofPatient, ofPeople.firstName),
    lastName: after(ofPatient, ofPeople.lastName),
    fullName: [...ofPatient, ...after(ofPatient, ofPeople.fullName)],
    nhsNumber: after(ofPatient, ofPeople.nhsNumber),
    phone: after(ofPatient, [...ofPeople.phone, ...ofPeople.otherPhone]),
    email: after(ofPatient, ofPeople.email),
    clinician: [
      ...[
        'clinician',
        'provider',
        'practitioner',
        'dentist',
        'performer',
        'operator',
        'doctor',
        'book',
        'with',
      ].flatMap((name) => after(['treating', 'appointment', 'appt'], [name, `${name} name`])),
      ...['dr', 'seen by', 'professional', 'diary', 'column', 'staff', 'user', 'hygienist', 'provider id'],
    ],
    treatment: [
      ...after(ofAppointment, [
        'treatment',
        'reason',
        'procedure',
        'type',
        'description',
        'service',
        'treatments',
      ]),
      ...['reason for visit', 'reason for appointment', 'treatment description', 'planned treatment'],
      ...['treatment plan', 'treatment type', 'visit reason', 'appointment details', 'treatment name'],
    ],
    room: after([], ['room', 'surgery', 'chair', 'operatory', 'surgery name', 'room name', 'surgery room']),
    status: after(ofAppointment, ['status', 'state']),
  },
}

export type ColumnFault = 'time-missing' | 'who-missing' | 'chosen-twice'

/** What is wrong with what the columns are said to hold; null where the rows can be read by them. */
export function columnFault(fields: readonly (DayListField | null)[]): ColumnFault | null {
  const chosen = fields.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) return 'chosen-twice'
  if (!chosen.includes('time')) return 'time-missing'
  const namesSomebody =
    chosen.includes('patientNumber') ||
    chosen.includes('fullName') ||
    (chosen.includes('firstName') && chosen.includes('lastName'))
  return namesSomebody ? null : 'who-missing'
}
