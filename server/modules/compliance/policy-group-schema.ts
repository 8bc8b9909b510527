import { sql } from 'drizzle-orm'
import { integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'

const isOwnGroup = sql`group_id = ${currentGroup}`

/**
 * Versions of the policies that a group of practices words for them. What was shared is never changed: another wording
 * is another version, and what is shared no longer is marked so. Practices read those of the group that they belong to.
 */
export const groupPolicyVersions = pgTable(
  'group_policy_versions',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    policy: text('policy').notNull(),
    number: integer('number').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    byName: text('by_name').notNull(),
    at: instantColumn('at').notNull(),
    withdrawnAt: instantColumn('withdrawn_at'),
  },
  (table) => [
    unique('group_policy_versions_number').on(table.groupId, table.policy, table.number),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`group_id = (select m.group_id from practice_group_members m where m.clinic_id = ${currentClinic})`,
    }),
  ],
)
