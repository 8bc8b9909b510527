import { foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** What somebody wrote about an item of the evidence list. Insert and read only. */
export const complianceNotes = pgTable(
  'compliance_notes',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    item: text('item').notNull(),
    text: text('text').notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('compliance_notes_of_item').on(table.clinicId, table.item, table.at),
    clinicPolicy(),
  ],
)
