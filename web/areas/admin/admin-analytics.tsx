import { useNavigate } from 'react-router'
import { api } from '../../api.ts'
import { PlatformAnalyticsScreen } from '../../features/analytics/platform-analytics-screen.tsx'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { pageTitle } from '../../page-meta.ts'
import type { Route } from './+types/admin-analytics.ts'

const months_shown = 12
const periods = [3, 6, months_shown, 24, 36]

export const meta = () => pageTitle('Analytics')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const requestedMonths = Number(new URL(url).searchParams.get('months'))
  const months = periods.includes(requestedMonths) ? requestedMonths : months_shown
  return { months, metrics: await api.analytics.platform({ months }, { signal }) }
}

export default function AdminAnalytics({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  return (
    <div className="mx-auto max-w-page">
      <PlatformAnalyticsScreen {...loaderData} onMonths={(months) => void navigate(`?months=${months}`)} />
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load analytics" />
)
