import { sql } from 'drizzle-orm'
import { boolean, check, pgPolicy, pgTable, text } from 'drizzle-orm/pg-core'
import { adminRole, appRole, clinicRole, instantColumn } from '../../platform/database/tenancy.ts'

/** One row: whether practices are kept from writing. Read by every instance, also before anybody is let in. */
export const maintenance = pgTable(
  'maintenance',
  {
    /** The only row's key. */
    isHere: boolean('is_here').primaryKey().default(true),
    isOn: boolean('is_on').notNull(),
    reason: text('reason').notNull(),
    until: instantColumn('until'),
    since: instantColumn('since').notNull(),
    byName: text('by_name').notNull(),
  },
  () => [
    check('maintenance_once', sql`is_here`),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('app', { for: 'select', to: [appRole, clinicRole], using: sql`true` }),
  ],
)
