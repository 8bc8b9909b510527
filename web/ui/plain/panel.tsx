import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

type PanelProps = {
  title?: ReactNode
  lead?: ReactNode
  actions?: ReactNode
  /** No padding round the content, for tables and lists that bring their own. */
  flush?: boolean | undefined
  children: ReactNode
  className?: string | undefined
}

/** A white sheet with a hairline: one subject of a page. */
export function Panel({ title, lead, actions, flush = false, children, className }: PanelProps) {
  const titleId = useId()
  const headed = title != null || actions != null
  return (
    <section className={clsx('card', className)} aria-labelledby={title == null ? undefined : titleId}>
      {headed && (
        <div className={clsx('flex flex-wrap items-start gap-x-4 gap-y-3 px-5 pt-4', flush && 'pb-4')}>
          <div className="min-w-0 flex-[1_1_16rem]">
            <h2 id={titleId}>{title}</h2>
            {lead != null && <p className="mt-0.5 text-muted">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      <div className={clsx(!flush && (headed ? 'px-5 pt-4 pb-5' : 'p-5'))}>{children}</div>
    </section>
  )
}
