import {
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Versions of a practice's policies: what was adopted is never changed, another wording is another version. */
export const policyVersions = pgTable(
  'policy_versions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** Which policy: the key that its versions have in common. */
    policy: text('policy').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    reviewOn: date('review_on', { mode: 'string' }).notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('policy_versions_number').on(table.clinicId, table.policy, table.number),
    clinicPolicy(),
  ],
)

/** Who has read which version. Insert and read only. */
export const policyReadings = pgTable(
  'policy_readings',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    versionId: uuid('version_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.versionId],
      foreignColumns: [policyVersions.clinicId, policyVersions.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('policy_readings_once').on(table.clinicId, table.versionId, table.staffId),
    index('policy_readings_of_staff').on(table.clinicId, table.staffId),
    clinicPolicy(),
  ],
)
