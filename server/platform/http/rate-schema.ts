import { sql } from 'drizzle-orm'
import { bigint, integer, pgPolicy, pgTable, text } from 'drizzle-orm/pg-core'
import { adminRole, appRole } from '../database/tenancy.ts'

/** Counters of attempts at what can be guessed or flooded; keys are hashed addresses, never names (rulings 28). */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    expire: bigint('expire', { mode: 'number' }),
    /** The `expire` of the time in which somebody was turned away first; another time begins with none turned away. */
    refusedUntil: bigint('refused_until', { mode: 'number' }),
  },
  () => [
    pgPolicy('app', { to: appRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`false` }),
  ],
)
