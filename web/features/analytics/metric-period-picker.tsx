import { dateInTimeZone, dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import { figure_months_max } from '../../../contract/limits.ts'
import { Select } from '../../ui/select.tsx'
import { metricPeriods } from './metric-query.ts'
import { monthText } from './month-text.ts'

/** The months that may be chosen, newest first: as many as one period may hold. */
function listMonthOptions(now: Date) {
  const [year = 0, number = 1] = dateInTimeZone(now).split('-').map(Number)
  return Array.from({ length: figure_months_max }, (_, back) => {
    const month = dateOfUtcMidnight(Date.UTC(year, number - 1 - back, 1)).slice(0, 7)
    return { value: month, label: monthText(month) }
  })
}

type MetricPeriodPickerProps = {
  query: MetricsPeriod
  /** The months that are shown, which own months begin with. */
  shown: { from: string; to: string }
  onChange: (asked: MetricsPeriod) => void
}

/** Which consents are looked at, by when they were sent. */
export function MetricPeriodPicker({ query, shown, onChange }: MetricPeriodPickerProps) {
  const months = listMonthOptions(new Date())
  const own = (change: { from?: string; to?: string }) => {
    const [from, to] = [change.from ?? shown.from, change.to ?? shown.to]
    // The month that was chosen last holds; the other goes along.
    onChange({
      period: 'months',
      ...(from <= to ? { from, to } : change.from ? { from, to: from } : { from: to, to }),
    })
  }
  return (
    <div role="search" aria-label="Period" className="flex flex-wrap gap-3 *:grow *:basis-40 sm:*:grow-0">
      <Select
        label="Consents sent in"
        value={query.period}
        options={metricPeriods}
        onChange={(value) => {
          const period = metricPeriods.find((each) => each.value === value)!.value
          if (period === 'months') own({})
          else onChange({ period })
        }}
      />
      {query.period === 'months' && (
        <>
          <Select label="From" value={shown.from} options={months} onChange={(from) => own({ from })} />
          <Select label="To" value={shown.to} options={months} onChange={(to) => own({ to })} />
        </>
      )}
    </div>
  )
}
