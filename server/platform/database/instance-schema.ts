import { sql } from 'drizzle-orm'
import { pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { appRole, instantColumn } from './tenancy.ts'

/** Instances that run on this database, and what each of them must share with the others (rulings 25). */
export const instances = pgTable(
  'instances',
  {
    id: uuid('id').primaryKey(),
    startedAt: instantColumn('started_at').notNull(),
    /** Renewed every few seconds; one that is old is of an instance that was killed. */
    seenAt: instantColumn('seen_at').notNull(),
    /** Tells its master key from another, and where it keeps files from elsewhere. */
    keyMark: text('key_mark').notNull(),
    filesMark: text('files_mark').notNull(),
  },
  () => [pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` })],
)
