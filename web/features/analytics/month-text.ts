const shortMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const longMonthFormat = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const startOfMonth = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** A month on an axis. */
export const monthLabel = (month: string): string => shortMonthFormat.format(startOfMonth(month))
/** A month in a table. */
export const monthText = (month: string): string => longMonthFormat.format(startOfMonth(month))
