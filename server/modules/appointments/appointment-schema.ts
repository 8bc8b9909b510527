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
  uuid,
} from 'drizzle-orm/pg-core'
import {
  appointmentStatuses,
  type AppointmentStatus,
  type PlannedTreatment,
} from '../../../contract/appointments.ts'
import {
  staffPoliciesButDelete,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  onePatientPolicy,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Who has looked at tooth and side before it is taken out, and which teeth they looked at. */
export type SiteCheck = { staffId: string; name: string; at: string; teeth: string[] }

/** Who comes when, to whom and what for. */
export const appointments = pgTable(
  'appointments',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    version: integer('version').notNull().default(1),
    patientId: uuid('patient_id').notNull(),
    clinicianId: uuid('clinician_id').notNull(),
    startsAt: instantColumn('starts_at').notNull(),
    minutes: integer('minutes').notNull(),
    room: text('room').notNull().default(''),
    reason: text('reason').notNull().default(''),
    needsConsent: boolean('needs_consent').notNull().default(true),
    treatments: jsonb('treatments').$type<PlannedTreatment[]>().notNull().default([]),
    /** Somebody chose its consents; otherwise they are found each time anew. */
    consentsChosen: boolean('consents_chosen').notNull().default(false),
    status: text('status').$type<AppointmentStatus>().notNull().default('booked'),
    siteCheck: jsonb('site_check').$type<SiteCheck>(),
    arrivedAt: instantColumn('arrived_at'),
    startedAt: instantColumn('started_at'),
    overrideReason: text('override_reason'),
    /** When its consents were last compared with how things stand. */
    assessedAt: instantColumn('assessed_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.clinicianId], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    index('appointments_by_time').on(table.clinicId, table.startsAt, table.id),
    index('appointments_of_patient').on(table.clinicId, table.patientId, table.startsAt),
    // FHIR searches by the time of the last change.
    index('appointments_changed').on(table.clinicId, table.updatedAt, table.id),
    index('appointments_to_assess')
      .on(table.startsAt)
      .where(sql`status in ('booked', 'arrived')`),
    check(
      'appointments_status',
      sql`status in (${sql.raw(appointmentStatuses.map((status) => `'${status}'`).join(', '))})`,
    ),
    ...staffPoliciesButDelete(),
    onePatientPolicy('patient_id'),
    readPolicy('job', jobRole),
  ],
)

/** The consents of an appointment, where they were chosen or treatment has begun with them. */
export const appointmentConsents = pgTable(
  'appointment_consents',
  {
    clinicId: clinicIdColumn(),
    appointmentId: uuid('appointment_id').notNull(),
    consentId: uuid('consent_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.appointmentId, table.consentId] }),
    foreignKey({
      columns: [table.clinicId, table.appointmentId],
      foreignColumns: [appointments.clinicId, appointments.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('appointment_consents_of_consent').on(table.clinicId, table.consentId),
    clinicPolicy(),
  ],
)
