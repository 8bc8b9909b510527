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
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  connectionProblems,
  heldReasons,
  practiceSystemNames,
  synchronisedResources,
  systemCredentials,
  systemDeliveryKinds,
  type ConnectionProblem,
  type HeldReason,
  type PracticeSystemName,
  type SynchronisedResource,
  type SystemCredential,
  type SystemDeliveryKind,
} from '../../../contract/practice-systems.ts'
import type { PatientDetails } from '../../../contract/patients.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { documentVersions } from '../documents/document-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Practice systems that a practice has connected, one at a time; what opens each is wrapped with the master key. */
export const practiceSystems = pgTable(
  'practice_systems',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    system: text('system').$type<PracticeSystemName>().notNull(),
    credential: text('credential').$type<SystemCredential>().notNull().default('key'),
    /** A key, or what was granted: a code that is not exchanged yet, or tokens. Null once it is disconnected. */
    secret: text('secret'),
    /** When a token that was granted ends; null where that is not said. */
    tokenEndsAt: instantColumn('token_ends_at'),
    /** Who exchanges what was granted now, and until when they count as alive: two would lose it. */
    renewalId: uuid('renewal_id'),
    renewalUntil: instantColumn('renewal_until'),
    keyHint: text('key_hint').notNull(),
    status: text('status').$type<'checking' | 'active' | 'paused' | 'disconnected'>().notNull(),
    problem: text('problem').$type<ConnectionProblem>(),
    /** Since when somebody has it paused; null where nobody has, also where it is paused since its access ended. */
    pausedAt: instantColumn('paused_at'),
    /** Whose records the key opened when it was first tested; a key of somebody else's is refused ever after. */
    accountId: text('account_id'),
    /** When an account was last found to be the practice's with this secret; null until then, once the secret changes. */
    accountConfirmedAt: instantColumn('account_confirmed_at'),
    accountName: text('account_name').notNull().default(''),
    nextRunAt: instantColumn('next_run_at'),
    /** Which run has it now, and until when it counts as alive. */
    runId: uuid('run_id'),
    runUntil: instantColumn('run_until'),
    failures: integer('failures').notNull().default(0),
    lastRunAt: instantColumn('last_run_at'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    disconnectedAt: instantColumn('disconnected_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('practice_systems_each').on(table.clinicId, table.system),
    uniqueIndex('practice_systems_connected')
      .on(table.clinicId)
      .where(sql`status <> 'disconnected'`),
    index('practice_systems_due')
      .on(table.nextRunAt)
      .where(sql`next_run_at is not null`),
    check('practice_systems_system', sql`system in (${sqlList(practiceSystemNames)})`),
    check('practice_systems_status', sql`status in ('checking', 'active', 'paused', 'disconnected')`),
    check('practice_systems_problem', sql`problem in (${sqlList(connectionProblems)})`),
    check('practice_systems_credential', sql`credential in (${sqlList(systemCredentials)})`),
    check('practice_systems_secret', sql`(status = 'disconnected') = (secret is null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** How far each kind of record has been read. */
export const practiceSystemCursors = pgTable(
  'practice_system_cursors',
  {
    clinicId: clinicIdColumn(),
    systemId: uuid('system_id').notNull(),
    resource: text('resource').$type<SynchronisedResource>().notNull(),
    /** Changes after this are asked for; null for all there are. */
    since: instantColumn('since'),
    page: integer('page').notNull().default(1),
    newest: instantColumn('newest'),
    hasChanged: boolean('has_changed').notNull().default(false),
    passes: integer('passes').notNull().default(0),
    completedAt: instantColumn('completed_at'),
    read: integer('read').notNull().default(0),
    written: integer('written').notNull().default(0),
    held: integer('held').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.systemId, table.resource] }),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    check('practice_system_cursors_resource', sql`resource in (${sqlList(synchronisedResources)})`),
    clinicPolicy(),
  ],
)

/** Who the patients of a practice system are here. What it says of somebody is stored only while they are held. */
export const practiceSystemPatients = pgTable(
  'practice_system_patients',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    systemId: uuid('system_id').notNull(),
    externalId: text('external_id').notNull(),
    outcome: text('outcome').$type<'linked' | 'held' | 'left-out'>().notNull(),
    patientId: uuid('patient_id'),
    /** Of what was last read, by which changes are seen. */
    fingerprint: text('fingerprint').notNull(),
    /** Of name and birth date that somebody has confirmed although they contradict. */
    confirmedIdentity: text('confirmed_identity'),
    /** Contact details as they were last written here: what still says so is brought up to date. */
    written: jsonb('written').$type<Partial<PatientDetails>>().notNull().default({}),
    heldReason: text('held_reason').$type<HeldReason>(),
    heldAt: instantColumn('held_at'),
    /** Of name and birth date of somebody who is held: what an answer confirms. */
    heldIdentity: text('held_identity'),
    heldDetails: jsonb('held_details').$type<Partial<PatientDetails>>(),
    candidates: jsonb('candidates').$type<string[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('practice_system_patients_once').on(table.clinicId, table.systemId, table.externalId),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    index('practice_system_patients_patient').on(table.clinicId, table.patientId),
    index('practice_system_patients_held')
      .on(table.clinicId, table.systemId, table.heldAt)
      .where(sql`outcome = 'held'`),
    check('practice_system_patients_outcome', sql`outcome in ('linked', 'held', 'left-out')`),
    check('practice_system_patients_linked', sql`outcome <> 'linked' or patient_id is not null`),
    check('practice_system_patients_reason', sql`held_reason in (${sqlList(heldReasons)})`),
    check('practice_system_patients_held', sql`(outcome = 'held') = (held_reason is not null)`),
    check('practice_system_patients_details', sql`(outcome = 'held') = (held_details is not null)`),
    clinicPolicy(),
  ],
)

/** Practitioners of a practice system, and who they are here as somebody said. */
export const practiceSystemPractitioners = pgTable(
  'practice_system_practitioners',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    systemId: uuid('system_id').notNull(),
    externalId: text('external_id').notNull(),
    name: text('name').notNull(),
    gdcNumber: text('gdc_number').notNull().default(''),
    decision: text('decision').$type<'open' | 'matched' | 'left-out'>().notNull().default('open'),
    staffId: uuid('staff_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('practice_system_practitioners_once').on(table.clinicId, table.systemId, table.externalId),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    check('practice_system_practitioners_decision', sql`decision in ('open', 'matched', 'left-out')`),
    check('practice_system_practitioners_matched', sql`(decision = 'matched') = (staff_id is not null)`),
    clinicPolicy(),
  ],
)

/** Words for treatments in a practice system, and the templates they mean as somebody confirmed. */
export const practiceSystemTreatments = pgTable(
  'practice_system_treatments',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    systemId: uuid('system_id').notNull(),
    /** The words without case and with single blanks: what an appointment says is looked up by them. */
    words: text('words').notNull(),
    name: text('name').notNull(),
    code: text('code').notNull().default(''),
    decision: text('decision').$type<'open' | 'mapped' | 'no-consent'>().notNull().default('open'),
    /** A template of the library or of the practice. */
    templateId: uuid('template_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    uniqueIndex('practice_system_treatments_once').on(table.clinicId, table.systemId, table.words),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    check('practice_system_treatments_decision', sql`decision in ('open', 'mapped', 'no-consent')`),
    check('practice_system_treatments_mapped', sql`(decision = 'mapped') = (template_id is not null)`),
    clinicPolicy(),
  ],
)

/** An appointment as a practice system last sent it. */
export type StoredSystemAppointment = {
  patientId: string
  practitionerId: string | null
  startsAt: string
  minutes: number
  reason: string
  treatment: string
  state: 'pending' | 'arrived' | 'in-surgery' | 'completed' | 'cancelled' | 'missed'
}

/** Appointments of a practice system: which are booked here, and which wait for a patient or a clinician to be matched. */
export const practiceSystemAppointments = pgTable(
  'practice_system_appointments',
  {
    clinicId: clinicIdColumn(),
    systemId: uuid('system_id').notNull(),
    externalId: text('external_id').notNull(),
    outcome: text('outcome').$type<'booked' | 'waiting' | 'left-out'>().notNull(),
    externalPatientId: text('external_patient_id').notNull(),
    externalPractitionerId: text('external_practitioner_id'),
    startsAt: instantColumn('starts_at').notNull(),
    /** As the practice system last sent it. */
    latest: jsonb('latest').$type<StoredSystemAppointment>().notNull(),
    fingerprint: text('fingerprint').notNull(),
    patientId: uuid('patient_id'),
    appointmentId: uuid('appointment_id'),
    /** The version here after it was last written: another one means that somebody changed it since. */
    appointmentVersion: integer('appointment_version'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.systemId, table.externalId] }),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.appointmentId],
      foreignColumns: [appointments.clinicId, appointments.id],
    }),
    index('practice_system_appointments_patient').on(table.clinicId, table.patientId),
    uniqueIndex('practice_system_appointments_here')
      .on(table.clinicId, table.appointmentId)
      .where(sql`appointment_id is not null`),
    index('practice_system_appointments_waiting')
      .on(table.clinicId, table.systemId, table.externalId)
      .where(sql`outcome = 'waiting'`),
    check('practice_system_appointments_outcome', sql`outcome in ('booked', 'waiting', 'left-out')`),
    check('practice_system_appointments_booked', sql`outcome <> 'booked' or appointment_id is not null`),
    clinicPolicy(),
  ],
)

/** What is written to a practice system: sealed documents, notes of consents and their states. */
export const practiceSystemDeliveries = pgTable(
  'practice_system_deliveries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    systemId: uuid('system_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    kind: text('kind').$type<SystemDeliveryKind>().notNull(),
    documentId: uuid('document_id'),
    status: text('status').$type<'queued' | 'delivered' | 'failed'>().notNull().default('queued'),
    failure: text('failure'),
    attempts: integer('attempts').notNull().default(0),
    /** Raised when a state changes again while it is on its way. */
    revision: integer('revision').notNull().default(1),
    nextAttemptAt: instantColumn('next_attempt_at'),
    giveUpAt: instantColumn('give_up_at').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.systemId],
      foreignColumns: [practiceSystems.clinicId, practiceSystems.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.documentId],
      foreignColumns: [documentVersions.clinicId, documentVersions.id],
    }),
    uniqueIndex('practice_system_deliveries_document')
      .on(table.clinicId, table.systemId, table.documentId, table.kind)
      .where(sql`document_id is not null`),
    uniqueIndex('practice_system_deliveries_state')
      .on(table.clinicId, table.systemId, table.consentId)
      .where(sql`kind = 'state'`),
    index('practice_system_deliveries_newest').on(table.clinicId, table.systemId, table.createdAt, table.id),
    index('practice_system_deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    check('practice_system_deliveries_kind', sql`kind in (${sqlList(systemDeliveryKinds)})`),
    check('practice_system_deliveries_status', sql`status in ('queued', 'delivered', 'failed')`),
    check('practice_system_deliveries_next', sql`(status = 'queued') = (next_attempt_at is not null)`),
    check('practice_system_deliveries_about', sql`(kind = 'state') = (document_id is null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
