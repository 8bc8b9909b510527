import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { Icon } from './plain/icon.ts'
import { Link } from './plain/link.tsx'
import { Tooltip } from './tooltip.tsx'

type SidebarSectionProps = { title?: string | undefined; children: ReactNode; className?: string | undefined }

/** Items that belong together. */
export function SidebarSection({ title, children, className }: SidebarSectionProps) {
  return (
    <div className={clsx('px-3 pt-4 rail:px-1.5', className)}>
      {title !== undefined && (
        <p className="px-3 pb-1.5 text-xs font-medium text-muted rail:sr-only">{title}</p>
      )}
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
  /** Its name. */
  children: string
}

/** Whether its name is not to be seen: it stands in a rail of icons. */
export const isRailItem = (item: Element) => (item.lastElementChild?.clientWidth ?? 0) <= 1

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
      <Tooltip text={children} side="end" isNeeded={isRailItem}>
        <Link
          href={href}
          reload={reload}
          {...(target && { target, rel: 'noreferrer' })}
          aria-current={current ? 'page' : undefined}
          className={clsx(
            'flex min-h-10 items-center gap-3 rounded-md px-3 font-medium transition-colors rail:justify-center rail:gap-0 rail:px-0 pointer-coarse:min-h-11',
            current ? 'bg-brand-soft text-brand-strong' : 'text-muted hover:bg-paper hover:text-ink',
          )}
        >
          <Picture className="size-4.5 shrink-0" aria-hidden />
          <span className="min-w-0 rail:sr-only">
            {children}
            {target && <span className="sr-only"> (opens in a new tab)</span>}
          </span>
        </Link>
      </Tooltip>
    </li>
  )
}
