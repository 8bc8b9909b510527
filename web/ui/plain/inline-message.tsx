import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type MessageTone = 'info' | 'ok' | 'warn' | 'bad'

const toneClass: Record<MessageTone, string> = {
  info: 'bg-brand-soft text-brand-strong',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

const toneIcon: Record<MessageTone, ReactNode> = {
  info: <path d="M10 9v4.5M10 6.2v.1" />,
  ok: <path d="m6.6 10.3 2.3 2.3 4.6-5" />,
  warn: <path d="M10 6v5M10 13.8v.1" />,
  bad: <path d="M10 6v5M10 13.8v.1" />,
}

type InlineMessageProps = {
  tone?: MessageTone | undefined
  title?: ReactNode
  children?: ReactNode
  /** Set when it appears after the page: `status` waits its turn, `alert` interrupts. */
  role?: 'status' | 'alert' | undefined
  className?: string | undefined
}

/** A message that stays where it matters: what went wrong, what to know before going on. */
export function InlineMessage({ tone = 'info', title, children, role, className }: InlineMessageProps) {
  return (
    <div role={role} className={clsx('flex gap-3 rounded-md px-4 py-3', toneClass[tone], className)}>
      <svg
        viewBox="0 0 20 20"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden
        className="mt-[calc((1lh-1.25em)/2)] size-[1.25em] shrink-0"
      >
        <circle cx="10" cy="10" r="8.1" />
        {toneIcon[tone]}
      </svg>
      <div className="min-w-0 flex-1">
        {title != null && <p className="font-semibold">{title}</p>}
        {children != null && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}
