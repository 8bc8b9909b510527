import type {
  accessibilityNeeds,
  ContactChannel,
  duplicateReasons,
  guardianAuthorities,
  unmergeObstacles,
  parentalBases,
  PatientStatus,
} from '../../../contract/patients.ts'

type AccessNeed = (typeof accessibilityNeeds)[number]
type GuardianAuthority = (typeof guardianAuthorities)[number]
type ParentalBasis = (typeof parentalBases)[number]
type DuplicateReason = (typeof duplicateReasons)[number]
type MergeObstacle = (typeof unmergeObstacles)[number]

export const accessNeedLabels: Record<AccessNeed, string> = {
  'large-print': 'Large print',
  'easy-read': 'Easy read, short words and pictures',
  'read-aloud': 'Have the text read aloud',
  'british-sign-language': 'British Sign Language interpreter',
  interpreter: 'Interpreter for another language',
  other: 'Something else',
}

/** The same for a flag beside a name. */
export const accessNeedFlags: Record<AccessNeed, string> = {
  'large-print': 'Large print',
  'easy-read': 'Easy read',
  'read-aloud': 'Read aloud',
  'british-sign-language': 'BSL interpreter',
  interpreter: 'Interpreter',
  other: 'Has a need: see profile',
}

export const guardianAuthorityLabels: Record<GuardianAuthority, string> = {
  'parental-responsibility': 'Parental responsibility',
  'court-order': 'Court order that gives parental responsibility',
  'local-authority': 'Local authority with parental responsibility',
  guardian: 'Child’s guardian, appointed by a court or a will',
  'welfare-attorney': 'Lasting power of attorney for health and welfare',
  deputy: 'Deputy of the Court of Protection',
  'welfare-guardian': 'Welfare guardian in Scotland',
  other: 'Other authority: for information only, cannot sign',
}

export const parentalBasisLabels: Record<ParentalBasis, string> = {
  'not-recorded': 'Not recorded',
  'birth-mother': 'Gave birth to the child',
  'married-to-mother': 'Married to, or civil partner of, the mother',
  'birth-certificate': 'Named on the birth certificate',
  agreement: 'Agreement on parental responsibility',
  court: 'By court order',
  adoption: 'Adoption',
}

export const channelLabels: Record<ContactChannel | 'none', string> = {
  email: 'E-mail',
  sms: 'Text message',
  phone: 'Phone call',
  post: 'Letter',
  none: 'No messages at all',
}

export const statusLabels: Record<PatientStatus, string> = {
  active: 'Active',
  archived: 'Archived',
  left: 'Left the practice',
  deceased: 'Deceased',
  merged: 'Merged',
}

export const duplicateReasonLabels: Record<DuplicateReason, string> = {
  'name-and-birth-date': 'Similar name, same date of birth',
  'phone-and-birth-date': 'Same phone and date of birth',
  'phone-and-name': 'Same phone, similar name',
}

export const mergeObstacleLabels: Record<MergeObstacle, string> = {
  undone: 'Merge undone',
  'too-late': 'Merge can no longer be undone: 30 days have passed',
  'changed-since': 'Merge can no longer be undone: the record has changed since',
}

/** The languages most spoken in England and Wales (census 2021), British Sign Language apart: that is an access need. */
const languageCodes = [
  ['en', 'English'],
  ['cy', 'Welsh'],
  ['ar', 'Arabic'],
  ['bn', 'Bengali'],
  ['zh', 'Chinese'],
  ['fr', 'French'],
  ['gu', 'Gujarati'],
  ['it', 'Italian'],
  ['ku', 'Kurdish'],
  ['fa', 'Persian'],
  ['pl', 'Polish'],
  ['pt', 'Portuguese'],
  ['pa', 'Punjabi'],
  ['ro', 'Romanian'],
  ['so', 'Somali'],
  ['es', 'Spanish'],
  ['ta', 'Tamil'],
  ['tr', 'Turkish'],
  ['uk', 'Ukrainian'],
  ['ur', 'Urdu'],
] as const

export const languages = languageCodes.map(([value, label]) => ({ value, label }))

/** A language's English name; a code we do not list stands for itself. */
export const languageLabel = (code: string) => languages.find(({ value }) => value === code)?.label ?? code
