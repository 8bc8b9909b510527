import { sql } from 'drizzle-orm'
import {
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { groupPolicyVersions } from './policy-group-schema.ts'

/** Of the practices of a group that agreed to show it the state of their policies. */
const shownToGroup = sql`clinic_id = any(array(select m.clinic_id from practice_group_members m
  where m.group_id = ${currentGroup} and m.shows_policies_since is not null))`

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
    /** The group's version whose wording this is; null for any other wording. */
    groupVersionId: uuid('group_version_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.groupVersionId], foreignColumns: [groupPolicyVersions.id] }),
    unique('policy_versions_number').on(table.clinicId, table.policy, table.number),
    clinicPolicy(),
    pgPolicy('group', { for: 'select', to: groupRole, using: shownToGroup }),
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
