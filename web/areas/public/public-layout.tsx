import { Outlet, useLocation } from 'react-router'
import site from '../../../build/content/page.site.json'
import { Brand } from '../../ui/plain/brand.tsx'
import { Link } from '../../ui/plain/link.tsx'
import { SkipLink } from '../../ui/plain/skip-link.tsx'

/** Where there is little room the brand leads home, and the sign-in page to the registration. */
const destinations = [
  { href: '/', label: 'Home', shown: 'max-sm:hidden' },
  { href: '/login', label: 'Sign In', shown: '' },
  { href: '/register', label: 'Get Started', shown: 'max-[24rem]:hidden' },
]

export default function PublicLayout() {
  // Prerendered addresses may end in a slash.
  const here = useLocation().pathname.replace(/(.)\/$/, '$1')
  return (
    <div className="flex min-h-dvh flex-col">
      <SkipLink />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-page items-center justify-between gap-4 px-6">
          <Brand name={site.name} href="/" />
          <nav aria-label="Main">
            <ul className="flex items-center gap-1 sm:gap-3">
              {destinations.map(({ href, label, shown }) => (
                <li key={href} className={shown}>
                  <Link
                    href={href}
                    aria-current={here === href ? 'page' : undefined}
                    className="inline-flex min-h-11 items-center rounded-md px-3 font-medium whitespace-nowrap text-muted hover:text-ink aria-[current]:text-ink"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
      <footer className="border-t border-line">
        <p className="mx-auto max-w-page px-6 py-8 text-muted">© {site.name}</p>
      </footer>
    </div>
  )
}
