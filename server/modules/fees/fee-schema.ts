import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { chargeBands, feeUnits, type ChargeBandName, type FeeUnit } from '../../../contract/charges.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { templates } from '../templates/template-schema.ts'

/** What a row of any fee list says. */
const feeColumns = () => ({
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
})

const feeChecks = (table: 'fees' | 'group_fees') => [
  check(`${table}_price`, sql`price_pence >= 0`),
  check(`${table}_unit`, sql`unit in (${sqlList(feeUnits)})`),
  check(`${table}_band`, sql`band in (${sqlList(chargeBands)})`),
  check(`${table}_something`, sql`price_pence is not null or band is not null`),
]

/**
 * What treatments cost in a practice. A change is a new row, which applies from its day on; of several of one day the one
 * that was entered last. A removal ends rows. Nothing else of a row ever changes.
 */
export const fees = pgTable(
  'fees',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    ...feeColumns(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    index('fees_of_template').on(table.clinicId, table.templateId),
    ...feeChecks('fees'),
    clinicPolicy(),
  ],
)

const ofOwnGroup = sql`group_id = ${currentGroup}`

/**
 * What treatments cost in a group of practices, in rows of the same kind. A practice sees those of its group while it takes
 * its fees, and no policy lets it write one.
 */
export const groupFees = pgTable(
  'group_fees',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    ...feeColumns(),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    index('group_fees_of_template').on(table.groupId, table.templateId),
    ...feeChecks('group_fees'),
    pgPolicy('group', { to: groupRole, using: ofOwnGroup, withCheck: ofOwnGroup }),
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`group_id = (select m.group_id from practice_group_members m
        where m.clinic_id = ${currentClinic} and m.uses_fees_since is not null)`,
    }),
  ],
)
