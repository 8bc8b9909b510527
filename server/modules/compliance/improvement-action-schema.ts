import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ImprovementAction } from '../../../contract/improvement-actions.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  groupPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** What a practice means to do better, who sees to it and by when. */
export const improvementActions = pgTable(
  'improvement_actions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** The item of the evidence list that it is about. */
    item: text('item'),
    /** What it came of by itself, so that it comes once; null where somebody thought of it. */
    source: text('source'),
    title: text('title').notNull(),
    /** Consents that showed it, by their ids alone: their records may end before it. */
    consentIds: jsonb('consent_ids').$type<string[]>().notNull().default([]),
    ownerId: uuid('owner_id'),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    status: text('status').$type<ImprovementAction['status']>().notNull().default('open'),
    outcome: text('outcome').notNull().default(''),
    createdBy: text('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    closedBy: text('closed_by'),
    closedAt: instantColumn('closed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.ownerId], foreignColumns: [staff.clinicId, staff.id] }),
    unique('improvement_actions_source').on(table.clinicId, table.source),
    index('improvement_actions_by_due').on(table.clinicId, table.status, table.dueOn, table.id),
    check('improvement_actions_status', sql`status in ('open', 'closed')`),
    check(
      'improvement_actions_closed',
      sql`num_nulls(closed_by, closed_at) = case when status = 'closed' then 0 else 2 end`,
    ),
    clinicPolicy(),
    groupPolicy(),
  ],
)
