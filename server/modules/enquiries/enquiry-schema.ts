import { sql } from 'drizzle-orm'
import { check, index, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { adminRole, instantColumn } from '../../platform/database/tenancy.ts'

const everything = sql`true`

/** What strangers wrote to the platform: no clinic's, and read by super administrators alone. */
export const enquiries = pgTable(
  'enquiries',
  {
    /** Made by the page that sent it, so that it is kept once. */
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    practice: text('practice').notNull(),
    topic: text('topic').notNull(),
    message: text('message').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    delivery: text('delivery').notNull().default('queued'),
    deliveryAt: instantColumn('delivery_at').notNull(),
    answeredAt: instantColumn('answered_at'),
    answeredBy: text('answered_by'),
  },
  (table) => [
    check(
      'enquiries_topic',
      sql`${table.topic} in ('practice', 'account', 'privacy', 'accessibility', 'other')`,
    ),
    check(
      'enquiries_delivery',
      sql`${table.delivery} in ('queued', 'sending', 'sent', 'failed', 'unconfirmed')`,
    ),
    index('enquiries_by_time').on(table.receivedAt),
    pgPolicy('admin', { to: adminRole, using: everything, withCheck: everything }),
  ],
)
