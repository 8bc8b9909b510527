import { sql } from 'drizzle-orm'
import {
  check,
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
import type { FrozenContent, PlaceholderName } from '../../../contract/consents.ts'
import { consentStatuses, type ConsentStatus } from '../../../contract/states.ts'
import {
  adminRole,
  clinicIdColumn,
  forClinic,
  forPatientOf,
  idColumn,
  instantColumn,
  jobRole,
  openerRole,
  readableBy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templateVersions } from '../templates/template-schema.ts'

const statusList = sql.raw(consentStatuses.map((status) => `'${status}'`).join(', '))

/** A template made out to a patient. Its wording stands in its items; the text the patient sees is frozen at sending. */
export const consents = pgTable(
  'consents',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    clinicianId: uuid('clinician_id').notNull(),
    /** Who looks after it since its clinician left; what the patient was shown still names the clinician. */
    takeoverId: uuid('takeover_id'),
    status: text('status').$type<ConsentStatus>().notNull().default('draft'),
    diagnosis: text('diagnosis').notNull().default(''),
    placeholders: jsonb('placeholders')
      .$type<Partial<Record<PlaceholderName, string>>>()
      .notNull()
      .default({}),
    content: jsonb('content').$type<FrozenContent>(),
    contentHash: text('content_hash'),
    reason: text('reason'),
    replacesId: uuid('replaces_id'),
    createdBy: uuid('created_by').notNull(),
    sentAt: instantColumn('sent_at'),
    viewedAt: instantColumn('viewed_at'),
    signedAt: instantColumn('signed_at'),
    finalisedAt: instantColumn('finalised_at'),
    expiresAt: instantColumn('expires_at'),
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
    foreignKey({ columns: [table.clinicId, table.takeoverId], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.clinicId, table.replacesId], foreignColumns: [table.clinicId, table.id] }),
    index('consents_by_change').on(table.clinicId, table.updatedAt),
    index('consents_by_status').on(table.clinicId, table.status, table.updatedAt),
    index('consents_of_patient').on(table.clinicId, table.patientId, table.createdAt),
    index('consents_expiring')
      .on(table.expiresAt)
      .where(sql`status in ('sent', 'viewed')`),
    check('consents_status', sql`status in (${statusList})`),
    check(
      'consents_frozen',
      sql`status = 'draft' or status = 'voided' or (content is not null and content_hash is not null)`,
    ),
    forClinic(),
    forPatientOf('id'),
    readableBy('job', jobRole),
    readableBy('opener', openerRole),
    // Across clinics an admin sees metadata only: column grants leave out patient, wording and diagnosis.
    pgPolicy('admin', { for: 'select', to: adminRole, using: sql`true` }),
  ],
)

/** What is consented to: from the start one consent may hold several treatments (rulings 7). */
export const consentItems = pgTable(
  'consent_items',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    position: integer('position').notNull().default(1),
    templateId: uuid('template_id').notNull(),
    templateVersionId: uuid('template_version_id')
      .notNull()
      .references(() => templateVersions.id),
    teeth: jsonb('teeth').$type<string[]>().notNull().default([]),
    treatment: text('treatment').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('consent_items_position').on(table.clinicId, table.consentId, table.position),
    forClinic(),
    forPatientOf('consent_id'),
  ],
)

/** The tamper-evident chain of a consent: each event carries the hash of the one before. Insert and read only. */
export const consentEvents = pgTable(
  'consent_events',
  {
    clinicId: clinicIdColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    event: text('event').notNull(),
    at: instantColumn('at').notNull(),
    actor: text('actor').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.consentId, table.number] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    forClinic(),
    forPatientOf('consent_id'),
  ],
)

/** The clinician's countersignature of a consent; one for each. */
export const countersignatures = pgTable(
  'countersignatures',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    name: text('name').notNull(),
    gdcNumber: text('gdc_number').notNull(),
    contentHash: text('content_hash').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('countersignatures_once').on(table.clinicId, table.consentId),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    forClinic(),
    forPatientOf('consent_id'),
  ],
)
