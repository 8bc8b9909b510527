import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from './plain/link.tsx'
import { numberText } from './plain/number-text.ts'

type PagerProps = {
  /** The page shown, counted from 1. */
  page: number
  pageSize: number
  total: number
  /** There are more than `total`, which is as far as they were counted. */
  isCapped?: boolean | undefined
  hrefOfPage: (page: number) => string
  /** Names the navigation where a page has more than one. */
  label?: string | undefined
  className?: string | undefined
}

const pagerLinkClass = 'btn btn-quiet min-h-9 w-auto px-3 text-small pointer-coarse:min-h-11'

function PagerLink({
  href,
  rel,
  children,
}: {
  href: string | undefined
  rel: 'prev' | 'next'
  children: ReactNode
}) {
  if (href === undefined) {
    return (
      <span
        aria-disabled="true"
        role="link"
        className={clsx(pagerLinkClass, 'pointer-events-none text-muted opacity-60')}
      >
        {children}
      </span>
    )
  }
  return (
    <Link href={href} rel={rel} className={pagerLinkClass}>
      {children}
    </Link>
  )
}

/** Where one is in a long list, and the way on. */
export function Pager({
  page,
  pageSize,
  total,
  isCapped = false,
  hrefOfPage,
  label = 'Pages',
  className,
}: PagerProps) {
  const from = (page - 1) * pageSize + 1
  const to = Math.min(page * pageSize, total)
  const previousHref = page > 1 ? hrefOfPage(page - 1) : undefined
  const nextHref = to < total ? hrefOfPage(page + 1) : undefined
  return (
    <nav aria-label={label} className={clsx('flex flex-wrap items-center justify-between gap-3', className)}>
      <p className="text-small text-muted tabular-nums">
        {numberText(from)} to {numberText(to)} of {isCapped && 'more than '}
        {numberText(total)}
      </p>
      {(previousHref !== undefined || nextHref !== undefined) && (
        <div className="flex gap-2">
          <PagerLink href={previousHref} rel="prev">
            Previous
          </PagerLink>
          <PagerLink href={nextHref} rel="next">
            Next
          </PagerLink>
        </div>
      )}
    </nav>
  )
}
