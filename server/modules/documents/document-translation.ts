import type { FrozenContent } from '../../../contract/consents.ts'
import { languages } from '../../../contract/languages.ts'
import { detectLanguage } from '../../../contract/language-detection.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import { annotateLanguage } from './block-language.ts'

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
  return {
    label: `Also shown in ${form ? `${name}, ${form}` : name} (${checked}). The English text is the one signed.`,
    title,
    writing: detectLanguage(title, html).lang,
    blocks: annotateLanguage(parseRichText(html), html),
  }
}
