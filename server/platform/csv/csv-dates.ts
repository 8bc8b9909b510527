import { parseWrittenDate, type DateOrder, type DateParseOptions } from '../../../contract/date-parsing.ts'

/** How a column writes its dates, as far as its values show it. */
export type ColumnDateFormat = {
  order: DateOrder
  /** False where every date could be read either way, or some are written one way and some the other. */
  isCertain: boolean
  hasShortYears: boolean
  /** Some of its dates can only be read day first, and some only month first. */
  isMixed?: boolean | undefined
  /** Days that systems write where none is known, and that several rows have. */
  fillers?: string[] | undefined
}

const numericDatePattern = /^\s*(\d{1,2})[/.\- ](\d{1,2})[/.\- ](?:\d{4}|\d{2})(?!\d)/
/** Of the dates that show an order, the part from which the rarer order is more than a slip of the hand. */
const mixed_share_min = 0.05

/**
 * Days that stand for none: 1 January of the years with which systems begin to count, the first days of spreadsheets and
 * of SQL Server, and eleven elevens.
 */
const placeholderDates: ReadonlySet<string> = new Set([
  ...['1753-01-01', '1800-01-01', '1899-12-30', '1899-12-31', '1900-01-01', '1900-01-02', '1901-01-01'],
  ...['1904-01-01', '1911-11-11', '1970-01-01', '2000-01-01'],
])

/** Whether systems write this day (YYYY-MM-DD) where none is known; somebody may be born on it all the same. */
export const isPlaceholderDate = (day: string): boolean => placeholderDates.has(day)

/** Whatever the day: how it is written is asked here. Years of two figures are those round this one, so that 70 is 1970. */
const any = { order: 'day-first', latest: '2069-12-31' } as const

/** How the dates of a column are written; null where it holds none. */
export function detectDateFormat(values: readonly string[]): ColumnDateFormat | null {
  let [dates, dayFirst, monthFirst, either, short] = [0, 0, 0, 0, 0]
  const counts = new Map<string, number>()
  for (const value of values) {
    const read = parseWrittenDate(value, any)
    const isDate = 'date' in read || read.problem !== 'unreadable'
    if (!isDate) continue
    dates++
    const [, first, second] = numericDatePattern.exec(value) ?? []
    if (Number(first) > 12) dayFirst++
    else if (Number(second) > 12) monthFirst++
    else if (first !== second) either++
    if (!('date' in read)) continue
    if (read.assumed === 'century') short++
    if (isPlaceholderDate(read.date)) counts.set(read.date, (counts.get(read.date) ?? 0) + 1)
  }
  if (dates === 0 || dates < values.length / 2) return null
  const certain = dayFirst + monthFirst
  const isMixed = Math.min(dayFirst, monthFirst) > certain * mixed_share_min
  return {
    order: monthFirst > dayFirst ? 'month-first' : 'day-first',
    isCertain: !isMixed && (certain > 0 || either === 0),
    hasShortYears: short > 0,
    isMixed,
    fillers: [...counts].filter(([, count]) => count > 1).map(([day]) => day),
  }
}

/** A date of a list as YYYY-MM-DD, with a note where something was added to it; or why it cannot be read. */
export function readDate(
  written: string,
  reading: Omit<DateParseOptions, 'hasDayNumbers'>,
): { date: string; note: string | null } | { fault: string } {
  const read = parseWrittenDate(written, { ...reading, hasDayNumbers: true })
  if ('problem' in read) return { fault: dateProblemText(written.trim(), read, reading.order) }
  const isNumber = read.assumed === 'day-number'
  return { date: read.date, note: isNumber ? numberNote(written.trim(), read.date) : null }
}

const long = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })
const formatLongDate = (date: string): string => long.format(new Date(`${date}T00:00:00Z`))

const numberNote = (written: string, date: string) =>
  `'${written}' is a spreadsheet’s number for a day, and is read as ${formatLongDate(date)}.`

type DateParseFailure = Extract<ReturnType<typeof parseWrittenDate>, { problem: unknown }>

function dateProblemText(written: string, { problem, month }: DateParseFailure, order: DateOrder): string {
  const other = order === 'day-first' ? 'month' : 'day'
  const texts: Record<DateParseFailure['problem'], string> = {
    unreadable: `'${written}' cannot be read as a date. Write it like 14/03/1961.`,
    'no-such-day': `There is no such day as '${written}'.`,
    'no-such-month': `'${written}' has no month ${month}. Does this file write the ${other} first?`,
    'either-order': `'${written}' may be day or month first: this column has both. Write the month by name.`,
    'no-date': `'${written}' is what systems write where no date is known.`,
    'day-number': `'${written}' may be a year, or a spreadsheet’s own number for a day. Show the column as dates and save the file again.`,
  }
  return texts[problem]
}
