import { contract, files } from '../../../contract/index.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { tableOf } from './analytics-tables.ts'
import { csvResponse } from './figure-file.ts'
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
    const answer = csvResponse(
      `candour-${table}`,
      header,
      rows.map((row) => row.map(String)),
    )
    return { answer, details: { table, months, rows: rows.length } }
  }),
]
