import { isAwaitingAnswer, type QuestionState } from '../../../contract/understanding-state.ts'
import type { Step } from './signing-steps.ts'

/**
 * Where 'Continue' leads from a page of the understanding check: to the next question that waits for an answer, and when
 * none does, to the person's own words, once. Whoever reads the form again is not led through it all again.
 */
export function nextCheckStep(
  number: number,
  standings: readonly QuestionState[],
  hasFinished: boolean,
): Step {
  const waiting = standings.flatMap((standing, at) => (isAwaitingAnswer(standing) ? [at + 1] : []))
  const next = waiting.find((each) => each > number) ?? waiting.find((each) => each < number)
  if (next !== undefined) return `check-${next}`
  return hasFinished ? 'confirm' : `check-${standings.length + 1}`
}
