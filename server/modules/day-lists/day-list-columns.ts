import type { DayListField } from '../../../contract/day-lists.ts'
import { parseBirthDate, parseWrittenDate } from '../../../contract/date-parsing.ts'
import type { ColumnVocabulary } from '../../platform/csv/csv-columns.ts'
import { importVocabulary } from '../patient-imports/index.ts'

/** Each name with each word that systems set before it, the plain name first. */
const withPrefixes = (words: readonly string[], names: readonly string[]) =>
  ['', ...words].flatMap((word) => names.map((name) => `${word} ${name}`.trim()))

const appointmentPrefixes = ['appointment', 'appt', 'app', 'booking', 'diary']
const patientPrefixes = ['patient', 'patients', 'patient s', 'pt', 'pat', 'client']
const { names: ofPeople, matchesValue: peopleHold } = importVocabulary
/** A list may be of any day, also of one to come. */
const isDateValue = (value: string) =>
  'date' in parseWrittenDate(value, { order: 'day-first', latest: '2999-12-31' })

/**
 * How day lists of practice systems used in the United Kingdom call their columns, the likeliest first: Dentally, SOE
 * EXACT, R4 and Carestream, Pearl. A bare 'ID' is not taken for the patient's, since it often is the appointment's.
 */
export const dayListVocabulary: ColumnVocabulary<DayListField> = {
  ignored: [],
  repeated: [],
  matchesValue: {
    time: (value) => /^\d{1,2}[:.]\d{2}(?:\s*[ap]m)?$/i.test(value),
    // Born in an earlier year: a list of this week has days of this year, or of the next.
    dateOfBirth: (value, today) => (parseBirthDate(value, today)?.slice(0, 4) ?? '9999') < today.slice(0, 4),
    day: isDateValue,
    nhsNumber: peopleHold.nhsNumber!,
    email: peopleHold.email!,
    phone: peopleHold.phone!,
    title: peopleHold.title!,
  },
  names: {
    dateOfBirth: withPrefixes(patientPrefixes, ofPeople.dateOfBirth),
    day: withPrefixes(appointmentPrefixes, ['date', 'day', 'start date', 'date of appointment', 'on']),
    time: [
      ...withPrefixes(appointmentPrefixes, [
        'time',
        'start time',
        'start',
        'starts at',
        'starts',
        'start at',
        'from',
      ]),
      ...withPrefixes(appointmentPrefixes, [
        'date time',
        'datetime',
        'date and time',
        'start date time',
        'start datetime',
      ]),
      ...['begin', 'begins', 'begin time', 'time from', 'time start', 'slot', 'slot time', 'start time date'],
    ],
    endTime: withPrefixes(appointmentPrefixes, [
      'end time',
      'end',
      'finish time',
      'finish',
      'ends at',
      'until',
      'to',
      'time to',
    ]),
    minutes: withPrefixes(appointmentPrefixes, [
      ...['duration', 'length', 'duration mins', 'duration minutes', 'length mins', 'length minutes', 'mins'],
      ...['minutes', 'duration in minutes', 'duration min', 'planned duration', 'slot length'],
    ]),
    patientNumber: [
      ...patientPrefixes.flatMap((word) =>
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
    title: withPrefixes(patientPrefixes, ofPeople.title),
    firstName: withPrefixes(patientPrefixes, ofPeople.firstName),
    lastName: withPrefixes(patientPrefixes, ofPeople.lastName),
    fullName: [...patientPrefixes, ...withPrefixes(patientPrefixes, ofPeople.fullName)],
    nhsNumber: withPrefixes(patientPrefixes, ofPeople.nhsNumber),
    phone: withPrefixes(patientPrefixes, [...ofPeople.phone, ...ofPeople.otherPhone]),
    email: withPrefixes(patientPrefixes, ofPeople.email),
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
      ].flatMap((name) => withPrefixes(['treating', 'appointment', 'appt'], [name, `${name} name`])),
      ...['dr', 'seen by', 'professional', 'diary', 'column', 'staff', 'user', 'hygienist', 'provider id'],
    ],
    treatment: [
      ...withPrefixes(appointmentPrefixes, [
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
    room: withPrefixes(
      [],
      ['room', 'surgery', 'chair', 'operatory', 'surgery name', 'room name', 'surgery room'],
    ),
    status: withPrefixes(appointmentPrefixes, ['status', 'state']),
  },
}

export type ColumnError = 'time-missing' | 'who-missing' | 'chosen-twice'

/** What is wrong with what the columns are said to hold; null where the rows can be read by them. */
export function validateColumns(fields: readonly (DayListField | null)[]): ColumnError | null {
  const chosen = fields.filter((field) => field !== null)
  if (new Set(chosen).size < chosen.length) return 'chosen-twice'
  if (!chosen.includes('time')) return 'time-missing'
  const namesSomebody =
    chosen.includes('patientNumber') ||
    chosen.includes('fullName') ||
    (chosen.includes('firstName') && chosen.includes('lastName'))
  return namesSomebody ? null : 'who-missing'
}
