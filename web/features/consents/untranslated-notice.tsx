import type { UntranslatedText } from '../../../contract/consents.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { languageLabel } from '../patients/index.ts'
import { placeholderLabel } from '../templates/index.ts'

type UntranslatedNoticeProps = {
  untranslatedItems: readonly UntranslatedText[]
  /** The patient reads in it. */
  language: string
  className?: string | undefined
}

const kindLabels: Partial<Record<UntranslatedText['kind'], string>> = {
  treatment: 'Name of the treatment',
  diagnosis: 'Diagnosis',
  option: 'Treatment options',
  recommendedWhy: 'Why it is recommended',
  risk: 'Risk of this patient',
  reflectionWaived: 'Reason to begin sooner',
  question: 'Question about what was read',
  picture: 'Drawing',
  section: 'Section',
}

/** What a patient who reads in another language will read in English, before it is sent. */
export function UntranslatedNotice({ untranslatedItems, language, className }: UntranslatedNoticeProps) {
  if (untranslatedItems.length === 0) return null
  const name = languageLabel(language)
  return (
    <InlineMessage tone="warn" title={`Not in ${name}`} className={className}>
      {untranslatedItems.some(({ kind }) => kind === 'all') ? (
        <p>There is no {name} text of this form. The patient reads all of it in English.</p>
      ) : (
        <>
          <p>The patient reads these in English. Explain them, with an interpreter if needed.</p>
          <ul className="mt-1 list-disc pl-5">
            {untranslatedItems.map(({ kind, text }) => (
              <li key={`${kind} ${text}`}>
                {kindLabels[kind] ?? placeholderLabel(kind)}: <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </InlineMessage>
  )
}
