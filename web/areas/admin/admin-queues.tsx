import { useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { QueueScreen } from '../../features/queues/queue-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/admin-queues.ts'
import { OperationsPage } from './operations-page.tsx'

export const meta = () => pageTitle('Operations: jobs')

/** A queue as an address names it; anything else counts as none. */
const queueIn = (params: URLSearchParams): string | undefined => {
  const name = params.get('queue')
  return name && /^[a-z-]+\.[\w-]+$/.test(name) ? name : undefined
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const queue = queueIn(params)
  const queueQuery = { page: pageIn(params), ...(queue ? { queue } : {}) }
  const [queues, failed] = await Promise.all([
    api.queues.list({}, { signal }),
    api.queues.failed(queueQuery, { signal }),
  ])
  return { queue, queues, failed }
}

const hrefOf = (queue: string | undefined, page = 1): string =>
  `/admin/operations${queryWith(new URLSearchParams(), { queue, page: page > 1 ? page : undefined })}`

export default function AdminQueues({ loaderData }: Route.ComponentProps) {
  const { revalidate } = useRevalidator()
  return (
    <OperationsPage tab="queues">
      <QueueScreen {...loaderData} hrefOf={hrefOf} onChanged={revalidate} />
    </OperationsPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the job queues" />
)
