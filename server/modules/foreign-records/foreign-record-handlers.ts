import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { fileProblems } from '../../../contract/file-problems.ts'
import type { ForeignRowState } from '../../../contract/foreign-records.ts'
import { contract, files as fileRoutes } from '../../../contract/index.ts'
import { guessFieldsByName, guessFieldsByValues } from '../../platform/csv/csv-columns.ts'
import { csvFile } from '../../platform/csv/csv-writer.ts'
import { sliceOf } from '../../platform/database/list-slice.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import type { Files } from '../../platform/files/files.ts'
import { handle, handleFile } from '../../platform/http/operations.ts'
import { refuse } from '../../platform/http/refusal.ts'
import { readPdf } from '../../platform/pdf/pdf-pages.ts'
import { findImportedList, importedPeople } from '../patient-imports/index.ts'
import { findPatient, type PatientRow } from '../patients/index.ts'
import {
  alreadyHere,
  foreignColumnError,
  foreignVocabulary,
  judgeRows,
  otherHere,
  skippedReasonText,
  undoEnd,
} from './foreign-record-rules.ts'
import {
  allRows,
  changeImport,
  changeRow,
  countStates,
  deleteImport,
  findForeignRecords,
  findHere,
  findImport,
  findStoredRecord,
  foreignFileName,
  insertImport,
  insertRecord,
  listImports,
  listRows,
  lockImport,
  lockRow,
  markOpened,
  refuseWaiting,
  replaceRows,
  wasOpened,
  type ImportRecord,
  type RowRecord,
} from './foreign-record-store.ts'

const { foreignRecords } = contract

const summaryOf = (record: ImportRecord) => ({
  id: record.id,
  fileName: record.fileName,
  source: record.source,
  status: record.status,
  createdBy: record.createdBy,
  createdAt: record.createdAt.toISOString(),
  finishedAt: record.finishedAt?.toISOString() ?? null,
  undoUntil: undoEnd(record)?.toISOString() ?? null,
  rowCount: record.rowCount,
  counts: record.counts,
})

/** While files arrive, they are counted when somebody asks. */
const countsOf = (scope: ClinicScope, { id, status, counts }: ImportRecord) =>
  status === 'running' || status === 'undoing' ? countStates(scope, id) : counts

/** Counts alone go into the audit log. */
async function done(scope: ClinicScope, record: ImportRecord, details: Record<string, unknown> = {}) {
  const counts = await countsOf(scope, record)
  const { columns, dateOrder } = record
  return { answer: { ...summaryOf(record), counts, columns, dateOrder }, subject: record.id, details }
}

const read = handle(foreignRecords.read, async (scope, { patientImportId, source }) => {
  const list = await findImportedList(scope, patientImportId)
  if (!list) return refuse('not-found')
  if (list === 'unfinished') return refuse('patients-first')
  const names = list.columns.map(({ name }) => name)
  // What says who the patient is says nothing of the record.
  const free = list.columns.flatMap(({ field }, index) => (field === null ? [index] : []))
  const columns = free.map((index) => names[index]!)
  const samples = free.map((index) => list.columns[index]!.samples)
  const deepest = Math.max(0, ...samples.map(({ length }) => length))
  const rows = Array.from({ length: deepest }, (_row, at) => ({
    cells: samples.map((values) => values[at] ?? ''),
  }))
  const guessed = list.hasHeaderRow
    ? guessFieldsByName(columns, foreignVocabulary)
    : guessFieldsByValues({ columns, rows }, foreignVocabulary, dateInTimeZone(scope.now))
  const record = await insertImport(scope, {
    ...{ patientImportId, source, fileName: list.fileName, rowCount: list.rowCount },
    columns: list.columns.map(({ name, samples: shown, dates, field }, index) => ({
      ...{ name, samples: shown, dates },
      isOfPatient: field !== null,
      field: guessed[free.indexOf(index)] ?? null,
    })),
    dateOrder: list.dateOrder,
  })
  return done(scope, record, { rows: record.rowCount })
})

const isOpen = ({ status }: ImportRecord) => status === 'draft' || status === 'checked'

