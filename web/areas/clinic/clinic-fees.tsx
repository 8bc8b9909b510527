import { useNavigate, useNavigation, useRevalidator, useSearchParams } from 'react-router'
import { api } from '../../api.ts'
import { FeeListScreen } from '../../features/fees/fee-list-screen.tsx'
import { feeOrders } from '../../features/fees/fee-orders.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { pageTitle } from '../../page-meta.ts'
import { sortIn } from '../../ui/list-orders.ts'
import { pageIn, searchIn } from '../../ui/query-string.ts'
import type { Route } from './+types/clinic-fees.ts'
import { settingsPath } from './clinic-paths.ts'

export const meta = () => pageTitle('Fees')

export const clientMiddleware = [requirePermission('accessSettings')]

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const params = new URL(url).searchParams
  const [page, charges] = await Promise.all([
    api.fees.list(
      { page: pageIn(params), search: searchIn(params), sort: sortIn(params, feeOrders) },
      { signal },
    ),
    api.fees.charges({}, { signal }),
  ])
  return { page, charges }
}

const { save, remove, import: importFees } = api.fees
const list = { path: '/fees', save, remove, import: importFees }

export default function ClinicFees({ loaderData }: Route.ComponentProps) {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { revalidate } = useRevalidator()
  return (
    <div className="mx-auto max-w-page">
      <FeeListScreen
        {...loaderData}
        list={list}
        lead="Consents already prepared keep their price."
        params={params}
        onQuery={(query) => void navigate(query, { replace: true, preventScrollReset: true })}
        busy={state === 'loading'}
        settingsHref={settingsPath('practice')}
        onChanged={revalidate}
      />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the fees" />
)
