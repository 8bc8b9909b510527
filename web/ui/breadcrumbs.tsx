import { ChevronRight } from 'lucide-react'
import { Link } from './plain/link.tsx'

export type Breadcrumb = { label: string; href?: string | undefined }

/** The way down to this page; its last stop is the page itself. */
export function Breadcrumbs({
  items,
  className,
}: {
  items: readonly Breadcrumb[]
  className?: string | undefined
}) {
  return (
    <nav aria-label="Breadcrumb" className={className}>
      <ol className="flex flex-wrap items-center gap-x-1 text-small text-muted">
        {items.map(({ label, href }, index) => (
          <li key={label} className="flex items-center gap-1">
            {index > 0 && <ChevronRight className="size-3.5 rtl:rotate-180" aria-hidden />}
            {href === undefined ? (
              <span aria-current="page" dir="auto" className="text-ink">
                {label}
              </span>
            ) : (
              <Link
                href={href}
                dir="auto"
                className="rounded-sm py-1 underline-offset-4 hover:text-ink hover:underline"
              >
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
