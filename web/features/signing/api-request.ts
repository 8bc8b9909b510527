import { useState } from 'react'
import type { FieldProblem } from '../../ui/plain/error-summary.tsx'
import { submittedDraftCleanup } from '../../ui/plain/form-draft.ts'
import { RequestFailedError, RequestRefusedError } from './signing-call.ts'
import { useEntryWords } from './words-context.tsx'

/**
 * One call that a page makes for the person: whether it is under way, and what stopped it, as an error summary shows
 * it. A cookie that has run out is told to `onLapsed` instead.
 */
export function useApiRequest(onLapsed: () => void) {
  const { trouble } = useEntryWords()
  const [busy, setBusy] = useState(false)
  const [problems, setProblems] = useState<readonly FieldProblem[]>([])

  async function run(call: () => Promise<void>) {
    if (busy) return
    const forget = submittedDraftCleanup()
    setBusy(true)
    setProblems([])
    try {
      await call()
      forget?.()
    } catch (error) {
      setBusy(false)
      if (error instanceof RequestRefusedError && error.code === 'unauthenticated') return onLapsed()
      setProblems([{ text: textOf(error) }])
    }
  }

  function textOf(error: unknown): string {
    if (error instanceof RequestRefusedError && error.message) return error.message
    return error instanceof RequestFailedError && error.code === 'resource-exhausted'
      ? trouble.tooMany
      : trouble.offline
  }

  return { busy, setBusy, problems, setProblems, run }
}
