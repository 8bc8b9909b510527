import { expect, test } from 'vitest'
import { columnsFingerprint, guessFieldsByName } from '../../platform/csv/csv-columns.ts'
import { columnError, importVocabulary } from './patient-import-columns.ts'

const propose = (columns: string[]) => guessFieldsByName(columns, importVocabulary)

/** Lists as practice systems write them; a column that is left out has null. */
const lists: [string, [string, ReturnType<typeof propose>[number]][]][] = [
  [
    'Dentally',
    [
      ['ID', null],
      ['Title', 'title'],
      ['First Name', 'firstName'],
      ['Last Name', 'lastName'],
      ['Date of Birth', 'dateOfBirth'],
      ['Email Address', 'email'],
      ['Mobile Phone', 'phone'],
      ['Home Phone', 'otherPhone'],
      ['Address Line 1', 'address'],
      ['Address Line 2', 'address'],
      ['Town', 'address'],
      ['County', 'address'],
      ['Postcode', 'postcode'],
      ['NHS Number', 'nhsNumber'],
      ['Payment Plan', null],
    ],
  ],
  [
    'EXACT',
    [
      ['PatientID', null],
      ['Title', 'title'],
      ['Forename', 'firstName'],
      ['Surname', 'lastName'],
      ['DOB', 'dateOfBirth'],
      ['Street', 'address'],
      ['City', 'address'],
      ['PostCode', 'postcode'],
      ['HomeTel', 'otherPhone'],
      ['WorkTel', null],
      ['Mobile', 'phone'],
      ['EMail', 'email'],
      ['NHSNo', 'nhsNumber'],
      ['Dentist', null],
    ],
  ],
  [
    'R4',
    [
      ['PatRef', null],
      ['PatTitle', 'title'],
      ['PatForename', 'firstName'],
      ['PatSurname', 'lastName'],
      ['PatDOB', 'dateOfBirth'],
      ['Addr1', 'address'],
      ['Addr2', 'address'],
      ['Addr3', 'address'],
      ['PCode', 'postcode'],
      ['Telephone', 'otherPhone'],
      ['MobileNo', 'phone'],
      ['E-mail', 'email'],
      ['NHS_Number', 'nhsNumber'],
    ],
  ],
  [
    'Systems for Dentists',
    [
      ['Patient Number', null],
      ['Patient Title', 'title'],
      ['Forename(s)', 'firstName'],
      ['Patient Surname', 'lastName'],
      ['D.O.B.', 'dateOfBirth'],
      ['Address 1', 'address'],
      ['Address 2', 'address'],
      ['Post Code', 'postcode'],
      ['Tel (Home)', 'otherPhone'],
      ['Tel (Mobile)', 'phone'],
      ['Email', 'email'],
      ['N.H.S. No.', 'nhsNumber'],
      ['Guardian', 'guardianName'],
      ['Guardian Relationship', 'guardianRelationship'],
      ['Guardian Tel', 'guardianPhone'],
    ],
  ],
  [
    'Pearl',
    [
      ['Pat No', null],
      ['Patient Name', 'fullName'],
      ['Birth Date', 'dateOfBirth'],
      ['Address', 'address'],
      ['Town/City', 'address'],
      ['Post code', 'postcode'],
      ['Telephone', 'phone'],
      ['E-mail address', 'email'],
      ['NHS No', 'nhsNumber'],
    ],
  ],
]

test.each(lists)('columns as %s calls them', (_system, columns) => {
  const names = columns.map(([name]) => name)
  expect(propose(names)).toEqual(columns.map(([, field]) => field))
  expect(columnError(propose(names))).toBeNull()
})

test('a telephone is the phone where there is no mobile, else the other one', () => {
  expect(propose(['Telephone', 'Mobile'])).toEqual(['otherPhone', 'phone'])
  expect(propose(['Telephone', 'Email'])).toEqual(['phone', 'email'])
})

test('a field is proposed once; of two columns the likelier has it', () => {
  expect(propose(['Name', 'Full name'])).toEqual([null, 'fullName'])
  expect(propose(['Surname', 'Surname (2)'])).toEqual(['lastName', null])
})

test('files look the same by the words of their columns, in their order', () => {
  const of = columnsFingerprint(['First Name', 'DOB'])
  expect(columnsFingerprint(['first_name', 'D.O.B.'])).toBe(of)
  expect(columnsFingerprint(['DOB', 'First Name'])).not.toBe(of)
  expect(columnsFingerprint(['First Name', 'DOB', ''])).not.toBe(of)
})

test.each([
  ['name-missing', ['firstName', 'dateOfBirth']],
  ['name-missing', ['lastName', 'dateOfBirth', null]],
  ['birth-date-missing', ['fullName', 'phone']],
  ['chosen-twice', ['fullName', 'dateOfBirth', 'phone', 'phone']],
  [null, ['fullName', 'dateOfBirth', 'address', 'address']],
  [null, ['firstName', 'lastName', 'dateOfBirth']],
] as const)('%s', (fault, fields) => {
  expect(columnError(fields)).toBe(fault)
})
