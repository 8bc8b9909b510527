import { wordsOfHtml, writtenIn } from '../../../contract/written-language.ts'
import type { PatientConsent } from '../../../contract/signing.ts'
import { useWordSource, useWords } from './words-context.tsx'

type Content = PatientConsent['content']

/** How the product's own words are marked that stay in English whatever language the pages are in. */
export const inEnglish = { lang: 'en', dir: 'ltr' } as const

/** How wording is marked that stays as it was written, whatever language the pages are in: screen readers and layout go by it. */
export const asWritten = (text: string, content: Content) => writtenIn(text, wordingOf(content))

/** The same of all of it. */
export const wholeAsWritten = (content: Content) => writtenIn(wordingOf(content))

const wordingOf = ({ sections }: Content): string =>
  sections.map(({ title, content }) => `${title} ${wordsOfHtml(content)}`).join(' ')

/** Says to people who read the pages in another language that the text of the consent is in English, where it is. */
export function EnglishNote({ content }: { content: Content }) {
  const { language } = useWordSource()
  return language === 'en' || wholeAsWritten(content).lang !== 'en' ? null : <OtherLanguageNote />
}

function OtherLanguageNote() {
  const { inEnglish } = useWords()
  return <p className="mt-4 rounded-md bg-brand-soft p-4">{inEnglish.reading}</p>
}
