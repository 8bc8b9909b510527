import {
  textOfHtml,
  detectLanguage,
  type LanguageAndDirection,
} from '../../../contract/language-detection.ts'
import { addTextDirection } from '../../ui/plain/rich-text-direction.ts'

type Wording = readonly { title: string; content: string }[]

/** What one consent's wording says about its parts: which language a text is in, and which way each block runs. */
export type WordingRule = {
  whole: LanguageAndDirection
  of(text: string): LanguageAndDirection
  html(cleaned: string): string
}

/** Only for wording that is not all in Latin letters, so it is fetched where there is such. */
export function createWordingRule(sections: Wording): WordingRule {
  const whole = sections.map(({ title, content }) => `${title} ${textOfHtml(content)}`).join(' ')
  return { whole: detectLanguage(whole), of: (text) => detectLanguage(text, whole), html: addTextDirection }
}
