import { foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { CleanupKind } from '../../../contract/cleanup.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** One thing that was tidied, and what undoing it takes. */
export type CleanupItem = { kind: CleanupKind; id: string; name: string; effect: string }

/** What was tidied together: who did it, when, and whether it was undone. */
export const cleanups = pgTable(
  'cleanups',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    by: text('by').notNull(),
    items: jsonb('items').$type<CleanupItem[]>().notNull(),
    at: instantColumn('at').notNull(),
    undoneAt: instantColumn('undone_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('cleanups_by_time').on(table.clinicId, table.at),
    clinicPolicy(),
  ],
)
