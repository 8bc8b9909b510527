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
    /** The marks of every key that it reads: while the master key changes, the other one besides. */
    readableMarks: text('readable_marks').array().notNull().default([]),
    filesMark: text('files_mark').notNull(),
  },
  () => [pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` })],
)

/**
 * What cookies, codes and reply addresses are derived from, wrapped with the master key: they outlive a change of that.
 * The newest that can be read counts; deleting all of them signs everybody out at the next start.
 */
export const rootKeys = pgTable(
  'root_keys',
  {
    id: uuid('id')
      .primaryKey()
      .default(sql`uuidv7()`),
    wrappedKey: text('wrapped_key').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  () => [pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` })],
)
