import type { PatientConsent } from '../../../contract/signing.ts'
import { Button } from '../../ui/plain/button.tsx'
import { hasEasyRead, useEasyReadChoice } from './easy-read-choice.ts'
import { useWords } from './words-context.tsx'

type Content = PatientConsent['content']

/** At the start of the reading: that there is an Easy Read, what it is and is not, and the choice. */
export function EasyReadNote({ consent }: { consent: Pick<PatientConsent, 'id' | 'content'> }) {
  const { easyRead } = useWords()
  const { isOffered, isChosen, isEnglishOnly, choose } = useEasyReadChoice(consent)
  if (!isOffered) return null
  const missing = consent.content.sections.some((section) => !section.easyRead)
  return (
    <section className="mt-6 rounded-md bg-brand-soft p-4" aria-labelledby="easy-read-title">
      <h2 id="easy-read-title">{easyRead.title}</h2>
      <p className="mt-1">{easyRead.note}</p>
      {isEnglishOnly && <p className="mt-1">{easyRead.english}</p>}
      {missing && <p className="mt-1">{easyRead.partly}</p>}
      <p className="mt-1">{easyRead.signed}</p>
      <p className="mt-1 text-small text-muted">{easyRead.draft}</p>
      <p role="status" className="mt-3 font-semibold">
        {isChosen ? easyRead.isOn : easyRead.isOff}
      </p>
      <Button variant="quiet" className="mt-2" onClick={() => choose(!isChosen)}>
        {isChosen ? easyRead.off : easyRead.on}
      </Button>
    </section>
  )
}

/** Before signing: which of the two texts is signed. */
export function EasyReadSigningNote({ content }: { content: Content }) {
  const { easyRead } = useWords()
  return hasEasyRead(content) ? <p className="mt-2">{easyRead.signed}</p> : null
}