const check = handle(foreignRecords.check, async (scope, { foreignImportId, fields, dateOrder }) => {
  const found = await lockImport(scope, foreignImportId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  if (fields.length !== found.columns.length) return refuse('wrong-columns')
  const fault = foreignColumnError(fields)
  if (fault) return refuse(fault)
  const list = await findImportedList(scope, found.patientImportId)
  if (!list || list === 'unfinished') return refuse('list-forgotten')
  const columns = found.columns.map((column, index) => ({ ...column, field: fields[index]! }))
  const people = await importedPeople(scope, list)
  const at = fields.indexOf('originalId')
  const here = await findHere(scope, found.source, [
    ...new Set(people.map(({ cells }) => (cells[at] ?? '').trim())),
  ])
  const reading = { columns, dateOrder, today: dateInTimeZone(scope.now) }
  await replaceRows(scope, found.id, judgeRows(people, reading, here))
  const counts = await countStates(scope, found.id)
  const changes = { columns, dateOrder, counts, rowCount: people.length, status: 'checked' as const }
  return done(scope, await changeImport(scope, found.id, changes), counts)
})

const start = handle(foreignRecords.start, async (scope, { foreignImportId }) => {
  const found = await lockImport(scope, foreignImportId)
  if (!found) return refuse('not-found')
  if (found.status !== 'checked') return refuse('wrong-state')
  if (found.counts.waiting === 0) return refuse('nothing-to-import')
  return done(scope, await changeImport(scope, found.id, { status: 'running' }), found.counts)
})

/** Records are merged into one another so often at most. */
const merges_followed_max = 10

/** The patient as they are now; undefined where they are not here any more. */
async function patientOf(scope: ClinicScope, { patientId }: RowRecord): Promise<PatientRow | undefined> {
  let found = patientId ? await findPatient(scope, patientId) : undefined
  for (let followed = 0; found?.mergedInto && followed < merges_followed_max; followed++)
    found = await findPatient(scope, found.mergedInto)
  return found
}

type Judged = { state: ForeignRowState; reason: string; recordId?: string }
const refused = (reason: string): Judged => ({ state: 'refused', reason })

/** Stores the file of a row as a record of its patient; or says why it is not taken. */
async function takeFile(
  scope: ClinicScope,
  { id: importId, source }: ImportRecord,
  row: RowRecord,
  bytes: Buffer,
): Promise<Judged> {
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  if (row.sha256 !== '' && row.sha256 !== sha256)
    return refused('The file is not the one of which the manifest gives the SHA-256.')
  const pages = await readPdf(bytes)
  if (pages === null) return refused('The file is not a PDF.')
  if (typeof pages === 'string') return refused(fileProblems[pages].message)
  const patient = await patientOf(scope, row)
  if (!patient) return refused('The patient no longer exists.')
  const { originalId, title, signedOn, clinician, fileName } = row
  const recordId = await insertRecord(scope, {
    ...{ patientId: patient.id, importId, source, originalId, title, signedOn, clinician, fileName },
    ...{ sha256, bytes: bytes.byteLength, pages, waitingBytes: bytes },
  })
  if (!recordId) {
    const here = (await findHere(scope, source, [originalId])).get(originalId)
    return here === sha256 ? { state: 'here', reason: alreadyHere } : refused(otherHere)
  }
  scope.enqueue('foreign-records.store', { clinicId: scope.clinicId, recordId })
  return { state: 'taken', reason: '', recordId }
}

/** A row of an import that takes files; or why there is none. */
async function openRow(scope: ClinicScope, foreignImportId: string, number: number) {
  const found = await lockImport(scope, foreignImportId, 'share')
  if (!found) return refuse('not-found')
  if (found.status !== 'running') return refuse('wrong-state')
  const row = await lockRow(scope, foreignImportId, number)
  return row ? { found, row } : refuse('no-such-row')
}

/** Rows that a file can still be sent for: one was refused, or none came yet. */
const takesFile = ({ state, patientId }: RowRecord): boolean =>
  state === 'waiting' || (state === 'refused' && patientId !== null)

const addFile = handle(foreignRecords.addFile, async (scope, { foreignImportId, number, content }) => {
  const open = await openRow(scope, foreignImportId, number)
  if (!('row' in open)) return open
  const { found, row } = open
  const settle = (judged: Judged) => ({
    answer: { state: judged.state, reason: judged.reason },
    // The record's own, so that what is known of it is found by it.
    subject: judged.recordId ?? found.id,
    details: { importId: found.id, row: number, state: judged.state },
  })
  if (!takesFile(row)) return settle({ state: row.state, reason: row.reason })
  const judged = await takeFile(scope, found, row, Buffer.from(content, 'base64'))
  await changeRow(scope, row.id, judged)
  return settle(judged)
})

const skipFile = handle(foreignRecords.skipFile, async (scope, { foreignImportId, number, reason }) => {
  const open = await openRow(scope, foreignImportId, number)
  if (!('row' in open)) return open
  const { found, row } = open
  const judged = takesFile(row)
    ? refused(skippedReasonText[reason])
    : { state: row.state, reason: row.reason }
  if (takesFile(row)) await changeRow(scope, row.id, judged)
  return {
    answer: { state: judged.state, reason: judged.reason },
    subject: found.id,
    details: { row: number, state: judged.state, reason },
  }
})

const finish = handle(foreignRecords.finish, async (scope, { foreignImportId }) => {
  const found = await lockImport(scope, foreignImportId)
  if (!found) return refuse('not-found')
  if (found.status !== 'running') return refuse('wrong-state')
  await refuseWaiting(scope, found.id, 'No file was received for this row.')
  const counts = await countStates(scope, found.id)
  const changes = { counts, status: 'done' as const, finishedAt: scope.now }
  return done(scope, await changeImport(scope, found.id, changes), counts)
})

const undo = handle(foreignRecords.undo, async (scope, { foreignImportId }) => {
  const found = await lockImport(scope, foreignImportId)
  if (!found) return refuse('not-found')
  if (found.status !== 'done') return refuse('wrong-state')
  const end = undoEnd(found)
  if (!end || end < scope.now) return refuse('too-late')
  if (await wasOpened(scope, found.id)) return refuse('relied-on')
  const changed = await changeImport(scope, found.id, { status: 'undoing' })
  scope.enqueue('foreign-records.undo', { clinicId: scope.clinicId, importId: found.id })
  return done(scope, changed, { records: found.counts.taken })
})

const discard = handle(foreignRecords.discard, async (scope, { foreignImportId }) => {
  const found = await lockImport(scope, foreignImportId)
  if (!found) return refuse('not-found')
  if (!isOpen(found)) return refuse('wrong-state')
  await deleteImport(scope, found.id)
  return { answer: {}, subject: found.id }
})

/** No patient has more; what a page shows is bounded all the same. */
const records_of_patient_max = 1000

/** The operations of `contract/foreign-records.ts`. */
export const foreignRecordHandlers = {
  list: handle(foreignRecords.list, async (scope, { page, pageSize }) => {
    const { found, total } = await listImports(scope, sliceOf({ page, pageSize }))
    const rows = await Promise.all(
      found.map(async (record) => ({ ...summaryOf(record), counts: await countsOf(scope, record) })),
    )
    return { answer: { rows, total, page, pageSize } }
  }),
  read,
  get: handle(foreignRecords.get, async (scope, { foreignImportId }) => {
    const found = await findImport(scope, foreignImportId)
    return found ? done(scope, found) : refuse('not-found')
  }),
  check,
  rows: handle(foreignRecords.rows, async (scope, { foreignImportId, page, pageSize, state }) => {
    if (!(await findImport(scope, foreignImportId))) return refuse('not-found')
    const { found, total } = await listRows(scope, foreignImportId, { state, ...sliceOf({ page, pageSize }) })
    const rows = found.map(({ number, state: is, originalId, title, fileName, reason }) => ({
      ...{ number, state: is, originalId, title, fileName, reason },
    }))
    return { answer: { rows, total, page, pageSize } }
  }),
  start,
  addFile,
  skipFile,
  finish,
  undo,
  discard,
  ofPatient: handle(foreignRecords.ofPatient, async (scope, { patientId }) => {
    if (!(await findPatient(scope, patientId))) return refuse('not-found')
    const asked = { patientIds: [patientId], limit: records_of_patient_max }
    return { answer: await findForeignRecords(scope, asked) }
  }),
}

const stateWords: Record<ForeignRowState, string> = {
  waiting: 'Waiting for its file',
  taken: 'Imported',
  here: 'Imported before',
  held: 'Held: patient not decided',
  refused: 'Refused',
  removed: 'Removed',
  kept: 'Kept',
}

const reportColumns = [
  'Row',
  'Result',
  'Reason',
  'Identifier',
  'Title',
  'Signed',
  'Clinician',
  'File',
  'Source',
]

/** What became of an import, and the records themselves. */
export const foreignRecordFileHandlers = (files: Files) => [
  handleFile(fileRoutes.foreignRecords.report, async (scope, { foreignImportId }) => {
    const found = await findImport(scope, foreignImportId)
    if (!found) return refuse('not-found')
    const rows = await allRows(scope, foreignImportId)
    const bytes = csvFile(
      reportColumns,
      rows.map(({ number, state, reason, originalId, title, signedOn, clinician, fileName }) => [
        ...[String(number), stateWords[state], reason, originalId, title],
        ...[signedOn ?? '', clinician, fileName, found.source],
      ]),
    )
    const open = () => Promise.resolve({ stream: Readable.from(bytes), bytes: bytes.length })
    const etag = createHash('sha256').update(bytes).digest('hex')
    const answer = { open, type: 'text/csv; charset=utf-8', name: 'imported-records.csv', etag }
    return { answer, subject: found.id, details: { rows: rows.length } }
  }),
  handleFile(fileRoutes.foreignRecords.record, async (scope, { foreignRecordId }) => {
    const found = await findStoredRecord(scope, foreignRecordId)
    if (!found) return refuse('not-found')
    // It may be removed at this very moment, since nobody had opened it.
    if (!found.openedAt && !(await markOpened(scope, found.id)) && !(await findStoredRecord(scope, found.id)))
      return refuse('not-found')
    const { sha256, waitingBytes, patientId } = found
    const open = async () => {
      if (waitingBytes) return { stream: Readable.from([waitingBytes]), bytes: waitingBytes.byteLength }
      const stored = await files.read(foreignFileName(found))
      if (!stored) throw new Error('A record from another system is missing from the file store')
      return stored
    }
    const answer = { open, type: 'application/pdf', name: 'record-from-another-system.pdf', etag: sha256 }
    return { answer, subject: found.id, details: { patientId, sha256 } }
  }),
]
