import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
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
import type { EncodingRepair } from '../../../contract/encoding-errors.ts'
import {
  dayListChoices,
  dayListOutcomes,
  dayListResults,
  dayListStatuses,
  dayListUndoResults,
  type DayList,
  type DayListRow,
} from '../../../contract/day-lists.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import type { BookedState } from './day-list-rules.ts'

/** An appointment that a list cancelled, as its cancelling left it. */
export type CancelledAppointment = { appointmentId: string; version: number; before: BookedState['status'] }
/** What a list wrote over, to be put back. */
export type Overwritten = Partial<
  Pick<BookedState, 'minutes' | 'room' | 'reason' | 'needsConsent' | 'treatments' | 'status'>
>

const inValues = (column: string, values: readonly string[]) =>
  sql.raw(`${column} in (${values.map((value) => `'${value}'`).join(', ')})`)

/** Day lists of practice systems. Their columns are kept, so that the next day's list is read as this one was. */
export const dayLists = pgTable(
  'day_lists',
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
    columns: jsonb('columns').$type<DayList['columns']>().notNull(),
    isRemembered: boolean('is_remembered').notNull(),
    dateOrder: text('date_order').$type<DayList['dateOrder']>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    status: text('status').$type<DayList['status']>().notNull(),
    rowCount: integer('row_count').notNull(),
    results: jsonb('results').$type<DayList['results']>().notNull(),
    cancelled: jsonb('cancelled').$type<CancelledAppointment[]>().notNull().default([]),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    /** When something was last done with it. */
    movedAt: instantColumn('moved_at').notNull(),
    finishedAt: instantColumn('finished_at'),
    /** When what its file said was forgotten; the list itself stays among those brought in. */
    forgottenAt: instantColumn('forgotten_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('day_lists_by_time').on(table.clinicId, table.createdAt),
    index('day_lists_alike').on(table.clinicId, table.fingerprint, table.createdAt),
    check('day_lists_status', inValues('status', dayListStatuses)),
    check('day_lists_date_order', sql`date_order in ('day-first', 'month-first')`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** The rows of those lists: what they said, what somebody chose for them, and what has become of them. */
export const dayListRows = pgTable(
  'day_list_rows',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    listId: uuid('list_id').notNull(),
    number: integer('number').notNull(),
    cells: jsonb('cells').$type<string[]>(),
    choice: text('choice').$type<DayListRow['choice']>(),
    /** Whom somebody chose; once brought in, whose appointment it is. Its foreign key is written in the migration. */
    patientId: uuid('patient_id'),
    /** The patient was added by this row. */
    addedPatient: boolean('added_patient').notNull().default(false),
    /** The appointment it booked or met; its foreign key is written in the migration. */
    appointmentId: uuid('appointment_id'),
    /** That appointment's version as the list left it: changed since, it is not taken back. */
    appointmentVersion: integer('appointment_version'),
    outcome: text('outcome').$type<DayListRow['outcome']>(),
    result: text('result').$type<(typeof dayListResults)[number]>(),
    before: jsonb('before').$type<Overwritten>(),
    undone: text('undone').$type<(typeof dayListUndoResults)[number]>(),
    remark: text('remark').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    unique('day_list_rows_number').on(table.clinicId, table.listId, table.number),
    foreignKey({
      name: 'day_list_rows_list',
      columns: [table.clinicId, table.listId],
      foreignColumns: [dayLists.clinicId, dayLists.id],
    }),
    index('day_list_rows_appointment').on(table.clinicId, table.appointmentId),
    index('day_list_rows_patient').on(table.clinicId, table.patientId),
    check('day_list_rows_outcome', inValues('outcome', dayListOutcomes)),
    check('day_list_rows_choice', inValues('choice', dayListChoices)),
    check('day_list_rows_result', inValues('result', dayListResults)),
    check('day_list_rows_undone', inValues('undone', dayListUndoResults)),
    clinicPolicy(),
  ],
)

/** Under which number of the practice's own system a patient has been met on a list that was brought in. */
export const dayListNumbers = pgTable(
  'day_list_numbers',
  {
    clinicId: clinicIdColumn(),
    number: text('number').notNull(),
    patientId: uuid('patient_id').notNull(),
    /** The list that said so first: taken back, what it said is forgotten. */
    listId: uuid('list_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.number] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }).onDelete('cascade'),
    foreignKey({ columns: [table.clinicId, table.listId], foreignColumns: [dayLists.clinicId, dayLists.id] }),
    index('day_list_numbers_patient').on(table.clinicId, table.patientId),
    index('day_list_numbers_list').on(table.clinicId, table.listId),
    clinicPolicy(),
  ],
)

/** Whom lists mean by a name of a clinician; nobody where their rows are left out. */
export const dayListClinicians = pgTable(
  'day_list_clinicians',
  {
    clinicId: clinicIdColumn(),
    written: text('written').notNull(),
    staffId: uuid('staff_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.written] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('day_list_clinicians_staff').on(table.clinicId, table.staffId),
    clinicPolicy(),
  ],
)

/** What lists mean by their words of a treatment. */
export const dayListTreatments = pgTable(
  'day_list_treatments',
  {
    clinicId: clinicIdColumn(),
    written: text('written').notNull(),
    templateId: uuid('template_id'),
    needsConsent: boolean('needs_consent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.written] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    clinicPolicy(),
  ],
)
