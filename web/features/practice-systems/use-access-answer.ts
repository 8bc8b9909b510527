import { useEffect, useRef } from 'react'
import { api } from '../../api.ts'
import { useTask, type Problem } from '../../ui/use-task.ts'

/** What the practice system's sign-in page sends somebody back with; null on any other visit. */
function answerIn(params: URLSearchParams) {
  const [state, code, error] = ['state', 'code', 'error'].map((name) => params.get(name) ?? undefined)
  return state && (code ?? error) ? { state, code, error } : null
}

/** Hands the answer on, once, and then leaves the address without it. */
export function useAccessAnswer(
  params: URLSearchParams,
  onAnswered: () => void,
): { isAnswering: boolean; problem: Problem | null } {
  const { problem, run } = useTask()
  const handedOn = useRef('')
  const answer = answerIn(params)
  useEffect(() => {
    if (answer === null || handedOn.current === answer.state) return
    handedOn.current = answer.state
    void run(() => api.practiceSystems.answerAccess(answer)).then(onAnswered)
  })
  return { isAnswering: answer !== null, problem }
}
