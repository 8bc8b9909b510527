import type { MetricsPeriod } from '../../../contract/clinic-figures.ts'
import type { MetricPeriod } from '../../../contract/measures.ts'
import { dayAt } from '../../platform/zoned-time.ts'

/** The first and the last month, as year and month. */
export type Months = { from: string; to: string }
/** A length of time whose figures are kept added up, by its first day. */
export type PeriodSegment = { span: MetricPeriod; start: string }

const months_per_span: Record<MetricPeriod, number> = { month: 1, quarter: 3, year: 12 }
const spansLongestFirst: readonly MetricPeriod[] = ['year', 'quarter', 'month']

/** Months counted from the year nought. */
const monthIndex = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthFromIndex = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The first day of a month. */
export const firstDayOf = (month: string): string => `${month}-01`

const monthPattern = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month as people call it: 'October 2026'. */
export const monthName = (month: string): string => monthPattern.format(new Date(firstDayOf(month)))

/** Which months a period holds when it is asked for: up to the running one, by the clocks of the practice. */
export function monthsOfPeriod({ period, from, to }: MetricsPeriod, now: Date, timeZone: string): Months {
  if (period === 'months') return { from: from!, to: to! }
  const running = monthIndex(dayAt(now, timeZone))
  return { from: monthFromIndex(running - (running % months_per_span[period])), to: monthFromIndex(running) }
}

/** Each month from the first to the last. */
export function everyMonth({ from, to }: Months): string[] {
  const first = monthIndex(from)
  return Array.from({ length: monthIndex(to) - first + 1 }, (_, at) => monthFromIndex(first + at))
}

/** The fewest lengths of time that make up these months: whole years, then quarters, then months. */
export function segmentsOf({ from, to }: Months): PeriodSegment[] {
  const end = monthIndex(to) + 1
  const pieces: PeriodSegment[] = []
  for (let at = monthIndex(from); at < end;) {
    const span = spansLongestFirst.find(
      (each) => at % months_per_span[each] === 0 && at + months_per_span[each] <= end,
    )!
    pieces.push({ span, start: firstDayOf(monthFromIndex(at)) })
    at += months_per_span[span]
  }
  return pieces
}
