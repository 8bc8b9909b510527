import type { PatientConsent } from '../../../contract/signing.ts'
import { summarizeCheck } from '../../../contract/understanding-state.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { useCheckProgress } from './check-progress.ts'
import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

/** Whether signing waits for the questions, as far as this page knows: the server has the last word. */
export function useIsCheckRequired({ id, content }: PatientConsent): boolean {
  const { steps, isKnown } = useCheckProgress(id)
  const { understanding: check } = content
  if (!check?.isBeforeSigning || !isKnown) return false
  const { isDone, isExplained } = summarizeCheck(
    check.questions.map((question) => question.id),
    steps,
  )
  return !isDone && !isExplained
}

/** Says that there are questions to go through before signing; nothing where there are none, or they are done. */
export function CheckNote({ consent, onStep }: { consent: PatientConsent; onStep: (step: Step) => void }) {
  const { understanding: words } = useWords()
  const isDue = useIsCheckRequired(consent)
  if (!isDue) return null
  return (
    <InlineMessage tone="warn" title={words.dueTitle} className="mt-6">
      <p>{words.due}</p>
      <TextButton onClick={() => onStep('check-1')}>{words.see}</TextButton>
    </InlineMessage>
  )
}
