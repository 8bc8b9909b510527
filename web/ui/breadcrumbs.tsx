import { Link } from './plain/link.tsx'

/** One of the pages above a page. */
export type Crumb = { href: string; label: string }

/** Which pages a page belongs under, from the outermost in; the page itself is named by its heading. */
export const Breadcrumbs = ({ trail }: { trail: readonly Crumb[] }) => (
  <nav aria-label="Breadcrumb">
    <ol className="flex flex-wrap items-center text-muted">
      {trail.map(({ href, label }, index) => (
        <li key={href} className="flex min-w-0 items-center">
          {index > 0 && (
            <span aria-hidden className="px-2">
              /
            </span>
          )}
          <Link
            href={href}
            dir="auto"
            className="inline-flex min-h-9 items-center wrap-anywhere underline underline-offset-4 hover:text-ink hover:decoration-2 pointer-coarse:min-h-11"
          >
            {label}
          </Link>
        </li>
      ))}
    </ol>
  </nav>
)
