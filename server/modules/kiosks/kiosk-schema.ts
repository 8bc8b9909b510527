import { sql } from 'drizzle-orm'
import { check, foreignKey, integer, pgTable, primaryKey, text, unique, uuid } from 'drizzle-orm/pg-core'
import { clinicIdColumn, clinicPolicy, idColumn, instantColumn } from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** A browser of the practice in a patient's hands; the session that it is locked by names this row. */
export const kioskHandovers = pgTable(
  'kiosk_handovers',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    sessionId: text('session_id').notNull(),
    staffId: uuid('staff_id').notNull(),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    /** Until when the birth date counts as proved; null before, and once the page covered itself. */
    provedUntil: instantColumn('proved_until'),
    endedAt: instantColumn('ended_at'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    check('kiosk_handovers_attempts', sql`failed_attempts >= 0`),
    clinicPolicy(),
  ],
)

/** The consents that were handed over, in the order in which they are read. */
export const kioskForms = pgTable(
  'kiosk_forms',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    handoverId: uuid('handover_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    position: integer('position').notNull(),
    /** The link that the last proof of the birth date opened the consent by; another one each time. */
    linkId: uuid('link_id'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      name: 'kiosk_forms_of_handover',
      columns: [table.clinicId, table.handoverId],
      foreignColumns: [kioskHandovers.clinicId, kioskHandovers.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    unique('kiosk_forms_once').on(table.clinicId, table.handoverId, table.consentId),
    clinicPolicy(),
  ],
)
