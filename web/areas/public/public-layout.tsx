import { Outlet, useLocation, useMatches } from 'react-router'
import site from '../../../build/content/page.site.json'
import { Brand } from '../../ui/plain/brand.tsx'
import { SkipLink } from '../../ui/plain/skip-link.tsx'
import { capacityTestUrl } from './capacity-test-action.ts'
import { PublicBar } from './public-bar.tsx'
import { PublicFooter } from './public-footer.tsx'
import menusUrl from './public-menus.mjs?url&no-inline'

export default function PublicLayout() {
  // Prerendered addresses may end in a slash.
  const here = useLocation().pathname.replace(/(.)\/$/, '$1')
  const capacityTest = capacityTestUrl(useMatches())
  if (here === '/locked') return <BareLayout />
  return (
    <div className="flex min-h-dvh flex-col">
      <script async type="module" src={menusUrl} data-still="" />
      <SkipLink />
      <header className="relative z-20 border-b border-line bg-surface print:hidden">
        <div className="mx-auto flex min-h-16 max-w-page items-center justify-between gap-4 px-6">
          <Brand name={site.name} href="/" reload />
          <PublicBar here={here} capacityTest={capacityTest} />
        </div>
      </header>
      <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
        <Outlet />
      </main>
      <PublicFooter />
    </div>
  )
}

/** The lock screen may be in a patient's hands: it leads nowhere but to its own question. */
const BareLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <SkipLink />
    <header className="border-b border-line bg-surface">
      <div className="mx-auto flex min-h-16 max-w-page items-center px-6">
        <Brand name={site.name} />
      </div>
    </header>
    <main id="main" tabIndex={-1} className="flex flex-1 flex-col">
      <Outlet />
    </main>
  </div>
)
