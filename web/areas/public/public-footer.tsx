import frame from '../../../build/content/page.frame.json'
import site from '../../../build/content/page.site.json'
import { Link } from '../../ui/plain/link.tsx'

const { footer, solutions, solutionsLabel } = frame
const groups = [{ title: solutionsLabel, links: solutions }, ...footer.groups]

/** Every public page, by what one comes for. */
export function PublicFooter() {
  return (
    <footer className="border-t border-line bg-surface print:hidden">
      <div className="mx-auto max-w-page px-6 py-12">
        <nav aria-label={footer.label} className="grid grid-cols-2 gap-x-6 gap-y-9 md:grid-cols-4">
          {groups.map(({ title, links }) => (
            <div key={title}>
              <h2 className="text-small text-muted">{title}</h2>
              <ul className="mt-2">
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <Link href={href} reload className="inline-flex min-h-9 items-center hover:underline">
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
        <p className="mt-10 border-t border-line pt-6 text-muted">© {site.name}</p>
      </div>
    </footer>
  )
}
