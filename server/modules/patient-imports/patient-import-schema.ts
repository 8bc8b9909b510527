import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { EncodingRepair } from '../../../contract/encoding-errors.ts'
import type { PatientImport, PatientImportRow } from '../../../contract/patient-imports.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Files of patients that were brought in. Their columns are kept, so that the next such file is set as this one was. */
export const patientImports = pgTable(
  'patient_imports',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    fileName: text('file_name').notNull(),
    encoding: text('encoding').notNull(),
    separator: text('separator').notNull(),
    fingerprint: text('fingerprint').notNull(),
    /** The first row as it is written: it names the columns, or is a row as the others. */
    firstRow: jsonb('first_row').$type<{ number: number; cells: string[] }>(),
    hasHeaderRow: boolean('has_header_row').notNull().default(true),
    /** How its letters may be repaired, and whether they are read so. */
    repair: jsonb('repair').$type<EncodingRepair>(),
    isRepaired: boolean('is_repaired').notNull().default(false),
    columns: jsonb('columns').$type<PatientImport['columns']>().notNull(),
    isRemembered: boolean('is_remembered').notNull(),
    dateOrder: text('date_order').$type<PatientImport['dateOrder']>().notNull(),
    choice: text('choice').$type<PatientImport['choice']>().notNull().default('fill'),
    status: text('status').$type<PatientImport['status']>().notNull().default('draft'),
    rowCount: integer('row_count').notNull(),
    outcomes: jsonb('outcomes').$type<PatientImport['outcomes']>().notNull(),
    results: jsonb('results').$type<PatientImport['results']>().notNull(),
    remaining: integer('remaining').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When something was last done with it: what stands still too long is gone on with. */
    movedAt: instantColumn('moved_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    /** When what its file said was forgotten; the import itself stays in the list. */
    forgottenAt: instantColumn('forgotten_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('patient_imports_by_time').on(table.clinicId, table.createdAt),
    index('patient_imports_alike').on(table.clinicId, table.fingerprint, table.createdAt),
    // One at a time: two could add the same person.
    uniqueIndex('patient_imports_running')
      .on(table.clinicId)
      .where(sql`status in ('running', 'undoing')`),
    check(
      'patient_imports_status',
      sql`status in ('draft', 'checked', 'running', 'done', 'undoing', 'undone')`,
    ),
    check('patient_imports_choice', sql`choice in ('skip', 'fill', 'update')`),
    check('patient_imports_date_order', sql`date_order in ('day-first', 'month-first')`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/**
 * The rows of those files: first what they would do, then what they have done and what undoing made of it. The cells
 * and the details from before are forgotten with their import; who was added by which import is not.
 */
export const patientImportRows = pgTable(
  'patient_import_rows',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    importId: uuid('import_id').notNull(),
    number: integer('number').notNull(),
    cells: jsonb('cells').$type<string[]>(),
    outcome: text('outcome').$type<PatientImportRow['outcome']>(),
    faults: jsonb('faults').$type<PatientImportRow['faults']>().notNull().default([]),
    choice: text('choice').$type<PatientImportRow['choice']>(),
    /** The patient who is here already, or whom the row added; its foreign key is written in the migration. */
    patientId: uuid('patient_id'),
    /** That patient's version when the row was checked: changed since, it is left alone. */
    patientVersion: integer('patient_version'),
    result: text('result').$type<'added' | 'changed' | 'unchanged' | 'skipped' | 'unusable'>(),
    /** The details it changed, before and after. */
    before: jsonb('before').$type<Partial<PatientDetails>>(),
    after: jsonb('after').$type<Partial<PatientDetails>>(),
    undone: text('undone').$type<'removed' | 'restored' | 'kept'>(),
    remark: text('remark').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    unique('patient_import_rows_number').on(table.clinicId, table.importId, table.number),
    foreignKey({
      name: 'patient_import_rows_import',
      columns: [table.clinicId, table.importId],
      foreignColumns: [patientImports.clinicId, patientImports.id],
    }),
    index('patient_import_rows_patient').on(table.clinicId, table.patientId),
    check('patient_import_rows_outcome', sql`outcome in ('new', 'same', 'differs', 'held', 'unusable')`),
    check('patient_import_rows_choice', sql`choice in ('skip', 'fill', 'update', 'create')`),
    check(
      'patient_import_rows_result',
      sql`result in ('added', 'changed', 'unchanged', 'skipped', 'unusable')`,
    ),
    check('patient_import_rows_undone', sql`undone in ('removed', 'restored', 'kept')`),
    clinicPolicy(),
  ],
)
