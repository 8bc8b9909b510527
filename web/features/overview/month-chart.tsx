import type { Overview } from '../../../contract/overview.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { calendarDayText } from '../../ui/plain/date-text.ts'
import { numberText } from '../../ui/plain/number-text.ts'
import { maxValue, buildLinePath } from './chart-path.ts'

type Day = Overview['days'][number]
type Series = { key: Exclude<keyof Day, 'day'>; label: string; className: string }

type MonthChartProps = { days: readonly Day[]; series: readonly Series[]; caption: string }

const width = 600
const height = 140

/** Lines of a month for the eye, with every number in the table below. */
export function MonthChart({ days, series, caption }: MonthChartProps) {
  const highest = maxValue(series.flatMap(({ key }) => days.map((day) => day[key])))
  const sumOf = (key: Series['key']) => days.reduce((sum, day) => sum + day[key], 0)
  return (
    <figure>
      <figcaption className="flex flex-wrap gap-x-6 gap-y-1">
        {series.map(({ key, label, className }) => (
          <span key={key} className="flex items-center gap-2">
            <svg viewBox="0 0 20 4" aria-hidden className={`h-1 w-5 ${className}`}>
              <path d="M0 2H20" stroke="currentColor" strokeWidth="4" />
            </svg>
            {label}: <b className="tabular-nums">{numberText(sumOf(key))}</b>
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 -4 ${width} ${height + 8}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${caption}. The numbers are in the table below.`}
        className="mt-4 h-36 w-full border-b border-line"
      >
        {series.map(({ key, className }) => (
          <path
            key={key}
            d={buildLinePath(
              days.map((day) => day[key]),
              { width, height, highest },
            )}
            fill="none"
            stroke="currentColor"
            strokeWidth="2.5"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={className}
          />
        ))}
      </svg>
      <p className="mt-1 flex justify-between text-small text-muted tabular-nums">
        <span>{calendarDayText(days[0]!.day)}</span>
        <span>At most {numberText(highest)} a day</span>
        <span>{calendarDayText(days.at(-1)!.day)}</span>
      </p>
      <Disclosure summary="Show the numbers" className="mt-2">
        <div
          className="max-h-80 overflow-y-auto rounded-md border border-line"
          tabIndex={0}
          role="region"
          aria-label={caption}
        >
          <table className="w-full text-start tabular-nums">
            <caption className="sr-only">{caption}</caption>
            <thead className="sticky top-0 bg-paper text-small text-muted">
              <tr>
                <th scope="col" className="px-4 py-2 text-start font-medium">
                  Day
                </th>
                {series.map(({ key, label }) => (
                  <th key={key} scope="col" className="px-4 py-2 text-end font-medium">
                    {label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map((day) => (
                <tr key={day.day} className="border-t border-line">
                  <th scope="row" className="px-4 py-1.5 text-start font-normal">
                    {calendarDayText(day.day)}
                  </th>
                  {series.map(({ key }) => (
                    <td key={key} className="px-4 py-1.5 text-end">
                      {numberText(day[key])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Disclosure>
    </figure>
  )
}
