import { clsx } from 'clsx'

export type SpinnerSize = 'small' | 'medium' | 'large' | 'screen' | 'inline'

const ringSize: Record<SpinnerSize, string> = {
  inline: 'size-[1em]',
  small: 'size-4',
  medium: 'size-6',
  large: 'size-10',
  screen: 'size-10',
}

/** The turning ring alone, for parts that say by themselves that they are busy. */
export function SpinnerIcon({ className }: { className?: string | undefined }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" aria-hidden className={clsx('shrink-0 animate-spin', className)}>
      <circle cx="12" cy="12" r="9.5" stroke="currentColor" strokeWidth="3" opacity="0.2" />
      <path d="M12 2.5A9.5 9.5 0 0 1 21.5 12" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

export type SpinnerProps = {
  size?: SpinnerSize | undefined
  /** Shown beside the ring; without it the word is only read out. */
  message?: string | undefined
  className?: string | undefined
}

/** Says that something is on its way. `screen` fills the window, `inline` follows the size of the text. */
export function Spinner({ size = 'medium', message, className }: SpinnerProps) {
  const stacked = size === 'large' || size === 'screen'
  return (
    <span
      role="status"
      className={clsx(
        'items-center gap-2.5 text-muted',
        size === 'inline' ? 'inline-flex align-middle' : 'flex',
        stacked && 'flex-col justify-center gap-4 text-center',
        size === 'large' && 'py-16',
        size === 'screen' && 'min-h-dvh',
        className,
      )}
    >
      <SpinnerIcon className={clsx(ringSize[size], 'text-brand')} />
      {message ? <span>{message}</span> : <span className="sr-only">Loading</span>}
    </span>
  )
}
