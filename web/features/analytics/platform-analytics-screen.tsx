import { ChartColumn } from 'lucide-react'
import type { PlatformAnalytics, PlatformMonth } from '../../../contract/analytics.ts'
import { activation_days } from '../../../contract/limits.ts'
import { timeToSignBuckets } from '../../../contract/measures.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Select } from '../../ui/select.tsx'
import { StatTile } from '../../ui/stat-tile.tsx'
import { formatConsents, formatShare } from './metric-text.ts'
import { ClinicMonths, ConsentMonths } from './month-panels.tsx'
import { Features, Reminders, TimeToSign, Treatments } from './usage-panels.tsx'

const periods = [
  { value: '3', label: 'Last 3 months' },
  { value: '6', label: 'Last 6 months' },
  { value: '12', label: 'Last 12 months' },
  { value: '24', label: 'Last 24 months' },
  { value: '36', label: 'Last 36 months' },
] as const

type PlatformAnalyticsScreenProps = {
  months: number
  metrics: PlatformAnalytics
  onMonths: (months: number) => void
}

/** How the platform is used: all practices together, no practice and nobody by name. */
export function PlatformAnalyticsScreen({ months, metrics, onMonths }: PlatformAnalyticsScreenProps) {
  return (
    <>
      <PageHeader
        title="Analytics"
        lead="All practices combined, by month sent. No practices, patients or staff are named."
        actions={
          <Select
            label="Period"
            value={String(months)}
            options={periods}
            onChange={(value) => onMonths(Number(value))}
          />
        }
      />
      {metrics.sent === 0 && metrics.months.every(({ newClinics }) => newClinics === 0) ? (
        <EmptyState icon={ChartColumn} title="No data for this period">
          Figures appear after the first consent is sent and update automatically.
        </EmptyState>
      ) : (
        <div className="mt-7 space-y-6">
          <Totals {...metrics} />
          <ConsentMonths months={metrics.months} period={months} />
          <ClinicMonths months={metrics.months} />
          <TimeToSign {...metrics} period={months} />
          <Treatments rows={metrics.treatments} period={months} />
          <Reminders {...metrics.reminders} />
          <Features {...metrics} period={months} />
        </div>
      )}
    </>
  )
}

const sumBy = (months: readonly PlatformMonth[], of: (month: PlatformMonth) => number) =>
  months.reduce((sum, month) => sum + of(month), 0)

function Totals({ months, sent, timeToSign }: PlatformAnalytics) {
  const signed = sumBy(months, (month) => month.signed)
  const made = sumBy(months, ({ newClinics }) => newClinics)
  const begun = sumBy(months, ({ activatedClinics }) => activatedClinics)
  return (
    <div className="grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatTile label="Consents sent" value={numberText(sent)} />
      <StatTile label="Signed" value={formatShare(signed, sent)} note={formatConsents(signed)} />
      <StatTile label="Median time to sign" value={formatMedianTimeToSign(timeToSign)} note="From sending" />
      <StatTile
        label="New practices"
        value={numberText(made)}
        note={made > 0 ? `${numberText(begun)} sent a consent within ${activation_days} days` : undefined}
      />
    </div>
  )
}

/** The span within which half of the signatures had come. */
function formatMedianTimeToSign(timeToSign: PlatformAnalytics['timeToSign']): string {
  const all = timeToSign.reduce((sum, { consents }) => sum + consents, 0)
  let sum = 0
  for (const { measure, consents } of timeToSign) {
    sum += consents
    if (all > 0 && sum * 2 >= all)
      return timeToSignBuckets.find((span) => span.measure === measure)!.label.toLowerCase()
  }
  return 'No data'
}
