import { useNavigate, useNavigation, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { parseClinicDirectoryQuery } from '../../features/directory/clinic-directory-query.ts'
import { ClinicDirectoryScreen } from '../../features/directory/clinic-directory-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-clinic-directory.ts'
import { clinicPaths } from './admin-clinic-paths.ts'

export const meta = () => pageTitle('Practice Directory')

export const clientLoader = ({ request: { url, signal } }: Route.ClientLoaderArgs) =>
  api.directory.list(parseClinicDirectoryQuery(new URL(url).searchParams), { signal })

export default function AdminClinicDirectory({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <ClinicDirectoryScreen
        page={loaderData}
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={useNavigation().state === 'loading'}
        hrefOf={clinicPaths.view}
        newHref={clinicPaths.new}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load practices" />
)
