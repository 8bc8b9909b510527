import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { apiKeys } from '../integrations/api-key-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

/** Whose an identifier of another program is. */
export const externalPatients = pgTable(
  'external_patients',
  {
    clinicId: clinicIdColumn(),
    identifier: text('identifier').notNull(),
    patientId: uuid('patient_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.identifier] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    index('external_patients_of').on(table.clinicId, table.patientId),
    clinicPolicy(),
  ],
)

/** Which appointment an identifier of another program names. */
export const externalAppointments = pgTable(
  'external_appointments',
  {
    clinicId: clinicIdColumn(),
    identifier: text('identifier').notNull(),
    appointmentId: uuid('appointment_id').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.identifier] }),
    foreignKey({
      columns: [table.clinicId, table.appointmentId],
      foreignColumns: [appointments.clinicId, appointments.id],
    }).onDelete('cascade'),
    index('external_appointments_of').on(table.clinicId, table.appointmentId),
    clinicPolicy(),
  ],
)

/** What a program sent of a patient, as far as it said anything. */
export type SentDetails = { dateOfBirth: string } & Partial<
  Record<
    | 'title'
    | 'firstName'
    | 'lastName'
    | 'preferredName'
    | 'email'
    | 'phone'
    | 'otherPhone'
    | 'address'
    | 'nhsNumber'
    | 'language',
    string
  >
>

/**
 * Patients whom programs sent and whose details contradict a record. Nothing of them is written until somebody of the
 * practice has said who they are; `patient_id` is the record that is most likely meant.
 */
export const heldPatients = pgTable(
  'held_patients',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    identifier: text('identifier').notNull(),
    patientId: uuid('patient_id'),
    candidateIds: jsonb('candidate_ids').$type<string[]>().notNull(),
    /** Null once it was decided: what is kept is a hash, by which the same is known when it is sent again. */
    sent: jsonb('sent').$type<SentDetails>(),
    sentHash: text('sent_hash').notNull(),
    because: text('because').notNull(),
    sentBy: text('sent_by').notNull(),
    heldAt: instantColumn('held_at').notNull(),
    /** `withdrawn`: the program sent something since that contradicts nothing. */
    decision: text('decision').$type<'same' | 'new' | 'dismiss' | 'withdrawn'>(),
    decidedBy: text('decided_by'),
    decidedAt: instantColumn('decided_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    index('held_patients_of').on(table.clinicId, table.patientId),
    uniqueIndex('held_patients_open')
      .on(table.clinicId, table.identifier)
      .where(sql`decision is null`),
    check('held_patients_decision', sql`decision in ('same', 'new', 'dismiss', 'withdrawn')`),
    clinicPolicy(),
  ],
)

/** What the treatment codes of the practice's own system mean; no template where nobody has said yet. */
export const treatmentCodes = pgTable(
  'treatment_codes',
  {
    clinicId: clinicIdColumn(),
    code: text('code').notNull(),
    label: text('label').notNull().default(''),
    templateId: uuid('template_id'),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.code] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.templateId], foreignColumns: [templates.id] }),
    index('treatment_codes_template').on(table.clinicId, table.templateId),
    clinicPolicy(),
  ],
)

/**
 * Addresses by which another program opens Candour for one member of staff. A row is deleted once it is opened, so each
 * opens once; of the token a hash is kept.
 */
export const launches = pgTable(
  'launches',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    tokenHash: text('token_hash').notNull(),
    keyId: uuid('key_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    /** Where it leads, on this site. */
    path: text('path').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.keyId], foreignColumns: [apiKeys.clinicId, apiKeys.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('launches_token').on(table.clinicId, table.tokenHash),
    clinicPolicy(),
  ],
)
