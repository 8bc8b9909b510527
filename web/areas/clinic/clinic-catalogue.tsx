import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { parseCatalogueQuery } from '../../features/adoptions/catalogue-query.ts'
import { CatalogueScreen } from '../../features/adoptions/catalogue-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { useMay } from '../../features/identity/session-user.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/clinic-catalogue.ts'
import { dashboardTrail, templatePaths } from './clinic-paths.ts'

export const meta = () => pageTitle('Template catalogue')

export const clientLoader = ({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  api.adoptions.catalogue(parseCatalogueQuery(new URL(url).searchParams), { signal })

export default function ClinicCatalogue({ loaderData: page }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  const mayOpen = useMay()('manageTemplates')
  return (
    <div className="mx-auto max-w-page">
      <CatalogueScreen
        page={page}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        hrefOf={mayOpen ? templatePaths.view : undefined}
        trail={mayOpen ? templatePaths.trail : dashboardTrail}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the catalogue" />
)
