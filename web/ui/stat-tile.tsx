import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from './plain/icon.ts'
import { Link } from './plain/link.tsx'

type StatTileProps = {
  label: ReactNode
  value: ReactNode
  /** What the number means or how it moved. */
  note?: ReactNode
  href?: string | undefined
  icon?: Icon | undefined
  className?: string | undefined
}

/** One number of a dashboard, leading to what it counts. */
export function StatTile({ label, value, note, href, icon: Picture, className }: StatTileProps) {
  const classes = clsx('card block p-5', className)
  const content = (
    <>
      <span className="flex items-center justify-between gap-3 text-muted">
        <span className="font-medium">{label}</span>
        {Picture && <Picture className="size-4.5 shrink-0" aria-hidden />}
      </span>
      <span className="mt-2 block text-[1.75rem] leading-tight font-semibold tracking-tight tabular-nums">
        {value}
      </span>
      {note != null && <span className="mt-1 block text-small text-muted">{note}</span>}
    </>
  )
  if (href === undefined) return <div className={classes}>{content}</div>
  return (
    <Link href={href} className={clsx(classes, 'transition-colors hover:border-field/40 hover:bg-paper')}>
      {content}
    </Link>
  )
}
