const short = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const long = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const startOf = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** A month on an axis. */
export const monthLabel = (month: string): string => short.format(startOf(month))
/** A month in a table. */
export const monthText = (month: string): string => long.format(startOf(month))
