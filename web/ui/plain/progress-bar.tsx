import { clsx } from 'clsx'
import { useId } from 'react'
import type { ReactNode } from 'react'

type ProgressBarProps = {
  label: ReactNode
  hideLabel?: boolean | undefined
  /** Nothing while it is not known how long it will take. */
  value?: number | undefined
  max?: number | undefined
  /** Beside the label: '3 of 7', '42%'. */
  note?: ReactNode
  className?: string | undefined
}

/** How far something has come. */
export function ProgressBar({
  label,
  hideLabel = false,
  value,
  max = 100,
  note,
  className,
}: ProgressBarProps) {
  const id = useId()
  return (
    <div className={className}>
      <div
        className={clsx(
          'mb-1.5 flex justify-between gap-4 text-small',
          hideLabel && note == null && 'sr-only',
        )}
      >
        <label htmlFor={id} className={clsx(hideLabel && 'sr-only')}>
          {label}
        </label>
        {note != null && <span className="text-muted tabular-nums">{note}</span>}
      </div>
      <progress
        id={id}
        {...(value === undefined ? {} : { value })}
        max={max}
        className={clsx(
          'block h-2 w-full appearance-none overflow-hidden rounded-full border-0 bg-line',
          '[&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:rounded-full [&::-webkit-progress-value]:bg-brand',
          '[&::-moz-progress-bar]:rounded-full [&::-moz-progress-bar]:bg-brand',
          'indeterminate:animate-pulse [&:indeterminate::-moz-progress-bar]:bg-brand/40 [&:indeterminate::-webkit-progress-bar]:bg-brand/40',
        )}
      />
    </div>
  )
}
