import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { RevenueScreen } from '../../features/revenue/revenue-screen.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-revenue.ts'

const months_shown = 12
const periods = [6, months_shown, 24, 36]

export const meta = () => pageTitle('Revenue')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const requestedMonths = Number(new URL(url).searchParams.get('months'))
  const months = periods.includes(requestedMonths) ? requestedMonths : months_shown
  return { months, revenue: await api.revenue.get({ months }, { signal }) }
}

export default function AdminRevenue({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <RevenueScreen {...loaderData} onMonths={(months) => void navigate(`?months=${months}`)} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load revenue" />
)
