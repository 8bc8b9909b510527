import { useNavigate, useNavigation } from 'react-router'
import { api, ApiError } from '../../api.ts'
import { ClinicAnalyticsScreen } from '../../features/analytics/clinic-analytics-screen.tsx'
import { ClinicFeedback } from '../../features/analytics/clinic-feedback.tsx'
import { ClinicGroups } from '../../features/analytics/clinic-groups.tsx'
import { ClinicOverview } from '../../features/analytics/clinic-overview.tsx'
import { ClinicReading } from '../../features/analytics/clinic-reading.tsx'
import { metricHref, parseMetricQuery, type MetricQuery } from '../../features/analytics/metric-query.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { requirePermission } from '../../features/identity/guard.ts'
import { OutcomeFiguresPanel } from '../../features/outcomes/outcome-figures.tsx'
import { pageTitle } from '../../page-meta.ts'
import { consentPaths } from './clinic-paths.ts'
import type { Route } from './+types/clinic-analytics.ts'

export const meta = () => pageTitle('Analytics')

export const clientMiddleware = [requirePermission('viewStats')]

/** What came of treatments; and whose follow-up is due, for those who record it. */
async function loadOutcomes(signal: AbortSignal) {
  const [figures, due] = await Promise.all([
    api.outcomes.figures({}, { signal }),
    api.outcomes.due({}, { signal }).catch(withoutPermission),
  ])
  return { period: undefined, isEmpty: false, figures, due }
}

function withoutPermission(error: unknown): null {
  if (error instanceof ApiError && error.code === 'permission-denied') return null
  throw error
}

/** The figures of one view, with which view it is. */
async function loadMetrics({ view, asked }: MetricQuery, signal: AbortSignal) {
  if (view === 'outcomes') return { view: 'outcomes' as const, figures: await loadOutcomes(signal) }
  const { overview, treatments, clinicians, reading, feedback } = api.clinicFigures
  if (view === 'treatments')
    return { view: 'treatments' as const, figures: await treatments(asked, { signal }) }
  if (view === 'clinicians')
    return { view: 'clinicians' as const, figures: await clinicians(asked, { signal }) }
  if (view === 'reading') return { view: 'reading' as const, figures: await reading(asked, { signal }) }
  if (view === 'feedback') return { view: 'feedback' as const, figures: await feedback(asked, { signal }) }
  return { view: 'overview' as const, figures: await overview(asked, { signal }) }
}

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const query = parseMetricQuery(new URL(url).searchParams)
  return { query, shown: await loadMetrics(query, signal) }
}

export default function ClinicAnalytics({ loaderData: { query, shown } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { view, asked } = query
  return (
    <div className="mx-auto max-w-page">
      <ClinicAnalyticsScreen
        query={query}
        metrics={shown.figures}
        onPeriod={(period) => void navigate(metricHref({ view, asked: period }))}
        busy={useNavigation().state === 'loading'}
      >
        <View shown={shown} asked={asked} />
      </ClinicAnalyticsScreen>
    </div>
  )
}

type ViewProps = { shown: Awaited<ReturnType<typeof loadMetrics>>; asked: MetricQuery['asked'] }

function View({ shown, asked }: ViewProps) {
  if (shown.view === 'treatments' || shown.view === 'clinicians')
    return <ClinicGroups key={shown.view} metrics={shown.figures} query={asked} by={shown.view} />
  if (shown.view === 'reading') return <ClinicReading figures={shown.figures} asked={asked} />
  if (shown.view === 'feedback') return <ClinicFeedback figures={shown.figures} asked={asked} />
  if (shown.view === 'outcomes')
    return (
      <OutcomeFiguresPanel
        figures={shown.figures.figures}
        due={shown.figures.due}
        consentHref={(consentId) => consentPaths.section(consentId, 'aftercare')}
      />
    )
  return <ClinicOverview figures={shown.figures} asked={asked} />
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the figures" />
)
