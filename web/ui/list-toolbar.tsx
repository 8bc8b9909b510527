import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type ListToolbarProps = {
  search?: ReactNode
  /** Filters, side by side. */
  children?: ReactNode
  className?: string | undefined
}

/** Search and filters above a list. */
export function ListToolbar({ search, children, className }: ListToolbarProps) {
  return (
    <div
      role="search"
      className={clsx('flex flex-wrap gap-3 *:grow *:basis-36 sm:*:grow-0 sm:*:basis-44', className)}
    >
      {search != null && <div className="grow! basis-full! sm:basis-64!">{search}</div>}
      {children}
    </div>
  )
}
