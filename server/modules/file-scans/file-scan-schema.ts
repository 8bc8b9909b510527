import { sql } from 'drizzle-orm'
import { integer, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  appRole,
  authenticatorRole,
  clinicRole,
  currentClinic,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'

const ofClinic = sql`owner_clinic_id = ${currentClinic}`
const ofPlatform = sql`owner_clinic_id is null`

/**
 * Stored files that malware was found in later on: they stay where they are, since records name their hashes, and are
 * given to nobody. A row goes only when its file was scanned again and is without malware.
 */
export const quarantinedFiles = pgTable(
  'quarantined_files',
  {
    /** Under which the store or, for what the database holds, its module knows it. */
    name: text('name').primaryKey(),
    ownerClinicId: uuid('owner_clinic_id'),
    signature: text('signature').notNull(),
    foundAt: instantColumn('found_at').notNull(),
  },
  () => [
    pgPolicy('clinic', { to: clinicRole, using: ofClinic, withCheck: ofClinic }),
    pgPolicy('admin_insert', { for: 'insert', to: adminRole, withCheck: ofPlatform }),
    pgPolicy('admin_delete', { for: 'delete', to: adminRole, using: ofPlatform }),
    readPolicy('admin', adminRole),
    /** Before a file is given to anybody. */
    pgPolicy('app', { for: 'select', to: appRole, using: sql`true` }),
    /** For `is_quarantined()`, which practices ask of files that are not theirs. */
    readPolicy('opener', authenticatorRole),
  ],
)

/** How far the stored files of an owner have been scanned: an interrupted pass goes on where it was. */
export const fileScanPasses = pgTable(
  'file_scan_passes',
  {
    id: idColumn().primaryKey(),
    /** Null for the platform's own. */
    ownerClinicId: uuid('owner_clinic_id'),
    /** Which kind of file is at hand, and the last one that was scanned. */
    source: integer('source').notNull().default(0),
    after: text('after').notNull().default(''),
    scanned: integer('scanned').notNull().default(0),
    /** Files that the scanner could not look into. */
    skipped: integer('skipped').notNull().default(0),
    begunAt: instantColumn('begun_at').notNull(),
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    unique('file_scan_passes_once').on(table.ownerClinicId).nullsNotDistinct(),
    pgPolicy('clinic', { to: clinicRole, using: ofClinic, withCheck: ofClinic }),
    pgPolicy('admin', { to: adminRole, using: ofPlatform, withCheck: ofPlatform }),
    readPolicy('job', jobRole),
  ],
)
