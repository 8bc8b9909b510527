import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { csvFile } from '../../platform/csv/csv-writer.ts'

/** How outcomes are headed in a file, in the order of `consentOutcomeMeasures`. */
export const outcomeHeader = ['Sent', 'Opened', 'Signed', 'Declined', 'Withdrawn', 'Expired', 'Voided']

/** What is answered with these bytes as a file. */
export function fileResponse(bytes: Buffer, type: string, name: string) {
  const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
  return { open, type, name, etag: createHash('sha256').update(bytes).digest('hex') }
}

/** The same of a table, as CSV. */
export const csvResponse = (name: string, header: readonly string[], rows: readonly string[][]) =>
  fileResponse(csvFile(header, rows), 'text/csv; charset=utf-8', `${name}.csv`)
