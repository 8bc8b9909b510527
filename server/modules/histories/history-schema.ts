import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { factSources, type FactSource, type HistoryFact } from '../../../contract/histories.ts'
import { sealedJson, sealedText } from '../../platform/database/sealed-column.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** One for each patient of whom something was ever asked. Saves lock it, and `version` counts those that changed an answer. */
export const histories = pgTable(
  'histories',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    version: integer('version').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    unique('histories_patient').on(table.clinicId, table.patientId),
    clinicPolicy(),
  ],
)

const byColumns = {
  byStaffId: uuid('by_staff_id').notNull(),
  /** As they were called at that time. */
  byName: text('by_name').notNull(),
  at: instantColumn('at').notNull(),
}

/** Every answer that was ever saved; the newest of a question counts. Insert and read only. */
export const historyEntries = pgTable(
  'history_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    /** The question, by its id in the book. */
    factor: text('factor').notNull(),
    answer: sealedText<HistoryFact['answer']>('answer', 'unknown').notNull(),
    fields: sealedJson<HistoryFact['fields']>('fields', {})
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** Null for every tooth that is treated. */
    teeth: sealedJson<string[] | null>('teeth', null),
    source: text('source').$type<FactSource>().notNull(),
    /** Of the history, as the save left it. */
    version: integer('version').notNull(),
    ...byColumns,
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      name: 'history_entries_history',
      columns: [table.clinicId, table.patientId],
      foreignColumns: [histories.clinicId, histories.patientId],
    }),
    foreignKey({ columns: [table.clinicId, table.byStaffId], foreignColumns: [staff.clinicId, staff.id] }),
    /** Also how the newest answer to each question is found. */
    unique('history_entries_version').on(table.clinicId, table.patientId, table.factor, table.version),
    check(
      'history_entries_answer',
      sql`answer in ('yes', 'no', 'unknown') or starts_with(answer, 'sealed.')`,
    ),
    check(
      'history_entries_source',
      sql`source in (${sql.raw(factSources.map((one) => `'${one}'`).join(', '))})`,
    ),
    clinicPolicy(),
  ],
)

/** Each time that somebody went through a history with the patient. Insert and read only. */
export const historyReviews = pgTable(
  'history_reviews',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    version: integer('version').notNull(),
    ...byColumns,
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      name: 'history_reviews_history',
      columns: [table.clinicId, table.patientId],
      foreignColumns: [histories.clinicId, histories.patientId],
    }),
    foreignKey({ columns: [table.clinicId, table.byStaffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('history_reviews_newest').on(table.clinicId, table.patientId, table.at, table.id),
    clinicPolicy(),
  ],
)
