import { useRef, useState } from 'react'
import type { Problem } from './use-task.ts'

/** Fetches what was asked last: an earlier answer that arrives late is dropped. */
export function useLatest<Asked, Answer>(
  load: (asked: Asked) => Promise<Answer>,
  onAnswer: (answer: Answer) => void,
) {
  const latest = useRef(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  async function loadLatest(asked: Asked): Promise<void> {
    const requestNumber = ++latest.current
    const isLatest = () => requestNumber === latest.current
    setBusy(true)
    setProblem(null)
    try {
      const answer = await load(asked)
      if (isLatest()) onAnswer(answer)
    } catch (error) {
      if (isLatest()) setProblem(error instanceof Error ? error : new Error(String(error)))
    } finally {
      if (isLatest()) setBusy(false)
    }
  }
  return { ask: loadLatest, busy, problem }
}
