import type { Step } from './signing-steps.ts'
import { TextButton } from './text-button.tsx'
import { useWords } from './words-context.tsx'

/** The way to letting somebody read along, among the other choices. */
export function ShareLink({ onStep }: { onStep: (step: Step) => void }) {
  const { sharing } = useWords()
  return <TextButton onClick={() => onStep('share')}>{sharing.title}</TextButton>
}
