import { sql } from 'drizzle-orm'
import {
  check,
  customType,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import type { ScanType } from './scan-content.ts'

const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** Scans of papers that were signed by hand: a later one with its reason stands beside the first. Insert and read only. */
export const paperScans = pgTable(
  'paper_scans',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    reason: text('reason').notNull(),
    staffId: uuid('staff_id').notNull(),
    takenBy: text('taken_by').notNull(),
    takenAt: instantColumn('taken_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('paper_scans_by_time').on(table.clinicId, table.takenAt),
    unique('paper_scans_number').on(table.clinicId, table.consentId, table.number),
    check('paper_scans_reason', sql`(number = 1) = (reason = '')`),
    staffPolicy(),
    onePatientConsentPolicy('paper_scans'),
    patientPolicy('consent_id'),
  ],
)

/** The files of a scan, in the order of the pages. Insert and read only. */
export const paperFiles = pgTable(
  'paper_files',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    scanId: uuid('scan_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    position: integer('position').notNull(),
    type: text('type').$type<ScanType>().notNull(),
    pages: integer('pages').notNull(),
    bytes: integer('bytes').notNull(),
    /** SHA-256 of the whole file, which is also its name in the store. */
    sha256: text('sha256').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.scanId],
      foreignColumns: [paperScans.clinicId, paperScans.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    unique('paper_files_position').on(table.clinicId, table.scanId, table.position),
    index('paper_files_of_consent').on(table.clinicId, table.consentId),
    check('paper_files_type', sql`type in ('application/pdf', 'image/jpeg', 'image/png')`),
    staffPolicy(),
    onePatientConsentPolicy('paper_files'),
    patientPolicy('consent_id'),
  ],
)

/**
 * The bytes of a file until the store has them: what was signed with them is kept in one transaction, and no transaction
 * waits for a store.
 */
export const paperUploads = pgTable(
  'paper_uploads',
  {
    clinicId: clinicIdColumn(),
    /** The file's own. */
    id: uuid('id').notNull(),
    consentId: uuid('consent_id').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.id],
      foreignColumns: [paperFiles.clinicId, paperFiles.id],
    }),
    staffPolicy(),
    onePatientConsentPolicy('paper_uploads'),
    patientPolicy('consent_id'),
  ],
)
