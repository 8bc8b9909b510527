import { wordsOfHtml, writtenIn, type Writing } from '../../../contract/written-language.ts'
import { directedHtml } from '../../ui/plain/rich-text-direction.ts'

type Wording = readonly { title: string; content: string }[]

/** What one consent's wording says about its parts: which language a text is in, and which way each block runs. */
export type WordingRule = {
  whole: Writing
  of(text: string): Writing
  html(cleaned: string): string
}

/** Only for wording that is not all in Latin letters, so it is fetched where there is such. */
export function ruleOf(sections: Wording): WordingRule {
  const whole = sections.map(({ title, content }) => `${title} ${wordsOfHtml(content)}`).join(' ')
  return { whole: writtenIn(whole), of: (text) => writtenIn(text, whole), html: directedHtml }
}
