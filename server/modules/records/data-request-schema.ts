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
  uuid,
} from 'drizzle-orm/pg-core'
import type {
  ClockStop,
  DataRequestKind,
  DataRequestOutcome,
  DataRequestStepKind,
  RetentionGround,
} from '../../../contract/data-requests.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { patients } from '../patients/patient-schema.ts'

/**
 * What people asked about their data, how the time for it runs, and how each was answered. The table has the name it got
 * when people could only ask to see their data: the release before this one writes to it.
 */
export const dataRequests = pgTable(
  'access_requests',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').$type<DataRequestKind>().notNull().default('access'),
    /** Null where the practice keeps no record of whom it is about. */
    patientId: uuid('patient_id'),
    receivedOn: date('received_on', { mode: 'string' }).notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    requester: text('requester').notNull(),
    openedBy: text('opened_by').notNull(),
    /** From when the month runs where it had to be asked who asks; the day of arrival otherwise. */
    clockFrom: date('clock_from', { mode: 'string' }),
    stoppedFor: text('stopped_for').$type<ClockStop>(),
    stoppedOn: date('stopped_on', { mode: 'string' }),
    /** Days that do not count, of every stop that is over. */
    stoppedDays: integer('stopped_days').notNull().default(0),
    isExtended: boolean('is_extended').notNull().default(false),
    identityHow: text('identity_how'),
    identityBy: text('identity_by'),
    identityAt: instantColumn('identity_at'),
    outcome: text('outcome').$type<DataRequestOutcome>(),
    outcomeNote: text('outcome_note').notNull().default(''),
    grounds: jsonb('grounds').$type<RetentionGround[]>().notNull().default([]),
    closedBy: text('closed_by'),
    closedAt: instantColumn('closed_at'),
    remindedOn: date('reminded_on', { mode: 'string' }),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    index('access_requests_of_patient').on(table.clinicId, table.patientId),
    index('access_requests_by_time').on(table.clinicId, table.dueOn),
    index('access_requests_open')
      .on(table.dueOn)
      .where(sql`closed_at is null and stopped_for is null`),
    check(
      'access_requests_kind',
      sql`kind in ('access', 'rectification', 'erasure', 'restriction', 'portability', 'objection')`,
    ),
    check('access_requests_outcome', sql`outcome in ('answered', 'partly', 'refused', 'withdrawn')`),
    check('access_requests_identity', sql`num_nulls(identity_how, identity_by, identity_at) in (0, 3)`),
    check('access_requests_closed', sql`num_nulls(outcome, closed_by, closed_at) in (0, 3)`),
    check(
      'access_requests_stopped',
      sql`stopped_for in ('identity', 'clarification') and num_nulls(stopped_for, stopped_on) in (0, 2)`,
    ),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** What was done about each request, step by step. Insert and read only. */
export const dataRequestSteps = pgTable(
  'data_request_steps',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    requestId: uuid('request_id').notNull(),
    /** Whose data it is about, as the request says. */
    patientId: uuid('patient_id'),
    kind: text('kind').$type<DataRequestStepKind>().notNull(),
    on: date('on', { mode: 'string' }).notNull(),
    note: text('note').notNull(),
    /** The consent that a correction belongs to. It is told beside it, and the consent stays as it was signed. */
    consentId: uuid('consent_id'),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.requestId],
      foreignColumns: [dataRequests.clinicId, dataRequests.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('data_request_steps_of_consent').on(table.clinicId, table.consentId),
    index('data_request_steps_of').on(table.clinicId, table.requestId),
    index('data_request_steps_of_patient').on(table.clinicId, table.patientId),
    check(
      'data_request_steps_kind',
      sql`kind in ('received', 'identity-asked', 'identified', 'clarification-asked', 'clarified', 'extended', 'noted', 'corrected', 'marketing-erased', 'pack-given', 'closed')`,
    ),
    clinicPolicy(),
  ],
)
