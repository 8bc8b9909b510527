import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  forClinic,
  forPatientOf,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/**
 * Messages of a practice to patients and staff, and what became of each. The text is not kept: it holds a link, and a link's token is
 * never stored. `about_id` is the consent it is about; for an invitation or a reminder to review templates the staff record, for a patient's own page its
 * link.
 */
export const messages = pgTable(
  'messages',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').notNull(),
    channel: text('channel').notNull().default('email'),
    aboutId: uuid('about_id').notNull(),
    recipient: text('recipient').notNull(),
    status: text('status').notNull().default('queued'),
    providerId: text('provider_id'),
    failure: text('failure'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('messages_about').on(table.clinicId, table.aboutId),
    check(
      'messages_kind',
      sql`kind in ('consent-link', 'new-link', 'signed-copy', 'invitation', 'patient-home', 'template-review')`,
    ),
    check('messages_channel', sql`channel in ('email')`),
    check('messages_status', sql`status in ('queued', 'sending', 'sent', 'failed', 'unconfirmed')`),
    forClinic(),
    forPatientOf('about_id'),
  ],
)
