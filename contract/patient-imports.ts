import { z } from 'zod'
import {
  csv_body_bytes_max,
  CsvColumn,
  CsvReading,
  csvReadingChoice,
  csvRefusals,
  CsvUpload,
  dateOrders,
} from './csv-files.ts'
import {
  aborted,
  fileRoute,
  id,
  instant,
  invalidArgument,
  notFound,
  operation,
  paginated,
  paging,
} from './kit.ts'
import { csv_columns_max, import_undo_days } from './limits.ts'

/** What a column of another system's list may hold. */
const importFields = [
  'title',
  'firstName',
  'lastName',
  'fullName',
  'dateOfBirth',
  'nhsNumber',
  'email',
  'phone',
  'otherPhone',
  'address',
  'postcode',
  'guardianName',
  'guardianRelationship',
  'guardianEmail',
  'guardianPhone',
] as const
export type ImportField = (typeof importFields)[number]

/** What a row is, seen before the import; `held`: name or birth date contradict whose number it has, or the name is nearly a patient's or an earlier row's, so a person decides. */
const importOutcomes = ['new', 'same', 'differs', 'held', 'unusable'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What becomes of a patient who is already here and of whom the file says something else. */
const importChoices = ['skip', 'fill', 'update'] as const
export type ImportChoice = (typeof importChoices)[number]

/** What a person decides of one held row: leave it out, it is the patient beside it, or somebody else, added, and without the number where it is held for that. */
const heldRowDecisions = ['skip', 'update', 'create'] as const
export type HeldDecision = (typeof heldRowDecisions)[number]

/** `draft`: read, its columns not settled; `checked`: tried, nothing written; the others follow from starting and undoing. */
const importStatuses = ['draft', 'checked', 'running', 'done', 'undoing', 'undone'] as const

/** What became of a row. */
const importRowResults = ['added', 'changed', 'unchanged', 'skipped', 'unusable'] as const
/** What undoing made of it. */
const undoResults = ['removed', 'restored', 'kept'] as const

const choice = z.enum(importChoices)
const count = z.int().min(0)

const summary = z.object({
  id,
  fileName: z.string(),
  status: z.enum(importStatuses),
  createdBy: z.string(),
  createdAt: instant,
  finishedAt: instant.nullable(),
  /** Until when the import can be undone; null where it cannot. */
  undoUntil: instant.nullable(),
  rowCount: count,
  /** How many rows of each kind there were when the file was checked. */
  outcomes: z.record(z.enum(importOutcomes), count),
  /** What has become of its rows so far. */
  results: z.record(z.enum([...importRowResults, ...undoResults]), count),
})

export const PatientImport = summary.extend({
  encoding: z.string(),
  reading: CsvReading,
  columns: z.array(CsvColumn.extend({ field: z.enum(importFields).nullable() })),
  /** The columns were set as they were for the last file that looked like this one. */
  isRemembered: z.boolean(),
  dateOrder: z.enum(dateOrders),
  choice,
  /** How many held rows nobody has decided of, and how many of each decision; undecided rows are skipped. */
  decisions: z.record(z.enum(['undecided', ...heldRowDecisions]), count),
  /** How many rows are still to be imported, or to be undone. */
  remaining: count,
})
export type PatientImport = z.infer<typeof PatientImport>

/** One row of the file as it was read, with what it would do or has done. */
export const PatientImportRow = z.object({
  number: z.int(),
  name: z.string(),
  dateOfBirth: z.string(),
  outcome: z.enum(importOutcomes),
  /** Why it cannot be used or is held, each with the column it stands in; held for its name, it is in none. */
  faults: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** What of the row is set aside though the row itself is used. */
  notes: z.array(z.object({ column: z.string().nullable(), message: z.string() })),
  /** The patient who is already here, or whom the row has added. */
  patient: z.object({ id, name: z.string(), isArchived: z.boolean() }).nullable(),
  differences: z.array(z.object({ field: z.string(), here: z.string(), inFile: z.string() })),
  /** Of a held row: what it says and what is on the record, side by side. */
  comparison: z.array(
    z.object({ field: z.string(), here: z.string(), inFile: z.string(), contradicts: z.boolean() }),
  ),
  /** Chosen for this row alone; null where it follows the choice for all, or nobody has decided of a held row. */
  choice: z.enum([...importChoices, ...heldRowDecisions]).nullable(),
  result: z.enum([...importRowResults, ...undoResults]).nullable(),
  /** Why it was skipped or could not be undone. */
  remark: z.string(),
})
export type PatientImportRow = z.infer<typeof PatientImportRow>

const editPermissions = { anyOf: ['createConsents', 'canEditPatients'] } as const
const importId = z.object({ importId: id })
const importNotFound = { 'not-found': notFound('Import') }
const wrongState = aborted('This import has changed. Reload to see its current status.')
const importInProgress = aborted('Another import of this practice is running. Wait until it is done.')
const path = '/api/clinic/patient-imports'

export const patientImports = {
  list: operation({
    method: 'GET',
    path,
    summary: 'Imports of patients, the newest first',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: z.object(paging),
    output: paginated(summary),
    example: {},
  }),
  read: operation({
    method: 'POST',
    path,
    summary: 'Read a CSV file of patients; nothing of it becomes a patient yet',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.read' },
    feature: 'patient-imports',
    idempotent: true,
    bodyBytesMax: csv_body_bytes_max,
    input: CsvUpload,
    output: PatientImport,
    refusals: csvRefusals,
    example: {
      fileName: 'patients.csv',
      // Forename,Surname,DOB / Ada,Quill,14/03/1961
      content: 'Rm9yZW5hbWUsU3VybmFtZSxET0IKQWRhLFF1aWxsLDE0LzAzLzE5NjEK',
    },
  }),
  get: operation({
    method: 'GET',
    path: `${path}/{importId}`,
    summary: 'One import, with its columns and how far it is',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: importId,
    output: PatientImport,
    refusals: importNotFound,
    example: { importId: ':importId' },
  }),
  readAgain: operation({
    method: 'PUT',
    path: `${path}/{importId}/reading`,
    summary: 'Say whether the first row names the columns, and whether garbled letters are repaired',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.read_again' },
    input: importId.extend(csvReadingChoice),
    output: PatientImport,
    refusals: {
      ...importNotFound,
      'wrong-state': wrongState,
      'no-rows': csvRefusals['no-rows'],
      'too-many-rows': csvRefusals['too-many-rows'],
      'too-many-columns': csvRefusals['too-many-columns'],
    },
    example: { importId: ':importId', hasHeaderRow: true, isRepaired: false },
  }),
  check: operation({
    method: 'PUT',
    path: `${path}/{importId}/columns`,
    summary: 'Say what each column holds, and try every row; no patient is added or changed',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.checked' },
    input: importId.extend({
      /** One for each column of the file; null leaves a column out. */
      fields: z.array(z.enum(importFields).nullable()).min(1).max(csv_columns_max),
      dateOrder: z.enum(dateOrders),
    }),
    output: PatientImport,
    refusals: {
      ...importNotFound,
      'wrong-state': wrongState,
      'wrong-columns': invalidArgument('Match each column of the file.'),
      'name-missing': invalidArgument(
        'Choose the columns for the first and last name, or for the full name.',
      ),
      'birth-date-missing': invalidArgument('Choose the column for the date of birth.'),
      'chosen-twice': invalidArgument('Two columns are chosen for the same thing. Choose one of them.'),
    },
    example: {
      importId: ':importId',
      fields: ['firstName', 'lastName', 'dateOfBirth', 'nhsNumber'],
      dateOrder: 'day-first',
    },
  }),
  rows: operation({
    method: 'GET',
    path: `${path}/{importId}/rows`,
    summary: 'Rows of a checked import, by what they are or what became of them',
    access: 'clinic',
    needs: editPermissions,
    audit: null,
    input: importId.extend({
      ...paging,
      outcome: z.enum(importOutcomes).optional(),
      result: z.enum([...importRowResults, ...undoResults]).optional(),
    }),
    output: paginated(PatientImportRow),
    refusals: importNotFound,
    example: { importId: ':importId' },
  }),
  choose: operation({
    method: 'PUT',
    path: `${path}/{importId}/choice`,
    summary: 'Say what happens to patients who are already here, for all rows or for one',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.choice_made' },
    input: importId.extend({
      choice,
      /** The row meant; null for all of them. */
      number: z.int().nullable(),
    }),
    output: PatientImport,
    refusals: { ...importNotFound, 'wrong-state': wrongState, 'no-such-row': notFound('Row') },
    example: { importId: ':importId', choice: 'fill', number: null },
  }),
  decide: operation({
    method: 'PUT',
    path: `${path}/{importId}/decision`,
    summary:
      'Decide of one held row: leave it out, it is this patient, or somebody else, added without a number that is not theirs',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.row_decided' },
    input: importId.extend({ number: z.int(), decision: z.enum(heldRowDecisions) }),
    output: PatientImport,
    refusals: {
      ...importNotFound,
      'wrong-state': wrongState,
      'no-such-row': notFound('Row'),
      'no-patient-beside': invalidArgument(
        'This row matches no patient of this practice. Skip it, or add it.',
      ),
    },
    example: { importId: ':importId', number: 5, decision: 'skip' },
  }),
  start: operation({
    method: 'POST',
    path: `${path}/{importId}/start`,
    summary: 'Import what was checked',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.started' },
    idempotent: true,
    input: importId,
    output: PatientImport,
    refusals: {
      ...importNotFound,
      'wrong-state': wrongState,
      'another-running': importInProgress,
      'nothing-to-import': invalidArgument('There is nothing in this file to import.'),
    },
    example: { importId: ':importId' },
  }),
  undo: operation({
    method: 'POST',
    path: `${path}/{importId}/undo`,
    summary:
      'Take an import back: patients it added that nothing belongs to, details it changed that nobody changed since',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.undo_started' },
    idempotent: true,
    input: importId,
    output: PatientImport,
    refusals: {
      ...importNotFound,
      'wrong-state': wrongState,
      'another-running': importInProgress,
      'too-late': aborted(`An import can be undone for ${import_undo_days} days.`),
    },
    example: { importId: ':importId' },
  }),
  discard: operation({
    method: 'DELETE',
    path: `${path}/{importId}`,
    summary: 'Forget a file that was not imported',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.discarded' },
    input: importId,
    output: z.object({}),
    refusals: { ...importNotFound, 'wrong-state': wrongState },
    example: { importId: ':importId' },
  }),
}

export const patientImportFiles = {
  /** To be corrected and brought in again. */
  leftOut: fileRoute({
    path: `${path}/:importId/left-out.csv`,
    summary: 'The rows that were not imported, as they were, with why',
    access: 'clinic',
    needs: editPermissions,
    audit: { done: 'patient_import.left_out_exported' },
    params: importId,
    refusals: { ...importNotFound, 'nothing-left-out': notFound('A skipped row') },
    example: { importId: ':importId' },
  }),
}
