import { expect, test } from 'vitest'
import type { DayListField } from '../../../contract/day-lists.ts'
import { guessFieldsByName } from '../../platform/csv/csv-columns.ts'
import { validateColumns, dayListVocabulary } from './day-list-columns.ts'

/** Day lists as practice systems write them; a column that is left out has null. */
const lists: [string, [string, DayListField | null][]][] = [
  [
    'Dentally',
    [
      ['ID', null],
      ['Start time', 'time'],
      ['Finish time', 'endTime'],
      ['Duration', 'minutes'],
      ['Patient ID', 'patientNumber'],
      ['Patient name', 'fullName'],
      ['Patient date of birth', 'dateOfBirth'],
      ['Practitioner', 'clinician'],
      ['Reason', 'treatment'],
      ['Room', 'room'],
      ['State', 'status'],
    ],
  ],
  [
    'SOE EXACT',
    [
      ['ApptDate', 'day'],
      ['ApptTime', 'time'],
      ['Length', 'minutes'],
      ['PatientNo', 'patientNumber'],
      ['Title', 'title'],
      ['Forename', 'firstName'],
      ['Surname', 'lastName'],
      ['DOB', 'dateOfBirth'],
      ['MobileTel', 'phone'],
      ['Provider', 'clinician'],
      ['AppointmentType', 'treatment'],
      ['Notes', null],
    ],
  ],
  [
    'R4',
    [
      ['Appt Date', 'day'],
      ['Time', 'time'],
      ['Mins', 'minutes'],
      ['Patient Ref', 'patientNumber'],
      ['Patient', 'fullName'],
      ['D.O.B.', 'dateOfBirth'],
      ['Performer Name', 'clinician'],
      ['Treatment', 'treatment'],
      ['Surgery', 'room'],
      ['Telephone', 'phone'],
    ],
  ],
  [
    'Pearl',
    [
      ['Date', 'day'],
      ['From', 'time'],
      ['To', 'endTime'],
      ['Client Number', 'patientNumber'],
      ['First Name', 'firstName'],
      ['Last Name', 'lastName'],
      ['Date of Birth', 'dateOfBirth'],
      ['Dentist', 'clinician'],
      ['Procedure', 'treatment'],
      ['Chair', 'room'],
      ['Email', 'email'],
    ],
  ],
]

test.each(lists)('the columns of a day list of %s are proposed by their names', (_system, columns) => {
  const names = columns.map(([name]) => name)
  const proposed = guessFieldsByName(names, dayListVocabulary)
  expect(names.map((name, index) => [name, proposed[index]])).toEqual(columns)
  expect(validateColumns(proposed)).toBeNull()
})

const errorCases: [(DayListField | null)[], ReturnType<typeof validateColumns>][] = [
  [['time', 'patientNumber'], null],
  [['time', 'fullName', null], null],
  [['time', 'firstName', 'lastName'], null],
  [['day', 'fullName'], 'time-missing'],
  [['time', 'firstName', 'dateOfBirth'], 'who-missing'],
  [['time', 'time', 'fullName'], 'chosen-twice'],
]

test.each(errorCases)('columns that hold %j: %s', (fields, fault) => {
  expect(validateColumns(fields)).toBe(fault)
})
