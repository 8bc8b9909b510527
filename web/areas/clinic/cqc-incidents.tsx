import { useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { compliancePaths } from '../../features/compliance/compliance-paths.ts'
import { IncidentScreen, type IncidentView } from '../../features/compliance/incident-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { idIn, pageIn, queryWith } from '../../ui/query-string.ts'
import type { Route } from './+types/cqc-incidents.ts'
import { consentPaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Incidents and complaints')

export const clientMiddleware = [requirePermission('accessSettings')]

const viewIn = (params: URLSearchParams): IncidentView => {
  const view = params.get('view')
  return view === 'consent' || view === 'open' ? view : 'all'
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const view = viewIn(params)
  return { view, list: await api.incidents.list({ about: view, page: pageIn(params) }, { signal }) }
}

export default function CqcIncidents({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <IncidentScreen
        {...loaderData}
        consentId={idIn(params, 'consent')}
        hrefOf={({ view, page }) =>
          compliancePaths.incidents +
          queryWith(new URLSearchParams(), {
            view: view === 'all' ? undefined : view,
            page: page > 1 ? page : undefined,
          })
        }
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
