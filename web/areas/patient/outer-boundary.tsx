import type { ReactNode } from 'react'
import { mode } from '../../mode.ts'
import { ErrorBoundary } from '../../ui/plain/error-boundary.tsx'
import { ErrorScreen } from '../../ui/plain/error-screen.tsx'

const renderFailure = (error: unknown) => (
  <ErrorScreen error={error} showsStack={mode !== 'production'}>
    Something in this page went wrong. What was saved before is safe. Reload to go on. If it happens again,
    call the practice and tell them the reference number.
  </ErrorScreen>
)

/** Catches what nothing below it did, in a page or in what stands round every page, and shows it in place of everything. */
export const OuterBoundary = ({ children }: { children: ReactNode }) => (
  <ErrorBoundary renderError={renderFailure}>{children}</ErrorBoundary>
)
