import { ApiError } from './api.ts'
import { mode } from './mode.ts'
import { FailedState } from './ui/failed-state.tsx'
import { ErrorScreen } from './ui/plain/error-screen.tsx'

/** Shown in place of everything: what the server did not answer is told as such, all else is the application's fault. */
export const ApplicationError = ({ error }: { error: unknown }) =>
  error instanceof ApiError ? (
    <ApiErrorScreen problem={error} />
  ) : (
    <ErrorScreen error={error} showsStack={mode !== 'production'}>
      Something went wrong. Saved work is safe. Reload the page; if it happens again, give support the
      reference number.
    </ErrorScreen>
  )

function ApiErrorScreen({ problem }: { problem: ApiError }) {
  const title = problem.status === 0 ? 'No connection' : 'This page could not be loaded'
  return (
    <main className="grid min-h-dvh place-items-center">
      <h1 className="sr-only">{title}</h1>
      <FailedState title={title} reference={problem.requestId} onRetry={() => location.reload()}>
        {problem.message}
      </FailedState>
    </main>
  )
}
