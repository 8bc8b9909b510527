import { useEffect, useState } from 'react'
import type { Api } from '../../api.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

const initial_poll_delay_ms = 1500
const attempts_max = 6

/** Whether a signature is there whose document is not. */
export function isDocumentPending({
  signature,
  countersignature,
  documents,
}: Pick<Consent, 'signature' | 'countersignature' | 'documents'>): boolean {
  const has = (kind: Consent['documents'][number]['kind']) =>
    documents.some((document) => document.kind === kind)
  return (signature !== null && !has('signed')) || (countersignature !== null && !has('finalised'))
}

/** Looks again, at growing intervals, while a document is being prepared; answers whether it still is. */
export function useDocumentPolling(consent: Consent, lookAgain: () => Promise<void>): boolean {
  const waiting = isDocumentPending(consent)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!waiting || attempt >= attempts_max) return
    const timer = setTimeout(
      () => void lookAgain().then(() => setAttempt(attempt + 1)),
      initial_poll_delay_ms * 2 ** attempt,
    )
    return () => clearTimeout(timer)
  }, [waiting, attempt, lookAgain])
  return waiting
}
