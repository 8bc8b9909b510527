import { sql } from 'drizzle-orm'
import { foreignKey, index, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import {
  authenticatorRole,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { apiKeys } from '../integrations/api-key-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Origins whose pages may show consents of the practice in a frame. One is added or removed, and never changed. */
export const embedOrigins = pgTable(
  'embed_origins',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    origin: text('origin').notNull(),
    addedBy: uuid('added_by').notNull(),
    addedAt: instantColumn('added_at').notNull(),
    removedAt: instantColumn('removed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.addedBy], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('embed_origins_listed')
      .on(table.clinicId, table.origin)
      .where(sql`removed_at is null`),
    index('embed_origins_frame').on(table.id),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)

/**
 * Addresses that show one consent, or those of one patient, in a frame of one origin. Each opens once, and may be read
 * for a while then; of both tokens a hash is kept. One whose time is over is deleted when the practice makes another, and
 * with the record of its patient, which no key holds it to.
 */
export const embeds = pgTable(
  'embeds',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    tokenHash: text('token_hash').notNull(),
    keyId: uuid('key_id').notNull(),
    originId: uuid('origin_id').notNull(),
    shownPatientId: uuid('shown_patient_id').notNull(),
    /** Null where all consents of the patient are shown. */
    shownConsentId: uuid('shown_consent_id'),
    createdAt: instantColumn('created_at').notNull(),
    /** Of the address until it is opened, and of the view from then on. */
    expiresAt: instantColumn('expires_at').notNull(),
    openedAt: instantColumn('opened_at'),
    viewTokenHash: text('view_token_hash'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.keyId], foreignColumns: [apiKeys.clinicId, apiKeys.id] }),
    foreignKey({
      columns: [table.clinicId, table.originId],
      foreignColumns: [embedOrigins.clinicId, embedOrigins.id],
    }),
    uniqueIndex('embeds_token').on(table.clinicId, table.tokenHash),
    uniqueIndex('embeds_view_token').on(table.clinicId, table.viewTokenHash),
    clinicPolicy(),
  ],
)
