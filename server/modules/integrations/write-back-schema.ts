import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { documentVersions } from '../documents/document-schema.ts'

/**
 * Sealed documents on their way to the practice system's folder: one row for each, under a name that no other has, so
 * that what a program has taken out of the folder is never mistaken for what never arrived.
 */
export const writeBacks = pgTable(
  'write_backs',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    documentId: uuid('document_id').notNull(),
    fileName: text('file_name').notNull(),
    status: text('status').$type<'queued' | 'placing' | 'delivered' | 'failed'>().notNull().default('queued'),
    failure: text('failure'),
    attempts: integer('attempts').notNull().default(0),
    /** Which try's file is being put into place, and may lie there already. */
    placing: integer('placing_attempt'),
    nextAttemptAt: instantColumn('next_attempt_at'),
    giveUpAt: instantColumn('give_up_at').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    deliveredAt: instantColumn('delivered_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.documentId],
      foreignColumns: [documentVersions.clinicId, documentVersions.id],
    }),
    uniqueIndex('write_backs_once').on(table.clinicId, table.documentId),
    uniqueIndex('write_backs_name').on(table.clinicId, table.fileName),
    index('write_backs_newest').on(table.clinicId, table.createdAt, table.id),
    index('write_backs_due')
      .on(table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    check('write_backs_status', sql`status in ('queued', 'placing', 'delivered', 'failed')`),
    check(
      'write_backs_placing',
      sql`(status <> 'placing' or placing_attempt is not null) and (status <> 'queued' or placing_attempt is null)`,
    ),
    check('write_backs_next', sql`(status in ('queued', 'placing')) = (next_attempt_at is not null)`),
    check('write_backs_delivered', sql`(status = 'delivered') = (delivered_at is not null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
