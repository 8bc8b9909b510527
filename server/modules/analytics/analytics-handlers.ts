import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, files } from '../../../contract/index.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { tableOf } from './analytics-tables.ts'
import { platformAnalytics } from './platform-analytics.ts'

/** The operations of `contract/analytics.ts`. */
export const analyticsHandlers = {
  platform: handle(contract.analytics.platform, async (scope, { months }) => ({
    answer: await platformAnalytics(scope, months),
  })),
}

/** Its files. */
export const analyticsFileHandlers = [
  handleFile(files.analytics.platform, async (scope, { table, months }) => {
    const { header, rows } = tableOf(table, await platformAnalytics(scope, months))
    const bytes = csvFile(
      header,
      rows.map((row) => row.map(String)),
    )
    const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
    const etag = createHash('sha256').update(bytes).digest('hex')
    const answer = { open, type: 'text/csv; charset=utf-8', name: `candour-${table}.csv`, etag }
    return { answer, details: { table, months, rows: rows.length } }
  }),
]
