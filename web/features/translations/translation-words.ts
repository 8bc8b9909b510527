import { languages, languageTags } from '../../../contract/languages.ts'
import type { TranslationFormat, RenderingLanguage, Translation } from '../../../contract/translations.ts'
import type { Rendering } from './translation-operations.ts'

export const formatWords: Record<TranslationFormat, string> = {
  standard: 'Standard',
  'easy-read': 'Easy Read',
  'large-print': 'Large print',
}
export const formats = Object.keys(formatWords) as TranslationFormat[]
export const renderingLanguages: readonly RenderingLanguage[] = ['en', ...languageTags]

/** What a language is called, by us and by those who speak it, and which way it runs. */
export const languageWords = (
  language: RenderingLanguage,
): { name: string; ownName: string; direction: 'ltr' | 'rtl' } =>
  language === 'en' ? { name: 'English', ownName: 'English', direction: 'ltr' } : languages[language]

const formatSuffix: Record<TranslationFormat, string> = {
  standard: '',
  'easy-read': ' Easy Read',
  'large-print': ' large print',
}

/** A rendering in a few words, for titles and labels. */
export const renderingName = ({ language, format }: Rendering): string =>
  languageWords(language).name + formatSuffix[format]

/** A rendering from an address, or null where it names none. English in its standard form is the template itself. */
export function renderingOf(language: string, format: string): Rendering | null {
  const known = renderingLanguages.find((tag) => tag === language)
  const form = formats.find((name) => name === format)
  return known && form && !(known === 'en' && form === 'standard') ? { language: known, format: form } : null
}

const listFormat = new Intl.ListFormat('en-GB')
const uncheckedText = 'Machine drafted, not yet checked by a person'

/** Whether people have vouched for it, and who. */
export function checkedWords({ status, sections }: Pick<Translation, 'status' | 'sections'>): string {
  if (status === 'machine') return uncheckedText
  const names = new Set(sections.map(({ checkedByName }) => checkedByName).filter((name) => name !== null))
  return `Checked by ${listFormat.format(names)}`
}

/** The same of one section. */
export const sectionCheckedWords = ({
  status,
  checkedByName,
}: Pick<Translation['sections'][number], 'status' | 'checkedByName'>): string =>
  status === 'machine' ? uncheckedText : `Checked by ${checkedByName ?? ''}`

export const staleWords = 'The English has changed since'

/** How much of the template a translation does not say. */
export function missingWords({ missing }: Pick<Translation, 'missing'>): string | null {
  if (missing.length === 0) return null
  return missing.length === 1 ? '1 part is missing' : `${missing.length} parts are missing`
}
