import type { ReactNode } from 'react'
import missing from '../../../build/content/page.missing.json'
import { EmptyState } from '../../ui/empty-state.tsx'

/** Said inside an area, whose menu stays, where there is no page at an address. `children` lead back into it. */
export const NotFoundPage = ({ children }: { children: ReactNode }) => (
  <>
    <title>{missing.title}</title>
    <h1 tabIndex={-1} className="sr-only">
      {missing.heading}
    </h1>
    <EmptyState title={missing.heading} action={children}>
      The address may be mistyped, or the page may have moved.
    </EmptyState>
  </>
)
