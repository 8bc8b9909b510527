import type { SkippedFileReason } from '../../../contract/foreign-records.ts'
import { foreign_file_bytes_max } from '../../../contract/limits.ts'
import { api, ApiError } from '../../api.ts'
import { createFileFinder, ExportFileError, openChosen, type ExportFile } from './export-archive.ts'

const rows_at_once = 100
/** One is checked while the next ones are unpacked and sent. */
const sent_at_once = 3

async function base64Of(bytes: Uint8Array): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const reader = new FileReader()
  reader.addEventListener('load', () => {
    const address = String(reader.result)
    resolve(address.slice(address.indexOf(',') + 1))
  })
  reader.addEventListener('error', () => reject(new ExportFileError('unreadable')))
  reader.readAsDataURL(new Blob([bytes as BlobPart]))
  return promise
}

type Row = { number: number; fileName: string }

/** Sends the file of one row, or says why there is none. */
async function sendRow(
  foreignImportId: string,
  { number, fileName }: Row,
  find: (named: string) => ExportFile | 'missing' | 'unsafe-name',
): Promise<void> {
  const skip = (reason: SkippedFileReason) => api.foreignRecords.skipFile({ foreignImportId, number, reason })
  const file = find(fileName)
  if (typeof file === 'string') return void (await skip(file))
  try {
    const content = await base64Of(await file.read(foreign_file_bytes_max))
    await api.foreignRecords.addFile({ foreignImportId, number, content })
  } catch (error) {
    if (error instanceof ExportFileError) await skip(error.reason)
    else if (error instanceof ApiError && error.reason === 'file-infected') await skip('infected')
    else throw error
  }
}

/** Every row that waits for its file. */
async function waitingRows(foreignImportId: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const asked = { foreignImportId, state: 'waiting', page, pageSize: rows_at_once } as const
    const found = await api.foreignRecords.rows(asked)
    rows.push(...found.rows)
    if (rows.length >= found.total || found.rows.length === 0) return rows
  }
}

/**
 * Sends the files that rows of an import wait for, out of an archive or of files that were chosen. Begun again, it goes on
 * with those that are missing.
 */
export async function sendExportFiles(
  foreignImportId: string,
  chosen: readonly File[],
  onProgress: (done: number, total: number) => void,
): Promise<void> {
  const find = createFileFinder(await openChosen(chosen))
  const rows = await waitingRows(foreignImportId)
  const total = rows.length
  // Other parts of an export may hold what this one lacks: a row is refused for that when the import is finished.
  const open = rows.filter(({ fileName }) => find(fileName) !== 'missing')
  let done = total - open.length
  onProgress(done, total)
  const waiting = open.values()
  async function work() {
    for (const row of waiting) {
      await sendRow(foreignImportId, row, find)
      onProgress(++done, total)
    }
  }
  await Promise.all(Array.from({ length: sent_at_once }, work))
}
