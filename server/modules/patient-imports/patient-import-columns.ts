import type { ImportField } from '../../../contract/patient-imports.ts'
import { parseEmail } from '../../../contract/email-address.ts'
import { parseNhsNumber } from '../../../contract/nhs-number.ts'
import { parsePhones } from '../../../contract/phone-number.ts'
import { parseBirthDate } from '../../../contract/date-parsing.ts'
import type { ColumnVocabulary } from '../../platform/csv/csv-columns.ts'

const isPhone = (value: string) => /(?:\d\D*){9}/.test(value) && 'phones' in parsePhones(value)

/** How lists of practice systems used in the United Kingdom call their columns, the likeliest first. */
export const importVocabulary: ColumnVocabulary<ImportField> = {
  ignored: ['patient', 'patients', 'pat', 'pt', 'client'],
  repeated: ['address'],
  matchesValue: {
    dateOfBirth: (value, today) => parseBirthDate(value, today) !== null,
    nhsNumber: (value) => 'number' in parseNhsNumber(value),
    email: (value) => 'address' in parseEmail(value),
    phone: isPhone,
    otherPhone: isPhone,
    postcode: (value) => /^[A-Z]{1,2}\d[A-Z\d]? *\d[A-Z]{2}$/i.test(value),
    title: (value) => /^(?:mr|mrs|ms|miss|mx|dr|prof|master|rev)\.?$/i.test(value),
  },
  names: {
    title: ['title', 'salutation', 'prefix', 'name prefix'],
    firstName: [
      ...['first name', 'forename', 'forenames', 'firstname', 'given name', 'given names', 'first names'],
      ...['christian name', 'first', 'given', 'name first', 'forename s'],
    ],
    lastName: ['last name', 'surname', 'lastname', 'family name', 'last', 'name last', 'family'],
    fullName: ['full name', 'fullname', 'name', 'display name'],
    dateOfBirth: [
      ...['date of birth', 'dob', 'birth date', 'birthdate', 'date birth', 'd o b', 'born', 'birthday'],
      'dateofbirth',
    ],
    nhsNumber: ['nhs number', 'nhs no', 'nhs num', 'nhs', 'nhsno', 'nhsnumber', 'nhs id', 'nationalid nhs'],
    email: ['email', 'e mail', 'email address', 'e mail address', 'mail', 'emailaddress', 'email 1'],
    phone: [
      ...['mobile', 'mobile phone', 'mobile number', 'mobile no', 'mobile telephone', 'mobile tel'],
      ...['mobile telephone number', 'mobile phone number', 'phone mobile', 'tel mobile', 'telephone mobile'],
      ...['mob', 'mobile 1', 'cell', 'cell phone', 'sms number', 'phone', 'telephone', 'phone number'],
      ...['telephone number', 'contact number', 'tel', 'tel no', 'telephone no'],
    ],
    otherPhone: [
      ...['home phone', 'home telephone', 'home tel', 'phone home', 'tel home', 'telephone home', 'home'],
      ...['home number', 'home phone number', 'home telephone number', 'phone', 'telephone', 'phone number'],
      ...['telephone number', 'tel', 'landline', 'work phone', 'work telephone', 'work tel', 'tel work'],
    ],
    address: [
      ...['address', 'address 1', 'address line 1', 'addr 1', 'add 1', 'adr 1', 'line 1', 'home address'],
      ...['address 2', 'address line 2', 'addr 2', 'add 2', 'adr 2', 'line 2', 'address 3', 'address line 3'],
      ...['addr 3', 'add 3', 'adr 3', 'line 3', 'address 4', 'address line 4', 'addr 4', 'address 5'],
      ...['address line 5', 'addr 5', 'street', 'street address', 'house', 'house name', 'house number'],
      ...['house name number', 'road', 'locality', 'district', 'town', 'city', 'town city', 'post town'],
      ...['county', 'address street', 'address town', 'address city', 'address county', 'postal address'],
    ],
    postcode: [
      ...['postcode', 'post code', 'postal code', 'p code', 'pcode', 'zip', 'zip code', 'address postcode'],
      'address post code',
    ],
    guardianName: [
      ...['guardian', 'guardian name', 'parent', 'parent name', 'parent guardian', 'parent or guardian'],
      ...['guardian full name', 'parent guardian name', 'carer', 'carer name', 'legal guardian'],
    ],
    guardianRelationship: [
      ...['guardian relationship', 'relationship', 'relationship to', 'relation', 'guardian relation'],
      'parent relationship',
    ],
    guardianEmail: ['guardian email', 'guardian e mail', 'parent email', 'guardian email address'],
    guardianPhone: [
      ...['guardian phone', 'guardian mobile', 'guardian telephone', 'guardian tel', 'parent phone'],
      ...['parent mobile', 'parent telephone', 'guardian contact number'],
    ],
  },
}

/** What several columns may hold together. */
const repeatableFields = new Set<ImportField>(['address'])

export type ColumnError = 'name-missing' | 'birth-date-missing' | 'chosen-twice'

/** What is wrong with what the columns are said to hold; null where the rows can be read by them. */
export function columnError(fields: readonly (ImportField | null)[]): ColumnError | null {
  const chosen = fields.filter((field) => field !== null)
  const once = chosen.filter((field) => !repeatableFields.has(field))
  if (new Set(once).size < once.length) return 'chosen-twice'
  const hasName = chosen.includes('fullName') || (chosen.includes('firstName') && chosen.includes('lastName'))
  if (!hasName) return 'name-missing'
  return chosen.includes('dateOfBirth') ? null : 'birth-date-missing'
}
