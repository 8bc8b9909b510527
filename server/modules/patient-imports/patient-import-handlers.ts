import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { contract, files } from '../../../contract/index.ts'
import { readCsv } from '../../platform/csv/csv-reader.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import { appliedRepair, repairText } from '../../platform/csv/encoding-repair.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { columnError, importVocabulary } from './patient-import-columns.ts'
import { limits, createImport, reparseImport } from './patient-import-opening.ts'
import {
  changeImport,
  chooseForRow,
  clearChoices,
  countDecisions,
  countOpen,
  countResults,
  countToUndo,
  saveRowDecision,
  deleteImport,
  findImport,
  heldRow,
  findSkippedRows,
  listImports,
  listRows,
  lockImport,
  settleIdleRows,
  type ImportRecord,
} from './patient-import-store.ts'
import { tryRows } from './patient-import-trial.ts'
import { rowViews, summaryOf, undoEnd, viewOf } from './patient-import-view.ts'

const { patientImports } = contract

/** Counts alone go into the audit log. */
const done = async (scope: ClinicScope, record: ImportRecord, details: Record<string, unknown> = {}) => ({
  answer: viewOf(record, await countDecisions(scope, record)),
  subject: record.id,
  details,
})

const read = handle(patientImports.read, async (scope, { fileName, content }) => {
  const table = await readCsv(Buffer.from(content, 'base64'), limits)
  if ('fault' in table) return refuse(table.fault, { row: table.row })
  const record = await createImport(scope, fileName, table)
  return done(scope, record, { rows: record.rowCount })
})

const isOpen = ({ status }: ImportRecord) => status === 'draft' || status === 'checked'

const reparse = handle(patientImports.readAgain, async (scope, { importId, ...choice }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  const again = await reparseImport(scope, found, choice)
  return 'id' in again ? done(scope, again, choice) : again
})

const check = handle(patientImports.check, async (scope, { importId, fields, dateOrder }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  if (fields.length !== found.columns.length) return refuse('wrong-columns')
  const fault = columnError(fields)
  if (fault) return refuse(fault)
  const columns = found.columns.map((column, index) => ({ ...column, field: fields[index]! }))
  const outcomes = await tryRows(scope, { ...found, columns, dateOrder })
  const checked = await changeImport(scope, importId, { columns, dateOrder, outcomes, status: 'checked' })
  return done(scope, checked!, outcomes)
})

const choose = handle(patientImports.choose, async (scope, { importId, choice, number }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (found.status !== 'checked') return refuse('wrong-state')
  if (number !== null) {
    const chosen = await chooseForRow(scope, importId, { number, choice })
    return chosen ? done(scope, found, { choice, row: number }) : refuse('no-such-row')
  }
  await clearChoices(scope, importId)
  const changed = await changeImport(scope, importId, { choice })
  return done(scope, changed!, { choice })
})

const decide = handle(patientImports.decide, async (scope, { importId, number, decision }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (found.status !== 'checked') return refuse('wrong-state')
  const row = await heldRow(scope, importId, number)
  if (!row) return refuse('no-such-row')
  if (decision === 'update' && !row.patientId) return refuse('no-patient-beside')
  await saveRowDecision(scope, row.id, decision)
  return done(scope, found, { decision, row: number })
})

/** Puts the work on its queue, unless another import of the clinic is at work. */
async function queueImport(
  scope: ClinicScope,
  importId: string,
  changes: Parameters<typeof changeImport>[2],
) {
  const started = await changeImport(scope, importId, changes)
  if (!started) return refuse('another-running')
  scope.enqueue('patient-imports.work', { clinicId: scope.clinicId, importId })
  return done(scope, started, { rows: started.remaining })
}

const start = handle(patientImports.start, async (scope, { importId }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (found.status !== 'checked') return refuse('wrong-state')
  await settleIdleRows(scope, found)
  const remaining = await countOpen(scope, importId)
  if (remaining === 0) return refuse('nothing-to-import')
  const results = await countResults(scope, importId)
  return queueImport(scope, importId, { status: 'running', remaining, results })
})

const undo = handle(patientImports.undo, async (scope, { importId }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (found.status !== 'done') return refuse('wrong-state')
  const end = undoEnd(found)
  if (!end || end < scope.now) return refuse('too-late')
  const remaining = await countToUndo(scope, importId)
  return queueImport(scope, importId, { status: 'undoing', remaining })
})

const discard = handle(patientImports.discard, async (scope, { importId }) => {
  const found = await lockImport(scope, importId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  await deleteImport(scope, importId)
  return { answer: {}, subject: importId }
})

export const patientImportHandlers = {
  list: handle(patientImports.list, async (scope, { page, pageSize }) => {
    const { found, total } = await listImports(scope, sliceOf({ page, pageSize }))
    return { answer: { rows: found.map(summaryOf), total, page, pageSize } }
  }),
  read,
  get: handle(patientImports.get, async (scope, { importId }) => {
    const found = await findImport(scope, importId)
    return found ? done(scope, found) : refuse('not-found')
  }),
  readAgain: reparse,
  check,
  rows: handle(patientImports.rows, async (scope, { importId, page, pageSize, ...filter }) => {
    const record = await findImport(scope, importId)
    if (!record) return refuse('not-found')
    const { found, total } = await listRows(scope, importId, { ...filter, ...sliceOf({ page, pageSize }) })
    return { answer: { rows: await rowViews(scope, record, found), total, page, pageSize } }
  }),
  choose,
  decide,
  start,
  undo,
  discard,
}

/** A column of our own beside those of the file, under a name that the file does not have. */
const uniqueColumnName = (name: string, columns: readonly string[]): string =>
  columns.includes(name) ? uniqueColumnName(`${name} here`, columns) : name

/** The rows that were left out, as a file to be corrected and brought in again. */
export const patientImportEndpoints = [
  handleFile(files.patientImports.leftOut, async (scope, { importId }) => {
    const found = await findImport(scope, importId)
    if (!found) return refuse('not-found')
    const rows = await findSkippedRows(scope, importId)
    if (rows.length === 0) return refuse('nothing-left-out')
    // Of a file without names, by what they hold, so that the columns are known when it is brought in again.
    const columns = found.columns.map(({ name, field }) =>
      found.hasHeaderRow || !field ? name : importVocabulary.names[field][0]!,
    )
    const repair = appliedRepair(found)
    const header = [...columns, uniqueColumnName('Row', columns), uniqueColumnName('Reason skipped', columns)]
    const bytes = csvFile(
      header,
      rows.map(({ cells, number, faults, remark }) => {
        const why = faults.map(({ column, message }) => (column ? `${column}: ${message}` : message))
        const own = columns.map((_, index) => repairText(cells![index] ?? '', repair))
        return [...own, String(number), [...why, remark].filter(Boolean).join(' ')]
      }),
    )
    const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
    const etag = createHash('sha256').update(bytes).digest('hex')
    const answer = { open, type: 'text/csv; charset=utf-8', name: 'left-out.csv', etag }
    return { answer, subject: importId, details: { rows: rows.length } }
  }),
]
