import { sql } from 'drizzle-orm'
import { check, date, foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { chargeBands, feeUnits, type ChargeBandName, type FeeUnit } from '../../../contract/charges.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

/**
 * What treatments cost in a practice. A change is a new row, which applies from its day on; of several of one day the one
 * that was entered last. A removal ends rows. Nothing else of a row ever changes.
 */
export const fees = pgTable(
  'fees',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    /** Null where there is an NHS band alone. */
    pricePence: integer('price_pence'),
    unit: text('unit').$type<FeeUnit>().notNull(),
    band: text('band').$type<ChargeBandName>(),
    effectiveFrom: date('effective_from').notNull(),
    /** The first day on which it no longer applies, once it was removed. */
    endsOn: date('ends_on'),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    index('fees_of_template').on(table.clinicId, table.templateId),
    check('fees_price', sql`price_pence >= 0`),
    check('fees_unit', sql`unit in (${sqlList(feeUnits)})`),
    check('fees_band', sql`band in (${sqlList(chargeBands)})`),
    check('fees_something', sql`price_pence is not null or band is not null`),
    clinicPolicy(),
  ],
)
