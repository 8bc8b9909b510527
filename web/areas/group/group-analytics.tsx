import { useNavigate, useNavigation } from 'react-router'
import { api } from '../../api.ts'
import { GroupAnalyticsScreen } from '../../features/analytics/group-analytics-screen.tsx'
import { metricHref, parseMetricQuery } from '../../features/analytics/metric-query.ts'
import { AreaFailure } from '../../features/identity/area-failure.tsx'
import { GroupAccessNotice } from '../../features/practice-groups/group-access-notice.tsx'
import { GroupUseNote } from '../../features/practice-groups/group-use-note.tsx'
import { pageTitle } from '../../page-meta.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Route } from './+types/group-analytics.ts'

export const meta = () => pageTitle('Analytics')

export async function clientLoader({ request: { url, signal } }: Route.ClientLoaderArgs) {
  const { group } = await api.practiceGroups.mine({}, { signal })
  const { asked } = parseMetricQuery(new URL(url).searchParams)
  const isOpen = group?.access === 'open'
  return { group, asked, figures: isOpen ? await api.groupFigures.overview(asked, { signal }) : null }
}

export default function GroupAnalyticsPage({ loaderData: { group, asked, figures } }: Route.ComponentProps) {
  const navigate = useNavigate()
  const { state } = useNavigation()
  return (
    <div className="mx-auto max-w-page">
      {figures ? (
        <GroupAnalyticsScreen
          figures={figures}
          asked={asked}
          note={<GroupUseNote agreement="figures" use={figures.use} />}
          onPeriod={(period) => void navigate(metricHref({ view: 'overview', asked: period }))}
          busy={state === 'loading'}
        />
      ) : (
        <>
          <PageHeader title="Analytics" />
          <GroupAccessNotice group={group} accountHref="/clinic/account#second-factor" />
        </>
      )}
    </div>
  )
}

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <AreaFailure error={error} failed="Failed to load the figures" />
)
