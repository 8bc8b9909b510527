import type { FrozenContent } from '../../../contract/consents.ts'
import { languages } from '../../../contract/languages.ts'
import { detectLanguage, textOfHtml } from '../../../contract/language-detection.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import { annotateLanguage, languageOf } from './block-language.ts'

type SectionTranslation = NonNullable<FrozenContent['sections'][number]['beside']>
export type SectionInTranslation = Omit<SectionTranslation, 'content'> & { html: string }

export const translatedSectionOf = ({
  content: html,
  ...beside
}: SectionTranslation): SectionInTranslation => ({ ...beside, html })

const formatWords = { standard: '', 'easy-read': 'Easy Read', 'large-print': 'large print' } as const

/** What the record says of a part that the patient saw beside the English, and the part itself. */
export function describeTranslation({ language, format, title, html, status }: SectionInTranslation) {
  const name = language === 'en' ? 'English' : languages[language].name
  const form = formatWords[format]
  const checked = status === 'machine' ? 'machine translation, not checked' : 'checked by a person'
  // English words within Urdu stay English; a text in Latin letters is all in its own language.
  const latin = detectLanguage(textOfHtml(html)).lang === 'en' ? language : 'en'
  return {
    label: `Also shown in ${form ? `${name}, ${form}` : name} (${checked}). The English text is the one signed.`,
    title,
    writing: languageOf(title, { whole: html, latin }),
    blocks: annotateLanguage(parseRichText(html), html, latin),
  }
}
