import { useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { LockoutScreen } from '../../features/locks/lockout-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/admin-locks.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: lockouts')

/** The page of the second list of this address. */
const linkPageIn = (params: URLSearchParams): number =>
  pageIn(new URLSearchParams({ page: params.get('links') ?? '' }))

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const [limits, links] = await Promise.all([
    api.locks.list({ page: pageIn(params) }, { signal }),
    api.locks.links({ page: linkPageIn(params) }, { signal }),
  ])
  return { limits, links }
}

export default function AdminLocks({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  const [params] = useSearchParams()
  const hrefWith = (changes: Record<string, number>) => `/admin/operations/locks${queryWith(params, changes)}`
  return (
    <OperationsPage tab="locks">
      <LockoutScreen
        {...loaderData}
        hrefOfPage={(page) => hrefWith({ page })}
        hrefOfLinkPage={(links) => hrefWith({ links })}
        onChanged={revalidate}
      />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the locks" />
)
