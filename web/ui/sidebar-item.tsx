import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from './plain/icon.ts'
import { Link } from './plain/link.tsx'

type SidebarSectionProps = { title?: string | undefined; children: ReactNode; className?: string | undefined }

/** Items that belong together. */
export function SidebarSection({ title, children, className }: SidebarSectionProps) {
  return (
    <div className={clsx('px-3 pt-4', className)}>
      {title !== undefined && <p className="px-3 pb-1.5 text-xs font-medium text-muted">{title}</p>}
      <ul className="space-y-0.5">{children}</ul>
    </div>
  )
}

type SidebarItemProps = {
  href: string
  icon: Icon
  /** The page one is on. */
  current?: boolean | undefined
  /** For addresses outside the router, such as the public site. */
  reload?: boolean | undefined
  /** '_blank' opens beside this page, and says so. */
  target?: '_blank' | undefined
  children: ReactNode
}

/** One destination. */
export function SidebarItem({
  href,
  icon: Picture,
  current = false,
  reload,
  target,
  children,
}: SidebarItemProps) {
  return (
    <li>
      <Link
        href={href}
        reload={reload}
        {...(target && { target, rel: 'noreferrer' })}
        aria-current={current ? 'page' : undefined}
        className={clsx(
          'flex min-h-10 items-center gap-3 rounded-md px-3 font-medium transition-colors pointer-coarse:min-h-11',
          current ? 'bg-brand-soft text-brand-strong' : 'text-muted hover:bg-paper hover:text-ink',
        )}
      >
        <Picture className="size-4.5 shrink-0" aria-hidden />
        <span className="min-w-0">
          {children}
          {target && <span className="sr-only"> (opens in a new tab)</span>}
        </span>
      </Link>
    </li>
  )
}
