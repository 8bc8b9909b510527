export type DateOrder = 'day-first' | 'month-first'
/** How a column writes its dates, as far as its values show it. */
export type DateHabit = {
  order: DateOrder
  /** False where every date could be read either way. */
  isCertain: boolean
  hasShortYears: boolean
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const century_years = 100

/** Hours behind a date say nothing: '14/03/1961 00:00:00'. */
const withoutTime = (written: string) =>
  written.trim().replace(/[T ,]+\d{1,2}:\d{2}(:\d{2})?(\.\d+)?( ?[ap]m)?(Z|[+-]\d{2}:?\d{2})?$/i, '')

const figures = /^(\d{1,2})[/.\- ](\d{1,2})[/.\- ](\d{4}|\d{2})$/
const yearFirst = /^(\d{4})[/.-](\d{1,2})[/.-](\d{1,2})$/
const compact = /^(\d{4})(\d{2})(\d{2})$/
const named = /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?[/.\- ]*([a-z]{3,9})\.?[/.\-, ]*(\d{4}|\d{2})$/i

/** How the dates of a column are written; null where it holds none. */
export function dateHabitOf(values: readonly string[]): DateHabit | null {
  let [dates, dayFirst, monthFirst, either, short] = [0, 0, 0, 0, 0]
  for (const value of values) {
    const written = withoutTime(value)
    const [, first, second, year] = figures.exec(written) ?? []
    if (year !== undefined) {
      if (Number(first) > 12) dayFirst++
      else if (Number(second) > 12) monthFirst++
      else if (first !== second) either++
    }
    const shortYear = (year ?? named.exec(written)?.[3])?.length === 2
    if (shortYear) short++
    if (year !== undefined || yearFirst.test(written) || compact.test(written) || named.test(written)) dates++
  }
  if (dates === 0 || dates < values.length / 2) return null
  const order = monthFirst > 0 && dayFirst === 0 ? 'month-first' : 'day-first'
  return { order, isCertain: dayFirst + monthFirst > 0 || either === 0, hasShortYears: short > 0 }
}

export type DateReading = {
  order: DateOrder
  /** A year of two figures is the last such year in which the date is not later than this (YYYY-MM-DD). */
  latest: string
}

/** A written date as YYYY-MM-DD, or why it cannot be read as one. */
export function readDate(value: string, reading: DateReading): { date: string } | { fault: string } {
  const written = withoutTime(value)
  const parts = partsOf(written, reading.order)
  if (!parts) return { fault: faultOf(written) }
  const { day, month } = parts
  const year = parts.year.length === 2 ? fullYear(parts, reading.latest) : Number(parts.year)
  if (!isDay(year, month, day)) return { fault: noSuchDay(written, reading.order, { day, month }) }
  return { date: isoOf(year, month, day) }
}

type Parts = { day: number; month: number; year: string }

function partsOf(written: string, order: DateOrder): Parts | null {
  const [, first, second, end] = figures.exec(written) ?? []
  if (first && second && end) {
    const [day, month] = order === 'day-first' ? [first, second] : [second, first]
    return { day: Number(day), month: Number(month), year: end }
  }
  const [, year, month, day] = yearFirst.exec(written) ?? compact.exec(written) ?? []
  if (year && month && day) return { day: Number(day), month: Number(month), year }
  const [, dayOf, name = '', yearOf] = named.exec(written) ?? []
  const index = months.indexOf(name.slice(0, 3).toLowerCase())
  return dayOf && yearOf && index >= 0 ? { day: Number(dayOf), month: index + 1, year: yearOf } : null
}

function fullYear({ day, month, year }: Parts, latest: string): number {
  const century = Math.floor(Number(latest.slice(0, 4)) / century_years) * century_years
  const here = century + Number(year)
  return isoOf(here, month, day) <= latest ? here : here - century_years
}

const isoOf = (year: number, month: number, day: number) =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** The number by which spreadsheets keep a day, which they show where a column is not told to hold dates. */
const isDayNumber = (written: string) => /^\d{4,5}(\.\d+)?$/.test(written)

function faultOf(written: string): string {
  if (isDayNumber(written))
    return `'${written}' is a spreadsheet’s own number for a day. Show the column as dates and save the file again.`
  return `'${written}' cannot be read as a date. Write it like 14/03/1961.`
}

function noSuchDay(
  written: string,
  order: DateOrder,
  { day, month }: { day: number; month: number },
): string {
  const other = order === 'day-first' ? 'month' : 'day'
  if (month > 12 && day <= 12)
    return `'${written}' has no month ${month}. Does this file write the ${other} first?`
  return `There is no such day as '${written}'.`
}
