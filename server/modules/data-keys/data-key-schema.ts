import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  appRole,
  clinicIdColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/**
 * The keys that encrypt the files and columns of practices, wrapped with the master key. Keys are added and retired; a retired one
 * still opens what it encrypted, a destroyed one is gone for good. No scope reads them: the bare login does.
 */
export const dataKeys = pgTable(
  'data_keys',
  {
    clinicId: clinicIdColumn(),
    id: uuid('id').notNull(),
    /** Null once the key was destroyed. */
    wrappedKey: text('wrapped_key'),
    createdAt: instantColumn('created_at').notNull(),
    /** Since when new files have another key. */
    retiredAt: instantColumn('retired_at'),
    destroyedAt: instantColumn('destroyed_at'),
    /** When every file of the practice was last found encrypted. */
    checkedAt: instantColumn('checked_at'),
    /** When every encrypted column of the practice was last looked through. */
    columnsCheckedAt: instantColumn('columns_checked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('data_keys_current')
      .on(table.clinicId)
      .where(sql`retired_at is null`),
    check('data_keys_destroyed', sql`(wrapped_key is null) = (destroyed_at is not null)`),
    check('data_keys_retired', sql`destroyed_at is null or retired_at is not null`),
    pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` }),
    readPolicy('job', jobRole),
  ],
)
