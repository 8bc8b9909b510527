import { useEffect, useRef, type ReactNode } from 'react'

type FoldedRowProps = {
  label: string
  /** What stands inside, in words. */
  summary: ReactNode
  /** Whether it has to be seen; what is open stays open until somebody closes it. */
  open?: boolean | undefined
  children: ReactNode
}

/** A part of a form that says its state in a line, and opens in its place. */
export function FoldedRow({ label, summary, open = false, children }: FoldedRowProps) {
  const row = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (open && row.current) row.current.open = true
  }, [open])
  return (
    <details ref={row} className="group border-b border-line last:border-b-0">
      <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-4 px-5 py-2 [&::-webkit-details-marker]:hidden">
        <span className="w-36 shrink-0 font-semibold max-sm:flex-1">{label}</span>
        <span className="min-w-0 flex-1 text-muted max-sm:order-last max-sm:basis-full">{summary}</span>
        <span aria-hidden className="font-medium text-brand group-open:hidden">
          Change
        </span>
        <span aria-hidden className="hidden font-medium text-brand group-open:inline">
          Close
        </span>
      </summary>
      <div className="px-5 pt-1 pb-5">{children}</div>
    </details>
  )
}
