import { sql } from 'drizzle-orm'
import { check, foreignKey, index, integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  authenticatorRole,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { practiceGroups } from './practice-group-schema.ts'

const isOwnGroup = sql`group_id = ${currentGroup}`

/** How a group looks. Practices are given it by `group_brand_of`, without a right of their own to the row. */
export const practiceGroupBrands = pgTable(
  'practice_group_brands',
  {
    groupId: uuid('group_id').primaryKey(),
    colour: text('colour'),
    /** Which of its logos is shown: the hash of its bytes. */
    logo: text('logo'),
    /** Raised by each save. */
    version: integer('version').notNull(),
    changedAt: instantColumn('changed_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
    check('practice_group_brands_colour', sql`colour ~ '^#[0-9a-f]{6}$'`),
    check('practice_group_brands_logo', sql`logo ~ '^[0-9a-f]{64}$'`),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    readPolicy('opener', authenticatorRole),
  ],
)

/** Logos of groups, kept as those of practices are: a mail once sent goes on showing the one it was sent with. */
export const practiceGroupLogos = pgTable(
  'practice_group_logos',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    sha256: text('sha256').notNull(),
    /** The PNG in base64. */
    content: text('content').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
    unique('practice_group_logos_once').on(table.groupId, table.sha256),
    index('practice_group_logos_name').on(table.sha256),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    /** The letterhead of its documents bears it. */
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`group_id = (select m.group_id from practice_group_members m where m.clinic_id = ${currentClinic})`,
    }),
    readPolicy('opener', authenticatorRole),
    /** Scanned for malware again with what belongs to no practice. */
    readPolicy('admin', adminRole),
  ],
)
