import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { Task } from '../../../contract/tasks.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** What people have to do about a consent. `cause_id` is what it follows from, so that a cause makes one task of a kind. */
export const tasks = pgTable(
  'tasks',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').$type<Task['kind']>().notNull(),
    consentId: uuid('consent_id').notNull(),
    causeId: uuid('cause_id').notNull(),
    assignedTo: uuid('assigned_to'),
    createdAt: instantColumn('created_at').notNull(),
    /** Before this moment nobody is asked to do it; null where it is to be done at once. */
    dueAt: instantColumn('due_at'),
    doneAt: instantColumn('done_at'),
    doneBy: text('done_by'),
    outcome: text('outcome').$type<NonNullable<Task['done']>['outcome']>(),
    note: sealedText('note')
      .notNull()
      .default(sql`''`),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.assignedTo], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('tasks_of_cause').on(table.clinicId, table.causeId, table.kind),
    index('tasks_open')
      .on(table.clinicId, table.createdAt)
      .where(sql`done_at is null`),
    index('tasks_done').on(table.clinicId, table.doneAt),
    index('tasks_of_consent').on(table.clinicId, table.consentId),
    check(
      'tasks_kind',
      sql`kind in ('urgent-worry', 'worry', 'call', 'letter', 'answer', 'understanding', 'matter', 'talk', 'capacity', 'new-link', 'countersign')`,
    ),
    check(
      'tasks_outcome',
      sql`outcome in ('done', 'reached', 'no-answer', 'wrong-number', 'posted', 'not-needed')`,
    ),
    check(
      'tasks_ended',
      sql`(done_at is null) = (outcome is null) and (done_at is null) = (done_by is null)`,
    ),
    clinicPolicy(),
  ],
)
