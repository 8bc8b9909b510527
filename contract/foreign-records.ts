import { z } from 'zod'
import { CsvColumn, dateOrders } from './csv-files.ts'
import { encodedFile, maxBase64Length } from './encoded-files.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  lineText,
  notFound,
  operation,
  paginated,
  paging,
} from './kit.ts'
import { csv_columns_max, foreign_file_bytes_max, import_undo_days } from './limits.ts'

/** Records from another system: consents and other documents of a product that a practice used before. */

/** What a column of a manifest may hold besides the patient. */
const foreignFields = ['originalId', 'title', 'signedOn', 'clinician', 'fileName', 'sha256'] as const
export type ForeignField = (typeof foreignFields)[number]

/** `draft`: its columns are not settled; `checked`: nothing is stored yet; `running`: takes files. */
const foreignImportStatuses = ['draft', 'checked', 'running', 'done', 'undoing', 'undone'] as const

/**
 * What a row is: waits for its file, imported, here already, held since its patient is not decided, refused, removed by
 * undoing, or kept when the import was undone.
 */
const foreignRowStates = ['waiting', 'taken', 'here', 'held', 'refused', 'removed', 'kept'] as const
export type ForeignRowState = (typeof foreignRowStates)[number]

/** Why a file could not be sent, as the browser that unpacked the export found it. */
const skippedFileReasons = ['missing', 'too-large', 'unreadable', 'infected', 'unsafe-name'] as const
export type SkippedFileReason = (typeof skippedFileReasons)[number]

const count = z.int().min(0)

const summary = z.object({
  id,
  /** The manifest. */
  fileName: z.string(),
  source: z.string(),
  status: z.enum(foreignImportStatuses),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when the import can be undone; null where it cannot. */
  undoUntil: instant.nullable(),
  rowCount: count,
  counts: z.record(z.enum(foreignRowStates), count),
})

export const ForeignImport = summary.extend({
  /** `isOfPatient`: the column says who the patient is, and was used to match them. */
  columns: z.array(CsvColumn.extend({ field: z.enum(foreignFields).nullable(), isOfPatient: z.boolean() })),
  dateOrder: z.enum(dateOrders),
})
export type ForeignImport = z.infer<typeof ForeignImport>

const ForeignImportRow = z.object({
  number: z.int(),
  state: z.enum(foreignRowStates),
  originalId: z.string(),
  title: z.string(),
  fileName: z.string(),
  reason: z.string(),
})

export const ForeignRecord = z.object({
  id,
  patientId: id,
  source: z.string(),
  originalId: z.string(),
  title: z.string(),
  /** As the other system says; null where it says nothing. */
  signedOn: z.string().nullable(),
  clinician: z.string(),
  fileName: z.string(),
  bytes: count,
  pages: count,
  importedBy: z.string(),
  importedAt: instant,
})
export type ForeignRecord = z.infer<typeof ForeignRecord>

const importId = z.object({ foreignImportId: id })
const importNotFound = { 'not-found': notFound('Import') }
const wrongState = { 'wrong-state': aborted('This import has changed. Reload to see its current status.') }
const noSuchRow = { 'no-such-row': notFound('Row') }
const path = '/api/clinic/foreign-imports'
/** It brings records of many patients in at once: for whoever administers the practice. */
const importer = { access: 'clinic', needs: 'accessSettings' } as const
const example = { foreignImportId: ':foreignImportId' }
const runningExample = { foreignImportId: ':runningForeignImportId' }

