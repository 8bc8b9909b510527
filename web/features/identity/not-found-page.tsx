import missing from '../../../build/content/page.missing.json'
import site from '../../../build/content/page.site.json'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useWindowTitle } from '../../ui/use-window-title.ts'
import { HomeLink } from './home-link.tsx'

/** Said inside an area, whose menu stays, where there is no page at an address. */
export function NotFoundPage() {
  useWindowTitle(missing.heading, site.name)
  return (
    <>
      <h1 tabIndex={-1} className="sr-only">
        {missing.heading}
      </h1>
      <EmptyState title={missing.heading} action={<HomeLink />}>
        The address may be wrong, or the page may have moved.
      </EmptyState>
    </>
  )
}
