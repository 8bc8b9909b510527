import { dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import type { CompliancePeriod } from '../../../contract/compliance.ts'
import {
  compliance_group_min,
  compliance_trend_periods,
  compliance_years_max,
} from '../../../contract/limits.ts'
import { addCalendarDays, instantAtOrAfter } from '../../platform/zoned-time.ts'

/** Days where the practice is, both included. */
export type Span = { from: string; to: string }
/** How many count, of how many. */
export type Tally = { count: number; of: number }
export type Figure = Tally & { value: number | null }

const utc = (day: string): Date => new Date(`${day}T00:00:00Z`)
const firstOf = (year: number, month: number): string => dateOfUtcMidnight(Date.UTC(year, month, 1))

const monthsOf = { month: 1, quarter: 3, year: 12 } as const

const daysBetween = ({ from, to }: Span): number =>
  Math.round((utc(to).getTime() - utc(from).getTime()) / 86_400_000)

/** A month, quarter or year of the calendar, so many before the one that a day lies in. */
function calendarSpan(period: keyof typeof monthsOf, day: string, before: number): Span {
  const months = monthsOf[period]
  const date = utc(day)
  const first = Math.floor(date.getUTCMonth() / months) * months - before * months
  const year = date.getUTCFullYear()
  return { from: firstOf(year, first), to: addCalendarDays(firstOf(year, first + months), -1) }
}

type PeriodInput = { period: CompliancePeriod; from?: string | undefined; to?: string | undefined }

/** The span that is asked for with those before it, the oldest first; null where the days are no span. */
export function spansOf({ period, from, to }: PeriodInput, today: string): Span[] | null {
  const backwards = Array.from(
    { length: compliance_trend_periods },
    (_, before) => compliance_trend_periods - 1 - before,
  )
  if (period !== 'own') return backwards.map((before) => calendarSpan(period, from ?? today, before))
  if (!from || !to || to < from) return null
  const days = daysBetween({ from, to }) + 1
  if (days > compliance_years_max * 366) return null
  return backwards.map((before) => ({
    from: addCalendarDays(from, -before * days),
    to: addCalendarDays(to, -before * days),
  }))
}

/** When each span begins and, last, when the last one ends, where the practice is. */
export function boundsOf(spans: readonly Span[], timeZone: string): Date[] {
  const begin = (day: string) => instantAtOrAfter({ day, minutes: 0 }, timeZone)
  return [...spans.map(({ from }) => begin(from)), begin(addCalendarDays(spans.at(-1)!.to, 1))]
}

/** A share in percent to one decimal place; null without anything to count, never told as all. */
export const shareOf = ({ count, of }: Tally): Figure => ({
  count,
  of,
  value: of === 0 ? null : Math.round((count / of) * 1000) / 10,
})

/** A number of things: known even where it is none. */
export const numberOf = (count: number, of: number): Figure => ({ count, of, value: count })

export type ItemAim = { unit: 'percent' | 'count'; target: number | null }

/** Where a figure stands: a share, and a number that is aimed at from below, are met from the target on; a number aimed at nought up to it. */
export function figureStateOf(
  { value }: Figure,
  { unit, target }: ItemAim,
): 'met' | 'below' | 'no-data' | 'shown' {
  if (value === null) return 'no-data'
  if (target === null) return 'shown'
  const isMet = unit === 'count' && target === 0 ? value === 0 : value >= target
  return isMet ? 'met' : 'below'
}

export type GroupTally = Tally & { by: 'age' | 'language' | 'need'; name: string; item: string }

/**
 * Groups with too few people are hidden; and where that leaves one hidden group in a row, which would follow from the
 * others and the whole, the smallest of the others too.
 */
export function hideSmallGroups(
  groups: readonly GroupTally[],
): (Omit<GroupTally, 'count' | 'of'> & { figure: Figure | null })[] {
  const rows = Map.groupBy(groups, ({ by, item }) => `${by} ${item}`)
  return [...rows.values()].flatMap((row) => {
    const hidden = new Set(row.filter(({ of }) => of < compliance_group_min))
    const shown = row.filter((group) => !hidden.has(group)).toSorted((a, b) => a.of - b.of)
    if (hidden.size === 1 && shown[0]) hidden.add(shown[0])
    return row.map((group) => {
      const { by, name, item, count, of } = group
      return { by, name, item, figure: hidden.has(group) ? null : shareOf({ count, of }) }
    })
  })
}

/** The calendar month of a day. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The first and last day of a month. */
export const spanOfMonth = (month: string): Span => calendarSpan('month', `${month}-01`, 0)

/** The month that ended last before a day. */
export const monthBefore = (day: string): string => monthOf(calendarSpan('month', day, 1).from)

/** So many months before a day; the last of a month where it has no such day. */
export function monthsBefore(day: string, months: number): string {
  const [year, month, date] = [
    utc(day).getUTCFullYear(),
    utc(day).getUTCMonth() - months,
    utc(day).getUTCDate(),
  ]
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dateOfUtcMidnight(Date.UTC(year, month, Math.min(date, last)))
}

/** What a span is of the calendar; days of its own where it is none of it. */
export function periodOf(span: Span): CompliancePeriod {
  const periods = ['month', 'quarter', 'year'] as const
  const isSame = (period: keyof typeof monthsOf) => {
    const { from, to } = calendarSpan(period, span.from, 0)
    return from === span.from && to === span.to
  }
  return periods.find(isSame) ?? 'own'
}

type DatedFramework = { id: string; title: string; note: string; since: string | null; until: string | null }

/** The frameworks that are not over on that day; one that has no first day, or a later one, is not in force yet. */
export const frameworksOn = (frameworks: readonly DatedFramework[], today: string) =>
  frameworks
    .filter(({ until }) => until === null || today <= until)
    .map(({ id, title, since, note }) => ({ id, title, note, isInForce: since !== null && since <= today }))
