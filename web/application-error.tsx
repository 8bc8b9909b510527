import { ApiProblem } from './api.ts'
import { mode } from './mode.ts'
import { ErrorScreen } from './ui/plain/error-screen.tsx'

/** Shown in place of everything when the application itself has failed. */
export const ApplicationError = ({ error }: { error: unknown }) => (
  <ErrorScreen
    error={error}
    reference={error instanceof ApiProblem ? error.requestId : undefined}
    showsStack={mode !== 'production'}
  >
    Something in this page went wrong. What was saved before is safe. Reload to go on; if it happens again,
    tell support the reference number.
  </ErrorScreen>
)
