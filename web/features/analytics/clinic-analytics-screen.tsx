import { ChartColumn } from 'lucide-react'
import type { ReactNode } from 'react'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkTabs } from '../../ui/link-tabs.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { ButtonLink } from '../../ui/plain/button.tsx'
import { MetricPeriodPicker } from './metric-period-picker.tsx'
import { metricHref, metricViews, reportHref, type MetricQuery } from './metric-query.ts'

type ClinicAnalyticsScreenProps = {
  query: MetricQuery
  /** Without a period: what is shown is of a time of its own. */
  metrics: { period?: { from: string; to: string } | undefined; isEmpty: boolean }
  onPeriod: (asked: MetricsPeriod) => void
  busy: boolean
  children: ReactNode
}

/** How consent goes in a practice: its figures by the time in which consents were sent. */
export function ClinicAnalyticsScreen({
  query,
  metrics,
  onPeriod,
  busy,
  children,
}: ClinicAnalyticsScreenProps) {
  const { view, asked } = query
  return (
    <>
      <PageHeader
        title="Analytics"
        lead={
          metrics.period
            ? 'Consent outcomes by date sent. No patient names; small groups are hidden.'
            : 'Treatment outcomes recorded by clinicians.'
        }
        actions={
          <ButtonLink variant="quiet" href={reportHref(asked)} download reload>
            Download all (PDF)
          </ButtonLink>
        }
      />
      <div className="mt-6 space-y-5">
        {metrics.period && <MetricPeriodPicker query={asked} shown={metrics.period} onChange={onPeriod} />}
        <LinkTabs
          label="Figures"
          tabs={metricViews.map(({ view: each, label }) => ({
            label,
            href: metricHref({ view: each, asked }),
            current: each === view,
          }))}
        />
        <div aria-busy={busy}>
          {metrics.isEmpty ? (
            <div className="card">
              <EmptyState icon={ChartColumn} title={emptyTitle(view)}>
                {emptyText(view)}
              </EmptyState>
            </div>
          ) : (
            children
          )}
        </div>
      </div>
    </>
  )
}

const emptyTitle = (view: MetricQuery['view']) =>
  view === 'feedback' ? 'No answers yet' : 'No consents sent in this period'
const emptyText = (view: MetricQuery['view']) =>
  view === 'feedback'
    ? 'Patients are asked a few weeks after treatment if this is switched on in Settings.'
    : 'Figures appear after the first consent is sent and update automatically.'
