import type { FigurePeriod } from '../../../contract/clinic-figures.ts'
import type { FigureSpan } from '../../../contract/measures.ts'
import { dayAt } from '../../platform/zoned-time.ts'

/** The first and the last month, as year and month. */
export type Months = { from: string; to: string }
/** A length of time whose figures are kept added up, by its first day. */
export type Piece = { span: FigureSpan; start: string }

const months_in: Record<FigureSpan, number> = { month: 1, quarter: 3, year: 12 }
const longestFirst: readonly FigureSpan[] = ['year', 'quarter', 'month']

/** Months counted from the year nought. */
const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthOf = (number: number): string =>
  `${Math.floor(number / 12)}-${String((number % 12) + 1).padStart(2, '0')}`

/** The first day of a month. */
export const startOf = (month: string): string => `${month}-01`

/** Which months a period holds when it is asked for: up to the running one, by the clocks of the practice. */
export function monthsOfPeriod({ period, from, to }: FigurePeriod, now: Date, timeZone: string): Months {
  if (period === 'months') return { from: from!, to: to! }
  const running = numberOf(dayAt(now, timeZone))
  return { from: monthOf(running - (running % months_in[period])), to: monthOf(running) }
}

/** Each month from the first to the last. */
export function everyMonth({ from, to }: Months): string[] {
  const first = numberOf(from)
  return Array.from({ length: numberOf(to) - first + 1 }, (_, at) => monthOf(first + at))
}

/** The fewest lengths of time that make up these months: whole years, then quarters, then months. */
export function piecesOf({ from, to }: Months): Piece[] {
  const end = numberOf(to) + 1
  const pieces: Piece[] = []
  for (let at = numberOf(from); at < end;) {
    const span = longestFirst.find((each) => at % months_in[each] === 0 && at + months_in[each] <= end)!
    pieces.push({ span, start: startOf(monthOf(at)) })
    at += months_in[span]
  }
  return pieces
}
