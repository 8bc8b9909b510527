import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

/** The way to ask the practice for a call. */
export function RequestCallLink({ onStep }: { onStep: (step: Step) => void }) {
  const { matters } = useWords()
  return <TextButton onClick={() => onStep('call')}>{matters.call.ask}</TextButton>
}
