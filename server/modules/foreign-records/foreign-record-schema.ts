import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ForeignImport, ForeignRowState } from '../../../contract/foreign-records.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  staffPoliciesButDelete,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'

const bytes = customType<{ data: Uint8Array; driverData: Buffer }>({
  dataType: () => 'bytea',
  toDriver: (value) => Buffer.from(value),
})

/** Manifests of records from other systems. Their patients were imported as any list is. */
export const foreignImports = pgTable(
  'foreign_imports',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** The list of patients that is its manifest; its rows are forgotten before this import is. */
    patientImportId: uuid('patient_import_id').notNull(),
    fileName: text('file_name').notNull(),
    source: text('source').notNull(),
    columns: jsonb('columns').$type<ForeignImport['columns']>().notNull(),
    dateOrder: text('date_order').$type<ForeignImport['dateOrder']>().notNull(),
    status: text('status').$type<ForeignImport['status']>().notNull().default('draft'),
    rowCount: integer('row_count').notNull(),
    counts: jsonb('counts').$type<ForeignImport['counts']>().notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When something was last done with it. */
    movedAt: instantColumn('moved_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    /** When its rows were forgotten; the import itself stays in the list. */
    forgottenAt: instantColumn('forgotten_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('foreign_imports_by_time').on(table.clinicId, table.createdAt),
    check(
      'foreign_imports_status',
      sql`status in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')`,
    ),
    check('foreign_imports_date_order', sql`date_order in ('day-first', 'month-first')`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** The rows of a manifest: what is to be imported, and what became of it. Forgotten with the time to undo. */
export const foreignImportRows = pgTable(
  'foreign_import_rows',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    state: text('state').$type<ForeignRowState>().notNull(),
    reason: text('reason').notNull(),
    patientId: uuid('patient_id'),
    originalId: text('original_id').notNull(),
    title: text('title').notNull(),
    signedOn: date('signed_on', { mode: 'string' }),
    clinician: text('clinician').notNull(),
    fileName: text('file_name').notNull(),
    /** What the manifest says of the file, where it does. */
    sha256: text('sha256').notNull(),
    recordId: uuid('record_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    unique('foreign_import_rows_number').on(table.clinicId, table.importId, table.number),
    foreignKey({
      name: 'foreign_import_rows_import',
      columns: [table.clinicId, table.importId],
      foreignColumns: [foreignImports.clinicId, foreignImports.id],
    }),
    index('foreign_import_rows_state').on(table.clinicId, table.importId, table.state, table.number),
    index('foreign_import_rows_patient').on(table.clinicId, table.patientId),
    check(
      'foreign_import_rows_state',
      sql`state in ('waiting', 'taken', 'here', 'held', 'refused', 'removed', 'kept')`,
    ),
    clinicPolicy(),
  ],
)

/**
 * Records that another system made, as it gave them out: no consents of ours, and nothing that we sealed or can verify.
 * What they say never changes.
 */
export const foreignRecords = pgTable(
  'foreign_records',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    importId: uuid('import_id').notNull(),
    source: text('source').notNull(),
    /** The source in small letters: with the identifier it tells a record apart. */
    sourceKey: text('source_key').notNull(),
    originalId: text('original_id').notNull(),
    title: text('title').notNull(),
    signedOn: date('signed_on', { mode: 'string' }),
    clinician: text('clinician').notNull(),
    fileName: text('file_name').notNull(),
    /** SHA-256 of the bytes. */
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    pages: integer('pages').notNull(),
    /** The bytes from the moment they arrive until the file store has them; then null. */
    waitingBytes: bytes('waiting_bytes'),
    importedBy: text('imported_by').notNull(),
    importedAt: instantColumn('imported_at').notNull(),
    /** When somebody first opened it: from then on somebody may rely on it. */
    openedAt: instantColumn('opened_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    unique('foreign_records_once').on(table.clinicId, table.sourceKey, table.originalId),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.importId],
      foreignColumns: [foreignImports.clinicId, foreignImports.id],
    }),
    index('foreign_records_patient').on(table.clinicId, table.patientId),
    index('foreign_records_import').on(table.clinicId, table.importId),
    index('foreign_records_original').on(table.clinicId, table.originalId),
    ...staffPoliciesButDelete(),
  ],
)
