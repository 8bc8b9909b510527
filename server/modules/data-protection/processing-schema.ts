import { boolean, foreignKey, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** What a practice changed of the processing record that came with the product, left out of it, or added to it. */
export const processingEntries = pgTable(
  'processing_entries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** Which entry of the product it stands for; null for the practice's own. */
    shippedKey: text('shipped_key'),
    isLeftOut: boolean('is_left_out').notNull().default(false),
    purpose: text('purpose').notNull(),
    lawfulBasis: text('lawful_basis').notNull(),
    people: text('people').notNull(),
    data: text('data').notNull(),
    recipients: text('recipients').notNull(),
    transfers: text('transfers').notNull(),
    retention: text('retention').notNull(),
    security: text('security').notNull(),
    changedBy: text('changed_by').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('processing_entries_shipped').on(table.clinicId, table.shippedKey),
    clinicPolicy(),
  ],
)
