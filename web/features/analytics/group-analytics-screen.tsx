import { ChartColumn } from 'lucide-react'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import type { GroupOverview } from '../../../contract/group-figures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { TableLink } from './clinic-figure-columns.tsx'
import { GroupsPanel } from './clinic-groups.tsx'
import { MonthsPanel } from './clinic-overview.tsx'
import { MetricPeriodPicker } from './metric-period-picker.tsx'

const tables = '/api/group/figures'

type GroupAnalyticsScreenProps = {
  figures: GroupOverview
  asked: MetricsPeriod
  onPeriod: (asked: MetricsPeriod) => void
  busy: boolean
}

/** How consents come out at the practices of a group. */
export function GroupAnalyticsScreen({ figures, asked, onPeriod, busy }: GroupAnalyticsScreenProps) {
  const { period, isEmpty, groups, months, unshown } = figures
  return (
    <>
      <PageHeader
        title="Analytics"
        lead="Consent outcomes of your practices by date sent. No patients, treatments or staff; small groups are hidden."
      />
      <div className="mt-6 space-y-5" aria-busy={busy}>
        <MetricPeriodPicker query={asked} shown={period} onChange={onPeriod} />
        {unshown.length > 0 && (
          <InlineMessage>Not shown by their practice: {unshown.join(', ')}</InlineMessage>
        )}
        {isEmpty ? (
          <div className="card">
            <EmptyState icon={ChartColumn} title="No consents sent in this period">
              Figures appear once a practice that shows them sends a consent.
            </EmptyState>
          </div>
        ) : (
          <div className="space-y-6">
            <GroupsPanel
              title="By practice"
              header="Practice"
              lead="Not a comparison of performance: patients and treatments differ."
              actions={<TableLink table="practices" asked={asked} of="practices" tables={tables} />}
              groups={groups}
            />
            <MonthsPanel
              lead="All practices together, by month sent; recent months are incomplete."
              actions={<TableLink table="months" asked={asked} of="consents by month" tables={tables} />}
              months={months}
            />
          </div>
        )}
      </div>
    </>
  )
}
