import type { ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { ErrorBoundary } from '../../ui/plain/error-boundary.tsx'
import { ChunkLoadError } from '../../ui/plain/chunk-load.ts'
import { PatientPage } from './patient-page.tsx'
import { CallPracticeButton } from './practice-call.tsx'
import { useEntryWords } from './words-context.tsx'

/** The form could not be fetched: nothing is known yet, so the only way on is to try again. */
export function LoadErrorPage({ onRetry }: { onRetry: () => void }) {
  const { trouble } = useEntryWords()
  return (
    <PatientPage title={trouble.title}>
      <p className="mt-3 mb-6">{trouble.offline}</p>
      <Button onClick={onRetry}>{trouble.retry}</Button>
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}

function CrashPage() {
  const { trouble } = useEntryWords()
  return (
    <PatientPage title={trouble.brokenTitle}>
      <p className="mt-3 mb-6">{trouble.broken}</p>
      <Button onClick={() => location.reload()}>{trouble.reload}</Button>
      <div className="mt-4">
        <CallPracticeButton />
      </div>
    </PatientPage>
  )
}

function renderCrash(error: unknown) {
  if (!(error instanceof ChunkLoadError)) throw error
  return <CrashPage />
}

/**
 * Catches a later page whose script did not arrive. What was filled in is kept, so loading again goes on from there. Any
 * other error is the application's own, and goes on up.
 */
export const PageBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary renderError={renderCrash}>{children}</ErrorBoundary>
)
