import { sql } from 'drizzle-orm'
import { foreignKey, index, jsonb, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { KeyScope } from '../../../contract/integration-scopes.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** Keys of other programs: of each no more is kept than its hash, and the few characters that people know it by. */
export const apiKeys = pgTable(
  'api_keys',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    name: text('name').notNull(),
    scopes: jsonb('scopes').$type<KeyScope[]>().notNull(),
    tokenHash: text('token_hash').notNull(),
    hint: text('hint').notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    lastUsedAt: instantColumn('last_used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    index('api_keys_token').on(table.tokenHash),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
    /** Notes when a key was used last. */
    pgPolicy('use', { for: 'update', to: authenticatorRole, using: sql`true`, withCheck: sql`true` }),
  ],
)
