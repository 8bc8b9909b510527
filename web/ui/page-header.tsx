import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type PageHeaderProps = {
  title: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** A back link or breadcrumbs, above the title. */
  back?: ReactNode
  /** Beside the title, such as a state. */
  badge?: ReactNode
  className?: string | undefined
}

/** What the page is, and what can be done with it. */
export function PageHeader({ title, lead, actions, back, badge, className }: PageHeaderProps) {
  return (
    <header className={className}>
      {back}
      <div className={clsx('flex flex-wrap items-end gap-x-4 gap-y-4', back != null && 'mt-1')}>
        <div className="min-w-0 flex-1 basis-96">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 tabIndex={-1} dir="auto" className="wrap-anywhere">
              {title}
            </h1>
            {badge}
          </div>
          {lead != null && <p className="mt-1 text-lead wrap-anywhere text-muted">{lead}</p>}
        </div>
        {actions != null && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
    </header>
  )
}
