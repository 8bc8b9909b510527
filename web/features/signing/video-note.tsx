import type { PatientConsent } from '../../../contract/signing.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useViewings } from './viewing-progress.ts'
import { useWords } from './words-context.tsx'

/** Says that there is a video to watch before signing, with the way to it; nothing where there is none. */
export function VideoNote({ consent, onStep }: { consent: PatientConsent; onStep: (step: Step) => void }) {
  const { video: words } = useWords()
  const { duePart } = useViewings(consent)
  if (duePart === undefined) return null
  return (
    <InlineMessage tone="warn" title={words.dueTitle} className="mt-6">
      <p>{words.due}</p>
      <TextButton onClick={() => onStep(`part-${duePart}`)}>{words.see}</TextButton>
    </InlineMessage>
  )
}
