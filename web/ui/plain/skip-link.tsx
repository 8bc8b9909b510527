import type { ReactNode } from 'react'

type SkipLinkProps = { href?: string | undefined; children?: ReactNode }

/** The first stop of the keyboard: past the navigation, to what the page is about. */
export function SkipLink({ href = '#main', children = 'Skip to main content' }: SkipLinkProps) {
  return (
    <a
      href={href}
      className="sr-only rounded-md bg-surface px-4 py-2.5 font-semibold text-brand-strong underline underline-offset-4 shadow-pop focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50"
    >
      {children}
    </a>
  )
}
