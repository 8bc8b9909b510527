import { clsx } from 'clsx'
import { RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './plain/button.tsx'

type FailedStateProps = {
  title?: ReactNode
  children?: ReactNode
  /** What to quote when asking for help. */
  reference?: string | undefined
  onRetry?: (() => void) | undefined
  busy?: boolean | undefined
  /** Another way on, such as back to a list. */
  action?: ReactNode
  className?: string | undefined
}

/** It did not come: say so, let them try again, and give a number to quote. */
export function FailedState({
  title = 'This could not be loaded',
  children = 'Check your connection and try again.',
  reference,
  onRetry,
  busy,
  action,
  className,
}: FailedStateProps) {
  return (
    <div
      role="alert"
      className={clsx('flex h-full flex-col items-center justify-center px-6 py-12 text-center', className)}
    >
      <span className="mb-4 grid size-11 place-items-center rounded-lg bg-bad-soft text-bad">
        <TriangleAlert className="size-5" aria-hidden />
      </span>
      <p className="text-h3 font-semibold">{title}</p>
      <div className="mt-1 max-w-sm text-pretty text-muted">{children}</div>
      <div className="mt-5 flex flex-wrap justify-center gap-2 empty:hidden">
        {onRetry && (
          <Button variant="quiet" icon={RotateCw} onClick={onRetry} busy={busy}>
            Try again
          </Button>
        )}
        {action}
      </div>
      {reference && (
        <p className="mt-4 text-small text-muted">
          Reference <code className="font-sans font-medium tabular-nums select-all">{reference}</code>
        </p>
      )}
    </div>
  )
}
