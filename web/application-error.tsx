import { useState } from 'react'
import { ApiProblem } from './api.ts'
import { mode } from './mode.ts'
import { Button } from './ui/plain/button.tsx'

/** Shown in place of everything when the application itself has failed. */
export function ApplicationError({ error }: { error: unknown }) {
  const [reference] = useState(() => referenceOf(error))
  const { text, stack } = describe(error)
  return (
    <main className="mx-auto max-w-2xl px-6 py-16">
      <h1>Application Error Detected</h1>
      <p className="mt-3 text-lead text-muted">
        Something in this page went wrong. What was saved before is safe. Reload to go on; if it happens
        again, tell support the reference number.
      </p>
      <div role="alert" className="mt-6 card p-5">
        <p className="font-medium">{text}</p>
        <p className="mt-2 text-small text-muted">
          Reference number <span className="font-medium text-ink select-all">{reference}</span>
        </p>
      </div>
      {mode !== 'production' && stack !== undefined && (
        <pre tabIndex={0} aria-label="Stack" className="mt-4 card overflow-x-auto p-5 font-mono text-small">
          {stack}
        </pre>
      )}
      <Button className="mt-6" onClick={() => location.reload()}>
        Reload Application
      </Button>
    </main>
  )
}

function describe(error: unknown): { text: string; stack: string | undefined } {
  if (error instanceof Error) return { text: error.message, stack: error.stack }
  return { text: 'An unexpected error occurred. Please try again.', stack: undefined }
}

/** The server's number of the failed request; otherwise one of our own, written to the console beside the error. */
function referenceOf(error: unknown): string {
  if (error instanceof ApiProblem && error.requestId) return error.requestId
  const reference = crypto.randomUUID().slice(0, 8)
  console.error(`Application error ${reference}`, error)
  return reference
}
