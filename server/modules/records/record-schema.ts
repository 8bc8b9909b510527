import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Who kept a patient's record from its end, why, and who lifted that. Written once, lifted once. */
export const legalHolds = pgTable(
  'legal_holds',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    reason: text('reason').notNull(),
    setById: uuid('set_by_id').notNull(),
    setBy: text('set_by').notNull(),
    setAt: instantColumn('set_at').notNull(),
    liftedById: uuid('lifted_by_id'),
    liftedBy: text('lifted_by'),
    liftedAt: instantColumn('lifted_at'),
    liftedReason: text('lifted_reason').notNull().default(''),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.setById], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({ columns: [table.clinicId, table.liftedById], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('legal_holds_standing')
      .on(table.clinicId, table.patientId)
      .where(sql`lifted_at is null`),
    index('legal_holds_of_patient').on(table.clinicId, table.patientId),
    check('legal_holds_lifted', sql`num_nulls(lifted_by_id, lifted_by, lifted_at) in (0, 3)`),
    clinicPolicy(),
  ],
)

/** ZIPs made of records: of one patient, or of the whole clinic. The bytes go after a week, the row stays. */
export const recordFiles = pgTable(
  'record_files',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').$type<'pack' | 'export'>().notNull(),
    patientId: uuid('patient_id'),
    status: text('status')
      .$type<'preparing' | 'ready' | 'failed' | 'expired'>()
      .notNull()
      .default('preparing'),
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
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    foreignKey({ columns: [table.clinicId, table.madeById], foreignColumns: [staff.clinicId, staff.id] }),
    index('record_files_of_patient').on(table.clinicId, table.patientId),
    uniqueIndex('record_files_one_export')
      .on(table.clinicId)
      .where(sql`kind = 'export' and status = 'preparing'`),
    index('record_files_passing')
      .on(table.createdAt)
      .where(sql`status in ('preparing', 'ready')`),
    check(
      'record_files_kind',
      sql`kind in ('pack', 'export') and (kind = 'pack') = (patient_id is not null)`,
    ),
    check('record_files_status', sql`status in ('preparing', 'ready', 'failed', 'expired')`),
    check('record_files_progress', sql`progress between 0 and 100`),
    check('record_files_ready', sql`status <> 'ready' or num_nulls(sha256, bytes, expires_at) = 0`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
