import { sql } from 'drizzle-orm'
import {
  boolean,
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
import type { AftercarePolicy, SurveyAnswers } from '../../../contract/aftercare.ts'
import { worryLevels, type WorryLevel } from '../../../contract/worry-levels.ts'
import { sealedJson, sealedText } from '../../platform/database/sealed-column.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { appointments } from '../appointments/appointment-schema.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** A treatment as it was called when it was done, and its type, by which messages follow. */
export type DoneTreatment = { place: number; title: string; type: string }
/** A question as it stood on the page, in English, and what was answered. */
export type AskedQuestion = { id: string; question: string; answer: boolean }

/** What a practice decided about the time after a treatment; one row for each that has said so. */
export const aftercarePolicies = pgTable(
  'aftercare_policies',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    policy: jsonb('policy').$type<AftercarePolicy>().notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('aftercare_policies_once').on(table.clinicId),
    clinicPolicy(),
  ],
)

/**
 * Which treatments of a consent were carried out, when and by whom; what follows by message is counted from it. One that
 * was recorded by mistake stays and says so.
 */
export const treatmentsDone = pgTable(
  'treatments_done',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    appointmentId: uuid('appointment_id'),
    treatments: jsonb('treatments').$type<DoneTreatment[]>().notNull(),
    doneAt: instantColumn('done_at').notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    takenBackAt: instantColumn('taken_back_at'),
    nextStep: text('next_step'),
    nextAt: instantColumn('next_at'),
    /** From when on the patient is asked how it went; null where nothing is asked. */
    surveyAt: instantColumn('survey_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      name: 'treatments_done_appointment',
      columns: [table.clinicId, table.appointmentId],
      foreignColumns: [appointments.clinicId, appointments.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('treatments_done_of_consent').on(table.clinicId, table.consentId),
    index('treatments_done_of_appointment').on(table.clinicId, table.appointmentId),
    index('treatments_done_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    check('treatments_done_next', sql`(next_at is null) = (next_step is null)`),
    clinicPolicy(),
    patientPolicy('consent_id'),
    readPolicy('job', jobRole),
  ],
)

/** Messages that followed a treatment: each step once. */
export const aftercareSteps = pgTable(
  'aftercare_steps',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    doneId: uuid('done_id').notNull(),
    step: text('step').notNull(),
    messageId: uuid('message_id').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.doneId],
      foreignColumns: [treatmentsDone.clinicId, treatmentsDone.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.messageId],
      foreignColumns: [messages.clinicId, messages.id],
    }),
    uniqueIndex('aftercare_steps_once').on(table.clinicId, table.doneId, table.step),
    index('aftercare_steps_of_consent').on(table.clinicId, table.consentId),
    clinicPolicy(),
  ],
)

/** That a patient wants no more messages about what was done until then. */
export const aftercareStops = pgTable(
  'aftercare_stops',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('aftercare_stops_of_consent').on(table.clinicId, table.consentId),
    clinicPolicy(),
    patientPolicy('consent_id'),
  ],
)

/**
 * What worries a patient after a treatment: what they were asked, answered and shown, word for word. Written by the
 * patient alone; the practice adds that it took it up and how it was settled.
 */
export const worries = pgTable(
  'worries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    /** Made on the patient's device when they pressed: the same worry sent again is one. */
    key: uuid('key').notNull(),
    worry: sealedText('worry').notNull(),
    level: text('level').$type<WorryLevel>().notNull(),
    asked: sealedJson<AskedQuestion[]>('asked', []).notNull(),
    shown: sealedText('shown').notNull(),
    text: sealedText('text')
      .notNull()
      .default(sql`''`),
    language: text('language').notNull(),
    toldAt: instantColumn('told_at').notNull(),
    hash: text('hash').notNull(),
    at: instantColumn('at').notNull(),
    takenUpAt: instantColumn('taken_up_at'),
    settledAt: instantColumn('settled_at'),
    settledBy: text('settled_by'),
    settledNote: sealedText('settled_note'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('worries_once').on(table.clinicId, table.consentId, table.key),
    check('worries_level', sql`level in (${sql.raw(worryLevels.map((level) => `'${level}'`).join(', '))})`),
    check(
      'worries_settled',
      sql`(settled_at is null) = (settled_by is null) and (settled_at is null) = (settled_note is null)`,
    ),
    clinicPolicy(),
    patientPolicy('consent_id'),
  ],
)

/** What a patient says some weeks later of the decision and of how it went; once for each consent. */
export const surveys = pgTable(
  'surveys',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    /** Templates of the treatments that were done. */
    templateIds: jsonb('template_ids').$type<string[]>().notNull(),
    isSkipped: boolean('is_skipped').notNull(),
    answers: jsonb('answers').$type<SurveyAnswers>(),
    text: sealedText('text')
      .notNull()
      .default(sql`''`),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('surveys_once').on(table.clinicId, table.consentId),
    check('surveys_skipped', sql`is_skipped = (answers is null)`),
    clinicPolicy(),
    patientPolicy('consent_id'),
  ],
)
