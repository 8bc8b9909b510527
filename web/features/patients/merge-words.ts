import { formatEmail } from '../../../contract/email-address.ts'
import type { Patient } from '../../../contract/patients.ts'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import type { MergeField } from './merge-choice.ts'
import type { PatientEntry } from './patient-form-parsing.ts'
import { nhsNumberText } from './patient-name.ts'
import { accessNeedLabels, channelLabels, guardianAuthorityLabels, languageLabel } from './patient-words.ts'

export const mergeFieldLabels: Record<MergeField, string> = {
  title: 'Title',
  firstName: 'First name',
  lastName: 'Last name',
  preferredName: 'Preferred name',
  dateOfBirth: 'Date of birth',
  nhsNumber: 'NHS number',
  email: 'E-mail address',
  phone: 'Phone',
  address: 'Address',
  contact: 'Contact preferences',
  language: 'Language',
  accessNeeds: 'Information needs',
  accessNotes: 'Notes on information needs',
  needsAsked: 'Date asked about their needs',
  guardians: 'Parents and legal representatives',
}

const day = (date: string | null) => (date ? calendarDayText(date) : '')

/** A record, or what is typed on a form, of which nobody has asked about needs yet. */
type ComparedRecord = PatientEntry & Partial<Pick<Patient, 'needsAskedBy'>>

const texts: Partial<Record<MergeField, (patient: ComparedRecord) => string>> = {
  dateOfBirth: ({ dateOfBirth }) => day(dateOfBirth),
  nhsNumber: ({ nhsNumber }) => nhsNumberText(nhsNumber),
  email: ({ email }) => formatEmail(email),
  phone: ({ phone, phoneNote, otherPhone, otherPhoneNote }) =>
    [`${phone} ${phoneNote}`.trim(), `${otherPhone} ${otherPhoneNote}`.trim()].filter(Boolean).join('; '),
  contact: ({ contactPermission, contactAskedOn, preferredChannel }) =>
    [
      `${channelLabels[preferredChannel]} preferred`,
      `agrees to ${contactPermission.map((channel) => channelLabels[channel].toLowerCase()).join(', ') || 'none'}`,
      contactAskedOn && `asked on ${day(contactAskedOn)}`,
    ]
      .filter(Boolean)
      .join('; '),
  language: ({ language }) => languageLabel(language),
  accessNeeds: (patient) => patient.accessNeeds.map((need) => accessNeedLabels[need]).join('; '),
  needsAsked: ({ needsAskedOn, needsAskedBy, needsReviewOn }) =>
    [
      needsAskedOn && `${day(needsAskedOn)}${needsAskedBy && `, by ${needsAskedBy}`}`,
      needsReviewOn && `again on ${day(needsReviewOn)}`,
    ]
      .filter(Boolean)
      .join('; '),
  guardians: ({ guardians }) =>
    guardians.map(({ name, authority }) => `${name} (${guardianAuthorityLabels[authority]})`).join('; '),
}

/** A detail of a record as text to compare; '' where nothing is recorded. */
export function fieldText(patient: ComparedRecord, field: MergeField): string {
  const text = texts[field]
  return text ? text(patient) : String(patient[field as keyof ComparedRecord] ?? '')
}
