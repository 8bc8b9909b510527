import { sql } from 'drizzle-orm'
import { check, jsonb, pgPolicy, pgTable, text } from 'drizzle-orm/pg-core'
import { adminRole, instantColumn } from '../../platform/database/tenancy.ts'

const alwaysTrue = sql`true`

/**
 * What whoever runs this installation has settled on its set-up pages, by name: no clinic's, and read by the platform
 * alone. Secrets are wrapped with the master key, so that a copy of the database opens nothing.
 */
export const installationSettings = pgTable(
  'installation_settings',
  {
    name: text('name').primaryKey(),
    /** What may be shown again. */
    facts: jsonb('facts').$type<Record<string, unknown>>().notNull().default({}),
    /** What is never shown again: JSON, wrapped. */
    secret: text('secret'),
    savedAt: instantColumn('saved_at').notNull(),
    savedBy: text('saved_by').notNull(),
  },
  () => [
    check('installation_settings_name', sql`name ~ '^[a-z][a-z-]*(:[0-9a-f-]{36})?$'`),
    pgPolicy('admin', { to: adminRole, using: alwaysTrue, withCheck: alwaysTrue }),
  ],
)
