import { foreignKey, index, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { PatientScope } from '../../../contract/integration-scopes.ts'
import {
  authenticatorRole,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Apps that staff open at a patient. They hold no secret: each code is bound to whoever asked for it (PKCE). */
export const smartApps = pgTable(
  'smart_apps',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    name: text('name').notNull(),
    launchUrl: text('launch_url').notNull(),
    redirectUris: jsonb('redirect_uris').$type<string[]>().notNull(),
    scopes: jsonb('scopes').$type<PatientScope[]>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)

/**
 * Addresses that open an app at a patient for one member of staff. A row is deleted once it was decided, so each opens
 * once; of the token a hash is kept. One that expired is deleted when the practice opens an app again, and with the record
 * of its patient, which no key holds it to.
 */
export const smartLaunches = pgTable(
  'smart_launches',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    tokenHash: text('token_hash').notNull(),
    appId: uuid('app_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    openedPatientId: uuid('opened_patient_id').notNull(),
    openedAppointmentId: uuid('opened_appointment_id'),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.appId],
      foreignColumns: [smartApps.clinicId, smartApps.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('smart_launches_token').on(table.clinicId, table.tokenHash),
    clinicPolicy(),
  ],
)

/**
 * What somebody agreed to: an app reads one patient's records for a quarter of an hour. First a code is good for it, once,
 * and then a token; of both a hash is kept. A row stays while either could come a second time, until
 * the practice agrees to something again, and goes with the record of its patient.
 */
export const smartGrants = pgTable(
  'smart_grants',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    appId: uuid('app_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    openedPatientId: uuid('opened_patient_id').notNull(),
    openedAppointmentId: uuid('opened_appointment_id'),
    scopes: jsonb('scopes').$type<PatientScope[]>().notNull(),
    redirectUri: text('redirect_uri').notNull(),
    codeHash: text('code_hash').notNull(),
    codeChallenge: text('code_challenge').notNull(),
    codeExpiresAt: instantColumn('code_expires_at').notNull(),
    /** When the code was used, well or badly: it is good for nothing more. */
    exchangedAt: instantColumn('exchanged_at'),
    tokenHash: text('token_hash'),
    tokenExpiresAt: instantColumn('token_expires_at'),
    revokedAt: instantColumn('revoked_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.appId],
      foreignColumns: [smartApps.clinicId, smartApps.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    index('smart_grants_code').on(table.codeHash),
    index('smart_grants_token').on(table.tokenHash),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)
