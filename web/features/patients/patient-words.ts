import type { accessNeeds, guardianAuthorities } from '../../../contract/patients.ts'

type AccessNeed = (typeof accessNeeds)[number]
type GuardianAuthority = (typeof guardianAuthorities)[number]

export const accessNeedLabels: Record<AccessNeed, string> = {
  'large-print': 'Large print',
  'easy-read': 'Easy read, short words and pictures',
  'read-aloud': 'Have the text read aloud',
  'british-sign-language': 'British Sign Language interpreter',
  interpreter: 'Interpreter for another language',
  other: 'Something else',
}

export const guardianAuthorityLabels: Record<GuardianAuthority, string> = {
  'parental-responsibility': 'Parental responsibility',
  attorney: 'Lasting power of attorney for health and welfare',
  deputy: 'Deputy appointed by the Court of Protection',
  other: 'Another authority',
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
