import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgPolicy, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { EmergencyReason } from '../../../contract/emergency-accesses.ts'
import { emergency_access_minutes, emergency_reason_length_min } from '../../../contract/limits.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'

/**
 * Each time somebody who runs the platform opened one consent of a practice: who, why, from when and until when. It is
 * the practice's row: it stands in its settings and in the patient's record. What was read meanwhile is in the audit log.
 */
export const emergencyAccesses = pgTable(
  'emergency_accesses',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    adminId: text('admin_id').notNull(),
    adminName: text('admin_name').notNull(),
    reason: text('reason').$type<EmergencyReason>().notNull(),
    words: text('words').notNull(),
    ticket: text('ticket').notNull(),
    fromAt: instantColumn('from_at').notNull(),
    untilAt: instantColumn('until_at').notNull(),
    /** Before its time, by whoever opened it. */
    endedAt: instantColumn('ended_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('emergency_accesses_by_time').on(table.clinicId, table.fromAt, table.id),
    index('emergency_accesses_of_consent').on(table.consentId, table.fromAt),
    // Whoever opened one names it, and knows of no clinic.
    index('emergency_accesses_named').on(table.id),
    check('emergency_accesses_reason', sql`reason in ('support', 'safety', 'legal', 'security', 'other')`),
    check(
      'emergency_accesses_words',
      sql`char_length(words) >= ${sql.raw(String(emergency_reason_length_min))}`,
    ),
    check(
      'emergency_accesses_time',
      sql`until_at > from_at and until_at <= from_at + interval '${sql.raw(String(emergency_access_minutes))} minutes' and ended_at >= from_at`,
    ),
    clinicPolicy(),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    readPolicy('opener', authenticatorRole),
  ],
)
