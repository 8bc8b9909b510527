import type { PatientConsent } from '../../../contract/signing.ts'
import { RequestCallLink } from './request-call-link.tsx'
import type { Step } from './signing-steps.ts'
import { wholeLanguageAttributes } from './wording-direction.tsx'
import { useWordSource, useWords } from './words-context.tsx'

type Content = PatientConsent['content']

type EnglishNoteProps = {
  content: Content
  /** Where one may go on to ask for a call. */
  onStep?: ((step: Step) => void) | undefined
}

/** Whether whoever reads the pages in another language meets parts that stand in English alone. */
function useIsEnglishAlone(content: Content): boolean {
  const { language } = useWordSource()
  if (language === 'en' || wholeLanguageAttributes(content).lang !== 'en') return false
  return content.sections.some(({ beside }) => beside?.language !== language)
}

/** Says so to them before they read, with what helps. */
export function EnglishNote({ content, onStep }: EnglishNoteProps) {
  return useIsEnglishAlone(content) ? <OtherLanguageNote onStep={onStep} /> : null
}

function OtherLanguageNote({ onStep }: Pick<EnglishNoteProps, 'onStep'>) {
  const { inEnglish } = useWords()
  return (
    <div className="mt-4 rounded-md bg-brand-soft p-4">
      <p>{inEnglish.reading}</p>
      {onStep && (
        <div className="mt-2">
          <RequestCallLink onStep={onStep} />
        </div>
      )}
    </div>
  )
}
