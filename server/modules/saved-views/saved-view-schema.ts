import { foreignKey, jsonb, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import type { SavedView } from '../../../contract/saved-views.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Lists of consents that somebody comes back to; those of nobody in particular are for everyone at the practice. */
export const savedViews = pgTable(
  'saved_views',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    staffId: uuid('staff_id'),
    name: text('name').notNull(),
    filter: jsonb('filter').$type<SavedView['filter']>().notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({
      columns: [table.clinicId, table.staffId],
      foreignColumns: [staff.clinicId, staff.id],
    }).onDelete('cascade'),
    unique('saved_views_name').on(table.clinicId, table.staffId, table.name).nullsNotDistinct(),
    clinicPolicy(),
  ],
)
