import { useWordSource, useWords } from './words-context.tsx'

/** How wording is marked that stays in English whatever language the pages are in: screen readers and layout go by it. */
export const asWritten = { lang: 'en', dir: 'ltr' } as const

/** Says to people who read the pages in another language that the text of the consent is in English. */
export function EnglishNote() {
  const { language } = useWordSource()
  return language === 'en' ? null : <OtherLanguageNote />
}

function OtherLanguageNote() {
  const { inEnglish } = useWords()
  return <p className="mt-4 rounded-md bg-brand-soft p-4">{inEnglish.reading}</p>
}
