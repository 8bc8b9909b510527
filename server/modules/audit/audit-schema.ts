import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
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
 * their content's hash and the writing transaction; a job seals them in order (rulings 15). Insert and read only.
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
    /** The transaction that wrote the row: sealing waits for all older ones to end. */
    writtenBy: bigint('written_by', { mode: 'bigint' })
      .notNull()
      .default(sql`pg_current_xact_id()::text::bigint`),
    /** Order of insertion, so that rows of one transaction have an order too. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    index('audit_rows_order').on(table.clinicId, table.writtenBy, table.sequence),
    pgPolicy('app_insert', { for: 'insert', to: appRole, withCheck: sql`true` }),
    pgPolicy('clinic_read', { for: 'select', to: clinicRole, using: own }),
    pgPolicy('admin_read', { for: 'select', to: adminRole, using: sql`true` }),
    pgPolicy('job_read', { for: 'select', to: jobRole, using: sql`true` }),
  ],
)

/** Seals over consecutive audit rows, each linked to the one before. Insert and read only. */
export const auditSeals = pgTable(
  'audit_seals',
  {
    clinicId: uuid('clinic_id').notNull(),
    number: integer('number').notNull(),
    /** The place of the first and the last sealed row: writing transaction and sequence. */
    firstSequence: bigint('first_sequence', { mode: 'number' }).notNull(),
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull(),
    lastWrittenBy: bigint('last_written_by', { mode: 'bigint' }).notNull(),
    count: integer('count').notNull(),
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
