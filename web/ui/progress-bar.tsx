import type { ReactNode } from 'react'
import { numberText } from './plain/number-text'

type ProgressBarProps = {
  label: string
  done: number
  total: number
  /** In place of how many of how many. */
  valueText?: ReactNode
  className?: string | undefined
}

/** How far something is that takes a while; told in words as well. */
export function ProgressBar({ label, done, total, valueText, className }: ProgressBarProps) {
  const share = total > 0 ? Math.round((done / total) * 100) : 0
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        className="h-2.5 overflow-hidden rounded-full bg-line"
      >
        <div className="h-full rounded-full bg-brand transition-[width]" style={{ width: `${share}%` }} />
      </div>
      <p className="mt-2 text-muted tabular-nums">
        {valueText ?? `${numberText(done)} of ${numberText(total)}`}
      </p>
    </div>
  )
}
