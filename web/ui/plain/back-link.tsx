import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type BackLinkProps = {
  href?: string | undefined
  onClick?: (() => void) | undefined
  children?: ReactNode
  className?: string | undefined
}

/** The way to the page before. With `href` a link, else a button. */
export function BackLink({ href, onClick, children = 'Back', className }: BackLinkProps) {
  const classes = clsx(
    'group -ms-1.5 inline-flex min-h-11 items-center gap-1 px-1 text-muted hover:text-ink',
    className,
  )
  const content = (
    <>
      <svg viewBox="0 0 16 16" fill="none" aria-hidden className="size-4 shrink-0 rtl:rotate-180">
        <path
          d="m10 3.5-4.5 4.5 4.5 4.5"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
      <span className="underline underline-offset-4 group-hover:decoration-2">{children}</span>
    </>
  )
  if (href === undefined) {
    return (
      <button type="button" onClick={onClick} className={classes}>
        {content}
      </button>
    )
  }
  return (
    <Link href={href} onClick={onClick} className={classes}>
      {content}
    </Link>
  )
}
