import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { Guardian, PatientDetails, PatientStatus } from '../../../contract/patients.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import {
  staffPoliciesButDelete,
  clinicIdColumn,
  currentClinic,
  clinicPolicy,
  onePatientPolicy,
  idColumn,
  instantColumn,
  linkRole,
  authenticatorRole,
  patientRole,
  readPolicy,
  searchRole,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** A guardian as kept: each has an id of its own. */
export type StoredGuardian = Guardian & { id: string }

/**
 * Patient records. `search_text` is what a receptionist may type, word by word: names, birth date in two forms, phone
 * digits, NHS number; the database keeps `patient_keys` in step with it.
 */
export const patients = pgTable(
  'patients',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    title: text('title').notNull().default(''),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    preferredName: text('preferred_name').notNull().default(''),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    email: text('email').notNull().default(''),
    /** The number to call first and another, each with a note like 'mum' or 'ext 21'. */
    phone: text('phone').notNull().default(''),
    phoneNote: text('phone_note').notNull().default(''),
    otherPhone: text('other_phone').notNull().default(''),
    otherPhoneNote: text('other_phone_note').notNull().default(''),
    address: text('address').notNull().default(''),
    contactPermission: jsonb('contact_permission')
      .$type<PatientDetails['contactPermission']>()
      .notNull()
      .default(['email', 'sms', 'phone', 'post']),
    preferredChannel: text('preferred_channel')
      .$type<PatientDetails['preferredChannel']>()
      .notNull()
      .default('email'),
    nhsNumber: text('nhs_number').notNull().default(''),
    language: text('language').notNull().default('en'),
    accessNeeds: jsonb('access_needs').$type<PatientDetails['accessNeeds']>().notNull().default([]),
    accessNotes: text('access_notes').notNull().default(''),
    contactAskedOn: date('contact_asked_on', { mode: 'string' }),
    needsAskedOn: date('needs_asked_on', { mode: 'string' }),
    needsAskedBy: text('needs_asked_by').notNull().default(''),
    needsReviewOn: date('needs_review_on', { mode: 'string' }),
    /** Who could decide when there was one at most: for the release before this one, which still reads it. */
    guardians: jsonb('guardians').$type<StoredGuardian[]>().notNull().default([]),
    status: text('status').$type<PatientStatus>().notNull().default('active'),
    /** When they left or died. */
    endedOn: date('ended_on', { mode: 'string' }),
    mergedInto: uuid('merged_into'),
    /** Nobody: made on a set-up page to try the installation, and the only kind that may simply be removed again. */
    isTrial: boolean('is_trial').notNull().default(false),
    version: integer('version').notNull().default(1),
    searchText: text('search_text').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.mergedInto], foreignColumns: [table.clinicId, table.id] }),
    uniqueIndex('patients_nhs_number')
      .on(table.clinicId, table.nhsNumber)
      .where(sql`nhs_number <> '' and status <> 'merged'`),
    index('patients_by_name').on(table.clinicId, table.status, table.lastName, table.firstName, table.id),
    index('patients_by_birth').on(table.clinicId, table.status, table.dateOfBirth, table.id),
    index('patients_birth_date').on(table.clinicId, table.dateOfBirth),
    index('patients_address')
      .on(sql`lower(email)`)
      .where(sql`email <> ''`),
    check('patients_status', sql`status in ('active', 'archived', 'left', 'deceased', 'merged')`),
    check('patients_merged', sql`(status = 'merged') = (merged_into is not null)`),
    check('patients_channel', sql`preferred_channel in ('email', 'sms', 'phone', 'post', 'none')`),
    ...staffPoliciesButDelete(),
    onePatientPolicy('id'),
    // A patient behind a link reads the record that the link's consents belong to.
    pgPolicy('patient', {
      for: 'select',
      to: [linkRole, patientRole],
      using: sql`clinic_id = ${currentClinic} and id in (select c.patient_id from consents c where c.clinic_id = patients.clinic_id)`,
    }),
    /** Finds the practices where an e-mail address is a patient's. */
    readPolicy('opener', authenticatorRole),
  ],
)

/**
 * What patients are found by: each word of a record's search text, with the whole text behind it, so that one range
 * of the index holds everyone with a word that begins so, and the other words are looked for in the key itself. Kept
 * by a trigger on `patients`; the order of bytes makes beginnings a range (rulings 3).
 */
export const patientKeys = pgTable(
  'patient_keys',
  {
    clinicId: clinicIdColumn(),
    status: text('status').notNull(),
    key: text('key').notNull(),
    patientId: uuid('patient_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.status, table.key, table.patientId] }),
    clinicPolicy(),
    readPolicy('search', searchRole),
  ],
)

/** Notes about patients: written once. A correction is a note of its own. */
export const patientNotes = pgTable(
  'patient_notes',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    text: sealedText('text').notNull(),
    corrects: uuid('corrects'),
    byStaffId: uuid('by_staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.corrects], foreignColumns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.byStaffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('patient_notes_of_patient').on(table.clinicId, table.patientId, table.at),
    clinicPolicy(),
  ],
)

/** What moved when two records were merged, and what the survivor was before: enough to take them apart again. */
export const patientMerges = pgTable(
  'patient_merges',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    survivorId: uuid('survivor_id').notNull(),
    mergedId: uuid('merged_id').notNull(),
    mergedName: text('merged_name').notNull(),
    mergedStatus: text('merged_status').$type<PatientStatus>().notNull(),
    survivorBefore: jsonb('survivor_before').$type<PatientDetails>().notNull(),
    /** The survivor's version after the merge; another one means that somebody changed it since. */
    survivorVersion: integer('survivor_version').notNull(),
    /** The ids that moved, by what they are. */
    moved: jsonb('moved').$type<Record<string, string[]>>().notNull().default({}),
    byStaffId: uuid('by_staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
    undoneAt: instantColumn('undone_at'),
    undoneBy: text('undone_by'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.survivorId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.mergedId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.byStaffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('patient_merges_of_survivor').on(table.clinicId, table.survivorId, table.at),
    clinicPolicy(),
    readPolicy('search', searchRole, sql`clinic_id = ${currentClinic}`),
  ],
)
