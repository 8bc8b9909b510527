import { useEntryWords, useWordSource } from './words-context.tsx'

/** How wording is marked that stays in English whatever language the pages are in: screen readers and layout go by it. */
export const asWritten = { lang: 'en', dir: 'ltr' } as const

/** Says to people who read the pages in another language that the text of the consent is in English. */
export function EnglishNote() {
  const { reading } = useEntryWords()
  const { language } = useWordSource()
  if (language === 'en') return null
  return <p className="mt-4 rounded-md bg-brand-soft p-4">{reading.inEnglish}</p>
}
