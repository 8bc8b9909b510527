import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  date,
  foreignKey,
  index,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { trainingTopics, type Training } from '../../../contract/trainings.ts'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { staff } from '../staff/staff-schema.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Trainings of the staff. One that was written down by mistake stays and says so. */
export const staffTrainings = pgTable(
  'staff_trainings',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    staffId: uuid('staff_id').notNull(),
    topic: text('topic').$type<Training['topic']>().notNull(),
    title: text('title').notNull(),
    doneOn: date('done_on', { mode: 'string' }).notNull(),
    certificateType: text('certificate_type').$type<NonNullable<Training['certificate']>['type']>(),
    recordedBy: text('recorded_by').notNull(),
    at: instantColumn('at').notNull(),
    takenBackAt: instantColumn('taken_back_at'),
    takenBackBy: text('taken_back_by'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('staff_trainings_by_day').on(table.clinicId, table.doneOn, table.id),
    check(
      'staff_trainings_topic',
      sql`topic in (${sql.raw(trainingTopics.map((topic) => `'${topic}'`).join(', '))})`,
    ),
    check('staff_trainings_type', sql`certificate_type in ('application/pdf', 'image/jpeg', 'image/png')`),
    check('staff_trainings_taken_back', sql`num_nulls(taken_back_at, taken_back_by) in (0, 2)`),
    clinicPolicy(),
  ],
)

/** The certificate of a training as it was given. Insert and read only. */
export const trainingCertificates = pgTable(
  'training_certificates',
  {
    clinicId: clinicIdColumn(),
    /** The training's own. */
    id: uuid('id').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.id],
      foreignColumns: [staffTrainings.clinicId, staffTrainings.id],
    }),
    clinicPolicy(),
  ],
)
