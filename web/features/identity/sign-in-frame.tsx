import { useEffect, useRef, type ReactNode } from 'react'

type SignInFrameProps = {
  title: string
  lead?: ReactNode
  /** What else one can do, below the sheet. */
  after?: ReactNode
  children: ReactNode
}

/** What was shown last, and where: steps of one page replace one another without loading. */
let lastShownTitle: { path: string; title: string } | undefined

/** A page with one form on it. A title that replaces another on the same page takes the focus, and so is read out. */
export function SignInFrame({ title, lead, after, children }: SignInFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const path = location.pathname
    const isNextStep = lastShownTitle?.path === path && lastShownTitle.title !== title
    lastShownTitle = { path, title }
    if (!isNextStep) return
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [title])
  return (
    <div className="mx-auto w-full max-w-md px-6 py-10 sm:py-16">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {lead != null && <div className="mt-1 text-lead text-muted">{lead}</div>}
      <div className="mt-6 rounded-xl border border-line bg-surface p-5 sm:p-8">
        <noscript>
          <p className="mb-6">
            This page needs JavaScript. Allow it for this site, then load the page again.
          </p>
        </noscript>
        {children}
      </div>
      {after != null && <div className="mt-6 space-y-2 text-center">{after}</div>}
    </div>
  )
}
