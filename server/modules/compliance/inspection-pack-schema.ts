import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { InspectionPack } from '../../../contract/inspection-packs.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  groupPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** ZIPs made for an inspection. The bytes go after some days, the row stays. */
export const inspectionPacks = pgTable(
  'inspection_packs',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    toDay: date('to_day', { mode: 'string' }).notNull(),
    status: text('status').$type<InspectionPack['status']>().notNull().default('preparing'),
    progress: integer('progress').notNull().default(0),
    sha256: text('sha256'),
    bytes: bigint('bytes', { mode: 'number' }),
    failure: text('failure'),
    madeById: uuid('made_by_id').notNull(),
    madeBy: text('made_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at'),
    /** Who may fetch it just now, and until when. */
    releasedTo: uuid('released_to'),
    releasedUntil: instantColumn('released_until'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.madeById], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('inspection_packs_one')
      .on(table.clinicId)
      .where(sql`status = 'preparing'`),
    index('inspection_packs_by_time').on(table.clinicId, table.createdAt),
    index('inspection_packs_passing')
      .on(table.createdAt)
      .where(sql`status in ('preparing', 'ready')`),
    check('inspection_packs_days', sql`from_day <= to_day`),
    check('inspection_packs_status', sql`status in ('preparing', 'ready', 'failed', 'expired')`),
    check('inspection_packs_progress', sql`progress between 0 and 100`),
    check('inspection_packs_ready', sql`status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0`),
    clinicPolicy(),
    groupPolicy(),
    readPolicy('job', jobRole),
  ],
)
