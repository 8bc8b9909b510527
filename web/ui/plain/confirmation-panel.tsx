import { clsx } from 'clsx'
import { useEffect, useRef, type ReactNode } from 'react'

type ConfirmationPanelProps = {
  title: ReactNode
  children?: ReactNode
  /** Sends focus to the title, for a page that replaces another without loading. */
  focused?: boolean | undefined
  className?: string | undefined
}

/** The end of a journey: it is done, in the page's heading. */
export function ConfirmationPanel({ title, children, focused = false, className }: ConfirmationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (focused) heading.current?.focus()
  }, [focused])
  return (
    <div className={clsx('rounded-lg bg-ok-soft px-5 py-6 text-center', className)}>
      <svg viewBox="0 0 48 48" fill="none" aria-hidden className="mx-auto size-12 text-ok">
        <circle cx="24" cy="24" r="24" fill="currentColor" />
        <path
          d="m14.5 24.8 6.4 6.4 12.6-14"
          className="stroke-surface"
          strokeWidth="4"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <h1 ref={heading} tabIndex={-1} className="mt-4">
        {title}
      </h1>
      {children != null && <div className="mt-2">{children}</div>}
    </div>
  )
}
