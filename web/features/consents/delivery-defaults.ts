import type { ConsentPlan } from '../../../contract/consent-plan.ts'
import { languages, languageTag, readingTags, type Language } from '../../../contract/languages.ts'
import type { PatientChoice } from '../patients/index.ts'

export type ReadingFormat = ConsentPlan['format']

/** The languages in which a practice offers the patient's pages: English, and those it has chosen. */
export const readingLanguages = (offered: readonly Language[]): { value: string; label: string }[] =>
  readingTags(offered).map((tag) => ({ value: tag, label: tag === 'en' ? 'English' : languages[tag].name }))

export const formatLabels: Record<ReadingFormat, string> = {
  standard: 'Standard',
  'large-print': 'Large print',
  'easy-read': 'Easy read',
}

/** Whether the pages cannot be read in the language of the patient's record. */
export const needsInterpreter = (
  patient: Pick<PatientChoice, 'language'> | null,
  offered: readonly Language[],
): boolean => patient !== null && languageTag(patient.language, offered) === undefined
