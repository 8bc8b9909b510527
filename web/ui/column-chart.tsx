import { clsx } from 'clsx'
import { numberText } from './plain/number-text'

/** What is drawn for each place of the axis, from the left; the fill is a class, told apart by lightness too. */
export type ColumnSeries = { key: string; label: string; fill: string }
export type ColumnGroup = { key: string; label: string; values: Readonly<Record<string, number>> }

type ColumnChartProps = {
  /** What the columns show, for people who do not see them; the figures stand in a table beside the chart. */
  summary: string
  series: readonly ColumnSeries[]
  groups: readonly ColumnGroup[]
}

const labels_max = 12
/** So many have room on a phone. */
const labels_narrow_max = 6

/** A round number that nothing drawn exceeds. */
export function axisMax(values: readonly number[]): number {
  const largest = Math.max(1, ...values)
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  const step = [1, 2, 5, 10].find((each) => each * magnitude >= largest)!
  return step * magnitude
}

/** Columns over time. Whoever looks sees the run of it; whoever reads has the table. */
export function ColumnChart({ summary, series, groups }: ColumnChartProps) {
  const top = axisMax(groups.flatMap(({ values }) => series.map(({ key }) => values[key] ?? 0)))
  const every = Math.ceil(groups.length / labels_max)
  const everyNarrow = every * Math.ceil(groups.length / every / labels_narrow_max)
  return (
    <figure role="img" aria-label={summary}>
      <ul className="mb-4 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted" aria-hidden>
        {series.map(({ key, label, fill }) => (
          <li key={key} className="flex items-center gap-2">
            <span className={clsx('size-3 rounded-sm', fill)} />
            {label}
          </li>
        ))}
      </ul>
      <div className="flex gap-3 text-small text-muted tabular-nums" aria-hidden>
        <div className="flex h-48 flex-col justify-between text-end leading-none">
          <span>{numberText(top)}</span>
          <span>0</span>
        </div>
        <div className="min-w-0 flex-1">
          <div className="flex h-48 items-end gap-1 border-y border-line sm:gap-2">
            {groups.map(({ key, values }) => (
              <div key={key} className="flex h-full max-w-28 min-w-0 flex-1 items-end gap-px">
                {series.map((each) => (
                  <div
                    key={each.key}
                    className={clsx('min-w-0 flex-1 rounded-t-sm', each.fill)}
                    style={{ height: `${((values[each.key] ?? 0) / top) * 100}%` }}
                  />
                ))}
              </div>
            ))}
          </div>
          <div className="mt-1.5 flex gap-1 sm:gap-2">
            {groups.map(({ key, label }, index) => (
              <span
                key={key}
                className={clsx(
                  'max-w-28 min-w-0 flex-1 overflow-visible text-center whitespace-nowrap',
                  (groups.length - 1 - index) % everyNarrow !== 0 && 'max-sm:invisible',
                )}
              >
                {(groups.length - 1 - index) % every === 0 ? label : ''}
              </span>
            ))}
          </div>
        </div>
      </div>
    </figure>
  )
}
