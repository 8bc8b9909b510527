import { useNavigation, useRevalidator } from 'react-router'
import { api } from '../../api.ts'
import {
  IncidentScreen,
  incidentOrders,
  type IncidentView,
} from '../../features/compliance/incident-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { idIn, pageIn } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-incidents.ts'
import { consentPaths } from './clinic-paths.ts'
import { useListAddress } from './use-list-address.ts'

export const meta = () => pageTitle('Incidents and complaints')

export const clientMiddleware = [requirePermission('accessSettings')]

const viewIn = (params: URLSearchParams): IncidentView => {
  const view = params.get('view')
  return view === 'consent' || view === 'open' ? view : 'all'
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const view = viewIn(params)
  const asked = { about: view, page: pageIn(params), sort: sortIn(params, incidentOrders) }
  return { view, list: await api.incidents.list(asked, { signal }) }
}

export default function CqcIncidents({ loaderData }: Route.ComponentProps) {
  const address = useListAddress()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <IncidentScreen
        {...loaderData}
        {...address}
        consentId={idIn(address.params, 'consent')}
        hrefOfConsent={(incidentOf) => consentPaths.section(incidentOf, 'aftercare')}
        busy={useNavigation().state === 'loading'}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load incidents and complaints" />
)