export const foreignRecords = {
  list: operation({
    ...{ method: 'GET', path, ...importer },
    summary: 'Imports of records from other systems, the newest first',
    audit: null,
    input: z.object(paging),
    output: paginated(summary),
    example: {},
  }),
  read: operation({
    ...{ method: 'POST', path, ...importer },
    summary: 'Use the list of an import of patients as the manifest of their records; nothing is stored yet',
    audit: { done: 'foreign_import.read' },
    feature: 'patient-imports',
    idempotent: true,
    input: z.object({
      patientImportId: id,
      /** The product that the records come from. */
      source: lineText(80),
    }),
    output: ForeignImport,
    refusals: {
      'not-found': notFound('Import of patients'),
      'patients-first': aborted(
        'Finish importing the patients of this list first. Its records belong to them.',
      ),
    },
    example: { patientImportId: ':donePatientImportId', source: 'Another product' },
  }),
  get: operation({
    ...{ method: 'GET', path: `${path}/{foreignImportId}`, ...importer },
    summary: 'One import of records, with its columns and how far it is',
    audit: null,
    input: importId,
    output: ForeignImport,
    refusals: importNotFound,
    example,
  }),
  check: operation({
    ...{ method: 'PUT', path: `${path}/{foreignImportId}/columns`, ...importer },
    summary: 'Say what each column holds, and check every row; nothing is stored',
    audit: { done: 'foreign_import.checked' },
    input: importId.extend({
      /** One for each column of the manifest; null leaves a column out. */
      fields: z.array(z.enum(foreignFields).nullable()).min(1).max(csv_columns_max),
      dateOrder: z.enum(dateOrders),
    }),
    output: ForeignImport,
    refusals: {
      ...importNotFound,
      ...wrongState,
      'wrong-columns': invalidArgument('Match each column of the file.'),
      'column-missing': invalidArgument(
        'Choose the columns for the identifier, the title, the signed date and the file name.',
      ),
      'chosen-twice': invalidArgument('Two columns are chosen for the same thing. Choose one of them.'),
      'list-forgotten': aborted('The list of patients has been deleted. Import it again.'),
    },
    example: {
      ...example,
      fields: [null, null, null, 'originalId', 'title', 'signedOn', 'fileName'],
      dateOrder: 'day-first',
    },
  }),
  rows: operation({
    ...{ method: 'GET', path: `${path}/{foreignImportId}/rows`, ...importer },
    summary: 'Rows of an import of records, by what they are',
    audit: null,
    input: importId.extend({ ...paging, state: z.enum(foreignRowStates).optional() }),
    output: paginated(ForeignImportRow),
    refusals: importNotFound,
    example,
  }),
  start: operation({
    ...{ method: 'POST', path: `${path}/{foreignImportId}/start`, ...importer },
    summary: 'Begin to take the files of what was checked',
    audit: { done: 'foreign_import.started' },
    input: importId,
    output: ForeignImport,
    refusals: {
      ...importNotFound,
      ...wrongState,
      'nothing-to-import': invalidArgument('No row of this list has a record to import.'),
    },
    example,
  }),
  addFile: operation({
    ...{ method: 'PUT', path: `${path}/{foreignImportId}/rows/{number}/file`, ...importer },
    summary:
      'The PDF of one row; sent again it changes nothing. A file that is not taken is noted with the reason',
    audit: { done: 'foreign_import.file_received' },
    bodyBytesMax: maxBase64Length(foreign_file_bytes_max) + 64 * 1024,
    input: importId.extend({ number: z.coerce.number().int(), content: encodedFile(foreign_file_bytes_max) }),
    output: z.object({ state: z.enum(foreignRowStates), reason: z.string() }),
    refusals: { ...importNotFound, ...wrongState, ...noSuchRow },
    example: { ...runningExample, number: 2, content: 'JVBERi0xLjQK' },
  }),
  skipFile: operation({
    ...{ method: 'PUT', path: `${path}/{foreignImportId}/rows/{number}/missing-file`, ...importer },
    summary: 'Note why the file of one row is not sent',
    audit: { done: 'foreign_import.file_skipped' },
    input: importId.extend({ number: z.coerce.number().int(), reason: z.enum(skippedFileReasons) }),
    output: z.object({ state: z.enum(foreignRowStates), reason: z.string() }),
    refusals: { ...importNotFound, ...wrongState, ...noSuchRow },
    example: { ...runningExample, number: 2, reason: 'missing' },
  }),
  finish: operation({
    ...{ method: 'POST', path: `${path}/{foreignImportId}/finish`, ...importer },
    summary: 'Take no more files; rows without one are refused',
    audit: { done: 'foreign_import.finished' },
    input: importId,
    output: ForeignImport,
    refusals: { ...importNotFound, ...wrongState },
    example: runningExample,
  }),
  undo: operation({
    ...{ method: 'POST', path: `${path}/{foreignImportId}/undo`, ...importer },
    summary: 'Remove every record that an import added, as long as nobody has opened one',
    audit: { done: 'foreign_import.undo_started' },
    input: importId,
    output: ForeignImport,
    refusals: {
      ...importNotFound,
      ...wrongState,
      'too-late': aborted(`An import can be undone for ${import_undo_days} days.`),
      'relied-on': aborted(
        'A record of this import has been opened, so someone may rely on it. The import can no longer be undone.',
      ),
    },
    example: { foreignImportId: ':doneForeignImportId' },
  }),
  discard: operation({
    ...{ method: 'DELETE', path: `${path}/{foreignImportId}`, ...importer },
    summary: 'Forget a manifest of which nothing was imported',
    audit: { done: 'foreign_import.discarded' },
    input: importId,
    output: z.object({}),
    refusals: { ...importNotFound, ...wrongState },
    example,
  }),
  ofPatient: operation({
    method: 'GET',
    path: '/api/clinic/patients/{patientId}/foreign-records',
    summary: 'Records of a patient from other systems, the newest first: not made, sealed or verified by us',
    access: 'clinic',
    audit: null,
    input: z.object({ patientId: id }),
    output: z.array(ForeignRecord),
    refusals: { 'not-found': notFound('Patient') },
    example: { patientId: ':patientId' },
  }),
}

export const foreignRecordFiles = {
  report: fileRoute({
    ...{ path: `${path}/:foreignImportId/report.csv`, ...importer },
    summary: 'Every row of an import of records with what became of it and why',
    audit: { done: 'foreign_import.report_exported' },
    params: importId,
    refusals: importNotFound,
    example,
  }),
  record: fileRoute({
    path: '/api/clinic/foreign-records/:foreignRecordId/file',
    summary: 'The PDF of a record from another system, as it was received',
    access: 'clinic',
    audit: { done: 'foreign_record.downloaded' },
    params: z.object({ foreignRecordId: id }),
    refusals: { 'not-found': notFound('Record') },
    example: { foreignRecordId: ':foreignRecordId' },
  }),
}
