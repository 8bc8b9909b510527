import type { ConsentPlan } from '../../../contract/consent-plan.ts'
import { languages, languageTags, type Language } from '../../../contract/languages.ts'
import type { PatientChoice } from '../patients/index.ts'

export type ReadingFormat = ConsentPlan['format']

/** The languages in which a practice offers the patient's pages: English, and those it has chosen. */
export const readingLanguages = (offered: readonly Language[]): { value: string; label: string }[] => [
  { value: 'en', label: 'English' },
  ...languageTags
    .filter((tag) => offered.includes(tag))
    .map((tag) => ({ value: tag, label: languages[tag].name })),
]

export const formatLabels: Record<ReadingFormat, string> = {
  standard: 'Standard',
  'large-print': 'Large print',
  'easy-read': 'Easy read',
}

/**
 * The pages' own tag of a language on record ('zh' is read as Simplified Chinese); undefined where they have none, or the
 * practice does not offer it.
 */
const languageTag = (language: string, offered: readonly Language[]): string | undefined =>
  readingLanguages(offered).find(({ value }) => value === language || value.split('-')[0] === language)?.value

/** How this patient reads, by what their record says; English where the pages do not speak their language. */
export function deliveryDefaults(
  { language, accessNeeds }: Pick<PatientChoice, 'language' | 'accessNeeds'>,
  offered: readonly Language[],
): { language: string; format: ReadingFormat } {
  const format = accessNeeds.includes('easy-read')
    ? 'easy-read'
    : accessNeeds.includes('large-print')
      ? 'large-print'
      : 'standard'
  return { language: languageTag(language, offered) ?? 'en', format }
}

/** Whether the pages cannot be read in the language of the patient's record. */
export const needsInterpreter = (
  patient: Pick<PatientChoice, 'language'> | null,
  offered: readonly Language[],
): boolean => patient !== null && languageTag(patient.language, offered) === undefined
