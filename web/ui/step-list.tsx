import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type StepListProps = {
  label: string
  steps: readonly ReactNode[]
  /** The step that is shown, counted from 0. */
  current: number
  className?: string | undefined
}

/** The steps of something longer, and where one is. */
export function StepList({ label, steps, current, className }: StepListProps) {
  return (
    <nav aria-label={label} className={className}>
      <ol className="flex flex-wrap gap-x-6 gap-y-2">
        {steps.map((step, index) => (
          <li
            key={index}
            aria-current={index === current ? 'step' : undefined}
            className={clsx('flex items-center gap-2', index === current ? 'font-semibold' : 'text-muted')}
          >
            <span
              aria-hidden
              className={clsx(
                'flex size-6 items-center justify-center rounded-full text-small tabular-nums',
                index === current ? 'bg-brand text-white' : 'bg-line/60',
              )}
            >
              {index + 1}
            </span>
            {step}
            {index < current && <span className="sr-only">, done</span>}
          </li>
        ))}
      </ol>
    </nav>
  )
}
