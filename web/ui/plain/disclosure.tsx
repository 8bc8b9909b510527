import { clsx } from 'clsx'
import type { ReactNode } from 'react'

type DisclosureProps = {
  summary: ReactNode
  open?: boolean | undefined
  children: ReactNode
  className?: string | undefined
}

/** More for those who want it, without leaving the page. */
export function Disclosure({ summary, open, children, className }: DisclosureProps) {
  return (
    <details open={open} className={clsx('group', className)}>
      <summary className="-ms-1 flex min-h-11 w-fit list-none items-center gap-1.5 rounded-sm px-1 text-brand hover:text-brand-strong [&::-webkit-details-marker]:hidden">
        <svg
          viewBox="0 0 16 16"
          fill="none"
          aria-hidden
          className="size-4 shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90"
        >
          <path
            d="m6 3.5 4.5 4.5L6 12.5"
            stroke="currentColor"
            strokeWidth="1.75"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        <span className="underline underline-offset-4">{summary}</span>
      </summary>
      <div className="ms-1.5 mt-1 border-s-4 border-line py-1 ps-4">{children}</div>
    </details>
  )
}
