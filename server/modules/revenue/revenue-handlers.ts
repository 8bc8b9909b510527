import { dateInTimeZone, dateOfUtcMidnight } from '../../../contract/calendar-day.ts'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { revenue_forecast_months } from '../../../contract/limits.ts'
import { revenue, revenueFiles, type Revenue } from '../../../contract/revenue.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import type { AdminScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { sortEvents, newestEventAt } from '../billing/index.ts'
import { scheduledPence, latestSubscriptionStates, revenueOf } from './revenue-rules.ts'
import { arrangedAccounts, countByHand, listRevenueEvents } from './revenue-store.ts'
import { tableOf } from './revenue-tables.ts'

/** The books are kept by the clock of London. */
const monthOf = (at: Date): string => dateInTimeZone(at).slice(0, 7)

/** The month so many after another; before it where the count is negative. */
function monthAfter(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return dateOfUtcMidnight(Date.UTC(year, number - 1 + count, 1)).slice(0, 7)
}

/** A moment in the last day of a month: what ends with it has ended. */
const endOf = (month: string): Date => new Date(`${monthAfter(month, 1)}-01T00:00:00Z`)

async function figures(scope: AdminScope, count: number): Promise<Revenue> {
  const running = monthOf(scope.now)
  const names = Array.from({ length: count }, (_, at) => monthAfter(running, at + 1 - count))
  const arranged = await arrangedAccounts(scope)
  const events = [
    ...sortEvents(await listRevenueEvents(scope)),
    ...latestSubscriptionStates(arranged, scope.now),
  ]
  const months = revenueOf(events, { months: names, monthOf })
  const coming = Array.from({ length: revenue_forecast_months }, (_, at) => monthAfter(running, at))
  const { mrrPence } = months.at(-1)!
  return {
    mrrPence,
    arrPence: mrrPence * 12,
    months,
    forecast: coming.map((month) => ({ month, mrrPence: scheduledPence(arranged, endOf(month)) })),
    byHand: await countByHand(scope),
    newestEventAt: (await newestEventAt(scope))?.toISOString() ?? null,
  }
}

/** The operations of `contract/revenue.ts`. */
export const revenueHandlers = {
  get: handle(revenue.get, async (scope, { months }) => ({ answer: await figures(scope, months) })),
}

/** Its files. */
export const revenueFileHandlers = [
  handleFile(revenueFiles.table, async (scope, { table, months }) => {
    const { header, rows } = tableOf(table, await figures(scope, months))
    const bytes = csvFile(
      header,
      rows.map((row) => row.map(String)),
    )
    const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
    const etag = createHash('sha256').update(bytes).digest('hex')
    const answer = { open, type: 'text/csv; charset=utf-8', name: `candour-revenue-${table}.csv`, etag }
    return { answer, details: { table, months, rows: rows.length } }
  }),
]
