import { Component, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { ChunkLoadError } from '../../ui/plain/lazy-part.ts'
import { PatientPage } from './patient-page.tsx'
import { PracticeCall } from './practice-call.tsx'
import { useEntryWords } from './words-context.tsx'

/** The form could not be fetched: nothing is known yet, so the only way on is to try again. */
export function TroublePage({ onRetry }: { onRetry: () => void }) {
  const { trouble } = useEntryWords()
  return (
    <PatientPage title={trouble.title}>
      <p className="mt-3 mb-6">{trouble.offline}</p>
      <Button onClick={onRetry}>{trouble.retry}</Button>
      <div className="mt-4">
        <PracticeCall />
      </div>
    </PatientPage>
  )
}

function BrokenPage() {
  const { trouble } = useEntryWords()
  return (
    <PatientPage title={trouble.brokenTitle}>
      <p className="mt-3 mb-6">{trouble.broken}</p>
      <Button onClick={() => location.reload()}>{trouble.reload}</Button>
      <div className="mt-4">
        <PracticeCall />
      </div>
    </PatientPage>
  )
}

type Caught = { error: unknown } | null

/**
 * Catches a later page whose script did not arrive. What was filled in is kept, so loading again goes on from there. Any
 * other error is the application's own, and goes on up.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { caught: Caught }> {
  override state: { caught: Caught } = { caught: null }

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { caught } = this.state
    if (!caught) return this.props.children
    if (!(caught.error instanceof ChunkLoadError)) throw caught.error
    return <BrokenPage />
  }
}
