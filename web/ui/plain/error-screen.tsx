import { useState, type ReactNode } from 'react'
import { Button } from './button.tsx'

type ErrorScreenProps = {
  error: unknown
  /** Whether it shows where the error came from. */
  showsStack: boolean
  /** What to do, beside loading the page again. */
  children: ReactNode
}

/** Shown in place of everything when the application itself has failed; in English, whatever the page was in. */
export function ErrorScreen({ error, showsStack, children }: ErrorScreenProps) {
  const [reference] = useState(() => newReference(error))
  const { text, stack } = describe(error)
  return (
    <main lang="en-GB" dir="ltr" className="mx-auto max-w-2xl px-6 py-16">
      <h1>Application Error Detected</h1>
      <p className="mt-3 text-lead text-muted">{children}</p>
      <div role="alert" className="mt-6 card p-5">
        <p className="font-medium wrap-anywhere">{text}</p>
        <p className="mt-2 text-small text-muted">
          Reference number <span className="font-medium text-ink select-all">{reference}</span>
        </p>
      </div>
      {showsStack && stack !== undefined && (
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

/** A number of our own, written to the console beside the error. */
function newReference(error: unknown): string {
  const reference = crypto.randomUUID().slice(0, 8)
  console.error(`Application error ${reference}`, error)
  return reference
}
