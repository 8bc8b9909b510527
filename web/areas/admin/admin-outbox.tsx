import { useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { OutboxScreen } from '../../features/outbox/outbox-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/admin-outbox.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: messages')

/** The page of the second list of this address. */
const undeliverablePageIn = (params: URLSearchParams): number =>
  pageIn(new URLSearchParams({ page: params.get('astray') ?? '' }))

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const [list, deliveries, undeliverable] = await Promise.all([
    api.outbox.list({ page: pageIn(params) }, { signal }),
    api.outbox.deliveries({}, { signal }),
    api.outbox.astray({ page: undeliverablePageIn(params), pageSize: 10 }, { signal }),
  ])
  return { list, deliveries, undeliverable }
}

export default function AdminOutbox({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const hrefWith = (changes: Record<string, number>) =>
    `/admin/operations/outbox${queryWith(params, changes)}`
  return (
    <OperationsPage tab="outbox">
      <OutboxScreen
        {...loaderData}
        hrefOfMessage={(name) => `/admin/operations/outbox/${name}`}
        hrefOfPage={(page) => hrefWith({ page })}
        hrefOfUndeliverablePage={(astray) => hrefWith({ astray })}
      />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the messages" />
)
