import type { RevenueMonth } from '../../../contract/revenue.ts'

/** Pence as '£1,234.50'; below nothing with a minus, which nothing itself never has. */
export const formatMoney = (pence: number): string =>
  new Intl.NumberFormat('en-GB', {
    style: 'currency',
    currency: 'GBP',
    signDisplay: 'negative',
    minimumFractionDigits: pence % 100 === 0 ? 0 : 2,
  }).format(pence / 100)

const monthLong = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthShort = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })
const startOfMonth = (month: string) => new Date(`${month}-01T00:00:00Z`)

/** '2026-11' as 'November 2026', and as 'Nov' beside others. */
export const revenueMonthText = (month: string): string => monthLong.format(startOfMonth(month))
export const revenueMonthLabel = (month: string): string => monthShort.format(startOfMonth(month))

/** What moved in all months together. */
export const totalChangePence = (
  months: readonly RevenueMonth[],
  of: (month: RevenueMonth) => number,
): number => months.reduce((sum, month) => sum + of(month), 0)
