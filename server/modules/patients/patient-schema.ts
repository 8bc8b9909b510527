import { sql } from 'drizzle-orm'
import {
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
} from 'drizzle-orm/pg-core'
import type { PatientDetails } from '../../../contract/patients.ts'
import {
  clinicIdColumn,
  currentClinic,
  forClinic,
  idColumn,
  instantColumn,
  linkRole,
  openerRole,
  patientRole,
  readableBy,
  searchRole,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Patient records. `search_text` is what a receptionist may type: names, birth date in two forms, phone digits, NHS number. */
export const patients = pgTable(
  'patients',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    title: text('title').notNull().default(''),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    dateOfBirth: date('date_of_birth', { mode: 'string' }).notNull(),
    email: text('email').notNull().default(''),
    phone: text('phone').notNull().default(''),
    address: text('address').notNull().default(''),
    nhsNumber: text('nhs_number').notNull().default(''),
    language: text('language').notNull().default('en'),
    accessNeeds: jsonb('access_needs').$type<PatientDetails['accessNeeds']>().notNull().default([]),
    accessNotes: text('access_notes').notNull().default(''),
    guardian: jsonb('guardian').$type<PatientDetails['guardian']>(),
    status: text('status').notNull().default('active'),
    version: integer('version').notNull().default(1),
    searchText: text('search_text').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('patients_nhs_number')
      .on(table.clinicId, table.nhsNumber)
      .where(sql`nhs_number <> ''`),
    index('patients_by_name').on(table.clinicId, table.status, table.lastName, table.firstName, table.id),
    index('patients_birth_date').on(table.clinicId, table.dateOfBirth),
    index('patients_address')
      .on(sql`lower(email)`)
      .where(sql`email <> ''`),
    check('patients_status', sql`status in ('active', 'archived')`),
    forClinic(),
    // A patient behind a link reads the record that the link's consents belong to.
    pgPolicy('patient', {
      for: 'select',
      to: [linkRole, patientRole],
      using: sql`clinic_id = ${currentClinic} and id in (select c.patient_id from consents c where c.clinic_id = patients.clinic_id)`,
    }),
    readableBy('search', searchRole),
    /** Finds the practices where an e-mail address is a patient's. */
    readableBy('opener', openerRole),
  ],
)
