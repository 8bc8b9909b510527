import { useEffect, useState } from 'react'
import type { Api } from '../../api.ts'

type Consent = Awaited<ReturnType<Api['consents']['get']>>

const first_wait_ms = 1500
const attempts_max = 6

/** Whether a signature is there whose document is not. */
export function awaitsDocument({
  signature,
  countersignature,
  documents,
}: Pick<Consent, 'signature' | 'countersignature' | 'documents'>): boolean {
  const has = (kind: Consent['documents'][number]['kind']) =>
    documents.some((document) => document.kind === kind)
  return (signature !== null && !has('signed')) || (countersignature !== null && !has('finalised'))
}

/** Looks again, at growing intervals, while a document is being prepared; answers whether it still is. */
export function useDocumentWaiting(consent: Consent, lookAgain: () => Promise<void>): boolean {
  const waiting = awaitsDocument(consent)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!waiting || attempt >= attempts_max) return
    const timer = setTimeout(
      () => void lookAgain().then(() => setAttempt(attempt + 1)),
      first_wait_ms * 2 ** attempt,
    )
    return () => clearTimeout(timer)
  }, [waiting, attempt, lookAgain])
  return waiting
}
