import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { GroupEvidenceReport } from '../../../contract/group-evidence.ts'
import {
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { practiceGroups } from './practice-group-schema.ts'

const isOwnGroup = sql`group_id = ${currentGroup}`

/** Evidence reports of groups: what each says is in its file, which stays the group's whoever leaves. */
export const groupEvidenceReports = pgTable(
  'group_evidence_reports',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    status: text('status').$type<GroupEvidenceReport['status']>().notNull().default('preparing'),
    progress: integer('progress').notNull().default(0),
    sha256: text('sha256'),
    bytes: bigint('bytes', { mode: 'number' }),
    failure: text('failure'),
    madeBy: text('made_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.groupId], foreignColumns: [practiceGroups.id] }),
    uniqueIndex('group_evidence_reports_one')
      .on(table.groupId)
      .where(sql`status = 'preparing'`),
    index('group_evidence_reports_by_time').on(table.groupId, table.createdAt),
    check('group_evidence_reports_days', sql`from_day <= to_day`),
    check('group_evidence_reports_status', sql`status in ('preparing', 'ready', 'failed')`),
    check('group_evidence_reports_progress', sql`progress between 0 and 100`),
    check('group_evidence_reports_ready', sql`status <> 'ready' or num_nulls(sha256, bytes) = 0`),
    pgPolicy('group', { to: groupRole, using: isOwnGroup, withCheck: isOwnGroup }),
    readPolicy('job', jobRole),
  ],
)
