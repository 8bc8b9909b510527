import { useCallback, useRef, useState } from 'react'
import { submittedDraftCleanup } from './plain/form-draft.ts'

/** What went wrong with a task: its words, and where there are any, the fields at fault and a reference number. */
export type Problem = Error & {
  readonly reason?: string | undefined
  readonly requestId?: string | undefined
  readonly fields?: readonly { field: string; message: string }[] | undefined
}

/** What work answers that was refused at the fields of its form: nothing was sent, and what was typed is kept. */
export const validationFailed = Symbol('refused')

/** One task at a time: whether it runs, and how it failed. A second press while it runs does nothing. */
export function useTask() {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem | null>(null)

  /** Answers whether the work was done. */
  const run = useCallback(async (work: () => Promise<unknown>): Promise<boolean> => {
    if (running.current) return false
    running.current = true
    const forget = submittedDraftCleanup()
    setBusy(true)
    setProblem(null)
    try {
      if ((await work()) !== validationFailed) forget?.()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error : new Error(String(error)))
      return false
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return { busy, problem, run, clear: () => setProblem(null) }
}
