import type { PatientConsent } from '../../../contract/signing.ts'
import { wholeLanguageAttributes } from './wording-direction.tsx'
import { useWordSource, useWords } from './words-context.tsx'

type Content = PatientConsent['content']

/** Says to people who read the pages in another language that the text of the consent is in English, where it is. */
export function EnglishNote({ content }: { content: Content }) {
  const { language } = useWordSource()
  return language === 'en' || wholeLanguageAttributes(content).lang !== 'en' ? null : <OtherLanguageNote />
}

function OtherLanguageNote() {
  const { inEnglish } = useWords()
  return <p className="mt-4 rounded-md bg-brand-soft p-4">{inEnglish.reading}</p>
}
