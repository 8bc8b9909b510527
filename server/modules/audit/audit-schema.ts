import { sql } from 'drizzle-orm'
import {
  bigint,
  date,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  adminRole,
  appRole,
  clinicRole,
  currentClinic,
  instantColumn,
  jobRole,
} from '../../platform/database/tenancy.ts'

/** The clinic of rows that belong to none (sign-ins of strangers, the platform itself): they have their own chain. */
export const platformClinicId = '00000000-0000-0000-0000-000000000000'

const own = sql`clinic_id = ${currentClinic}`

/**
 * Who did what, when, from where: every field of the specification's audit record. Rows are inserted unlinked with
 * their content's hash; a job seals them (rulings 15). Insert and read only.
 */
export const auditRows = pgTable(
  'audit_rows',
  {
    clinicId: uuid('clinic_id').notNull(),
    id: uuid('id').notNull(),
    at: instantColumn('at').notNull(),
    action: text('action').notNull(),
    subject: text('subject'),
    details: jsonb('details').$type<Record<string, unknown>>().notNull(),
    userId: text('user_id'),
    userEmail: text('user_email'),
    userName: text('user_name'),
    userRole: text('user_role').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
    sessionId: text('session_id'),
    browser: text('browser').notNull(),
    browserVersion: text('browser_version').notNull(),
    platform: text('platform').notNull(),
    language: text('language').notNull(),
    timezone: text('timezone').notNull(),
    requestId: text('request_id').notNull(),
    contentHash: text('content_hash').notNull(),
    /** Order of insertion, so that rows of one transaction have an order too. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    index('audit_rows_subject').on(table.clinicId, table.subject),
    // One for each thing that is searched by, in the order of the log, so that a page of it is read and no more.
    index('audit_rows_by_time').on(table.at, table.sequence),
    index('audit_rows_of_clinic').on(table.clinicId, table.at, table.sequence),
    index('audit_rows_of_action').on(table.action, table.at, table.sequence),
    index('audit_rows_from_address').on(table.ip, table.at, table.sequence),
    index('audit_rows_of_person')
      .on(table.userEmail, table.at, table.sequence)
      .where(sql`user_email is not null`),
    index('audit_rows_of_session')
      .on(table.sessionId, table.at, table.sequence)
      .where(sql`session_id is not null`),
    pgPolicy('app_insert', { for: 'insert', to: appRole, withCheck: sql`true` }),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: own }),
    pgPolicy('admin_read', { for: 'select', to: adminRole, using: sql`true` }),
    pgPolicy('job_read', { for: 'select', to: jobRole, using: sql`true` }),
  ],
)

/** Rows that no seal lists yet. A trigger on `audit_rows` adds them, sealing takes them away. */
export const auditUnsealed = pgTable(
  'audit_unsealed',
  {
    clinicId: uuid('clinic_id').notNull(),
    rowId: uuid('row_id').notNull(),
    /** Orders the rows of a seal. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    /** By the clock of the database, so that what waits too long is known whatever a row says of itself. */
    since: instantColumn('since').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.rowId] }),
    pgPolicy('app_insert', { for: 'insert', to: appRole, withCheck: sql`true` }),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: own }),
    pgPolicy('admin_read', { for: 'select', to: adminRole, using: sql`true` }),
    pgPolicy('job', { to: jobRole, using: sql`true`, withCheck: sql`true` }),
  ],
)

/** Seals over audit rows, each naming the rows it covers and linked to the seal before. Insert and read only. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    clinicId: uuid('clinic_id').notNull(),
    number: integer('number').notNull(),
    /** The rows in the order in which the hash covers them. */
    rowIds: uuid('row_ids').array().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
    sealedAt: instantColumn('sealed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.number] }),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: own }),
    pgPolicy('admin_read', { for: 'select', to: adminRole, using: sql`true` }),
    pgPolicy('job', { to: jobRole, using: sql`true`, withCheck: sql`true` }),
  ],
)

/**
 * How often each action was done on each day of London, by everybody together: counted when its rows are sealed, which
 * happens to each of them once. So that nobody counts millions of rows to draw a month.
 */
export const auditDays = pgTable(
  'audit_days',
  {
    day: date('day').notNull(),
    action: text('action').notNull(),
    count: integer('count').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.action] }),
    pgPolicy('admin_read', { for: 'select', to: adminRole, using: sql`true` }),
    pgPolicy('job', { to: jobRole, using: sql`true`, withCheck: sql`true` }),
  ],
)
