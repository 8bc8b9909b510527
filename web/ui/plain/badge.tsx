import { clsx } from 'clsx'
import type { ReactNode } from 'react'

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'bad'

const toneClass: Record<Tone, string> = {
  neutral: 'bg-paper text-muted ring-line',
  brand: 'bg-brand-soft text-brand-strong ring-brand/15',
  ok: 'bg-ok-soft text-ok ring-ok/15',
  warn: 'bg-warn-soft text-warn ring-warn/20',
  bad: 'bg-bad-soft text-bad ring-bad/15',
}

type BadgeProps = { tone?: Tone | undefined; children: ReactNode; className?: string | undefined }

/** A state, as a dot, a word and a tint. */
export function Badge({ tone = 'neutral', children, className }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-0.5 text-small font-medium whitespace-nowrap ring-1 ring-inset',
        toneClass[tone],
        className,
      )}
    >
      <span className="size-1.5 shrink-0 rounded-full bg-current" />
      {children}
    </span>
  )
}
