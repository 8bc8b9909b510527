import type { PatientConsent } from '../../../contract/signing.ts'
import { wholeLanguageAttributes } from './wording-direction.tsx'
import { useWordSource, useWords } from './words-context.tsx'

type Content = PatientConsent['content']

/** Whether whoever reads the pages in another language meets parts that stand in English alone. */
function useIsEnglishAlone(content: Content): boolean {
  const { language } = useWordSource()
  if (language === 'en' || wholeLanguageAttributes(content).lang !== 'en') return false
  return content.sections.some(({ beside }) => beside?.language !== language)
}

/** Says so to them before they read, with what helps; the way to ask for a call stands on every page. */
export function EnglishNote({ content }: { content: Content }) {
  return useIsEnglishAlone(content) ? <OtherLanguageNote /> : null
}

function OtherLanguageNote() {
  const { inEnglish } = useWords()
  return <p className="mt-4 rounded-md bg-brand-soft p-4">{inEnglish.reading}</p>
}
