import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from './plain/icon.ts'

type EmptyStateProps = {
  icon?: Icon | undefined
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  className?: string | undefined
}

/** Nothing here: why, and what to do about it. */
export function EmptyState({ icon: Picture, title, children, action, className }: EmptyStateProps) {
  return (
    <div
      className={clsx('flex h-full flex-col items-center justify-center px-6 py-12 text-center', className)}
    >
      {Picture && (
        <span className="mb-4 grid size-11 place-items-center rounded-lg bg-brand-soft text-brand">
          <Picture className="size-5" aria-hidden />
        </span>
      )}
      <p className="text-h3 font-semibold">{title}</p>
      {children != null && <div className="mt-1 max-w-sm text-pretty text-muted">{children}</div>}
      {action != null && <div className="mt-5">{action}</div>}
    </div>
  )
}
