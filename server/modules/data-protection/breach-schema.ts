import { sql } from 'drizzle-orm'
import { check, foreignKey, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { BreachEntry } from '../../../contract/data-protection.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Breaches of personal data. What is known of one stands in its entries. */
export const breaches = pgTable(
  'breaches',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    title: text('title').notNull(),
    discoveredAt: instantColumn('discovered_at').notNull(),
    openedBy: text('opened_by').notNull(),
    openedAt: instantColumn('opened_at').notNull(),
    lessons: text('lessons').notNull().default(''),
    closedBy: text('closed_by'),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('breaches_by_time').on(table.clinicId, table.discoveredAt),
    check('breaches_closed', sql`num_nulls(closed_by, closed_at) in (0, 2)`),
    clinicPolicy(),
  ],
)

/** What was written down about each breach. Insert and read only. */
export const breachEntries = pgTable(
  'breach_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    breachId: uuid('breach_id').notNull(),
    said: jsonb('said').$type<BreachEntry>().notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.breachId],
      foreignColumns: [breaches.clinicId, breaches.id],
    }),
    index('breach_entries_of').on(table.clinicId, table.breachId),
    clinicPolicy(),
  ],
)
