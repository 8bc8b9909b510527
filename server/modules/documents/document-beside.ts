import type { FrozenContent } from '../../../contract/consents.ts'
import { languages } from '../../../contract/languages.ts'
import { writtenIn } from '../../../contract/written-language.ts'
import { parseRichText } from '../../platform/pdf/rich-text-blocks.ts'
import { tellWriting } from './block-writing.ts'

type Beside = NonNullable<FrozenContent['sections'][number]['beside']>
export type SectionBeside = Omit<Beside, 'content'> & { html: string }

export const sectionBeside = ({ content: html, ...beside }: Beside): SectionBeside => ({ ...beside, html })

const formatWords = { standard: '', 'easy-read': 'Easy Read', 'large-print': 'large print' } as const

/** What the record says of a part that the patient saw beside the English, and the part itself. */
export function describeBeside({ language, format, title, html, status }: SectionBeside) {
  const name = language === 'en' ? 'English' : languages[language].name
  const form = formatWords[format]
  const checked = status === 'machine' ? 'drafted by machine and checked by nobody' : 'checked by a person'
  return {
    label: `Shown beside it in ${form ? `${name}, ${form}` : name}, ${checked}. The English is what was signed.`,
    title,
    writing: writtenIn(title, html).lang,
    blocks: tellWriting(parseRichText(html), html),
  }
}
