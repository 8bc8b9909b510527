import { useNavigate, useNavigation } from 'react-router'
import type { DataRequestKind } from '../../../contract/data-requests.ts'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import {
  DataRequestList,
  requestOrders,
  type DataRequestQuery,
  type DataRequestView,
} from '../../features/records/data-request-list.tsx'
import { requestKindWords } from '../../features/records/data-request-words.ts'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/data-request-list-page.ts'
import { protectionPaths } from './clinic-paths.ts'
import { ProtectionPage } from './protection-page.tsx'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Data protection')

const views: readonly string[] = ['open', 'overdue', 'closed'] satisfies DataRequestView[]

function queryIn(params: URLSearchParams): DataRequestQuery {
  const [view, kind] = [params.get('view') ?? '', params.get('kind') ?? '']
  return {
    view: views.includes(view) ? (view as DataRequestView) : 'open',
    kind: kind in requestKindWords ? (kind as DataRequestKind) : undefined,
    page: pageIn(params),
  }
}

const hrefOf = ({ view, kind, page }: DataRequestQuery): string =>
  `${protectionPaths.requests}${queryWith(new URLSearchParams(), {
    view: view === 'open' ? undefined : view,
    kind,
    page: page > 1 ? page : undefined,
  })}`

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const query = queryIn(params)
  const { kind, ...rest } = query
  const sort = sortIn(params, requestOrders[query.view])
  return { query, list: await api.dataRequests.list({ ...rest, sort, ...(kind && { kind }) }, { signal }) }
}

export default function DataRequestListPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { params, onQuery } = useListAddress()
  return (
    <ProtectionPage tab="requests">
      <DataRequestList
        {...loaderData}
        hrefOf={hrefOf}
        params={params}
        onOrder={onQuery}
        onQuery={(query) => navigate(hrefOf(query))}
        hrefOfRequest={protectionPaths.request}
        onOpened={({ id }) => navigate(protectionPaths.request(id))}
        busy={useNavigation().state === 'loading'}
      />
    </ProtectionPage>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the requests" />
)
