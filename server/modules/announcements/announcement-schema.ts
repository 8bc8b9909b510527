import { sql } from 'drizzle-orm'
import { check, foreignKey, index, pgPolicy, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { AnnouncementAudience, AnnouncementKind } from '../../../contract/announcements.ts'
import {
  adminRole,
  appRole,
  clinicRole,
  currentClinic,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

const isForOwnStaff = sql`audience = 'clinics' or audience = 'one-clinic' and for_clinic = ${currentClinic}`

/** What whoever runs the platform tells practices, or one another, for a time. */
export const announcements = pgTable(
  'announcements',
  {
    id: idColumn().primaryKey(),
    text: text('text').notNull(),
    kind: text('kind').$type<AnnouncementKind>().notNull(),
    audience: text('audience').$type<AnnouncementAudience>().notNull(),
    /** The one clinic that it is for. */
    forClinic: uuid('for_clinic'),
    from: instantColumn('from').notNull(),
    until: instantColumn('until').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.forClinic], foreignColumns: [clinics.id] }),
    index('announcements_by_time').on(table.until),
    check('announcements_kind', sql`kind in ('information', 'maintenance', 'urgent')`),
    check('announcements_audience', sql`audience in ('clinics', 'one-clinic', 'admins')`),
    check('announcements_clinic', sql`(audience = 'one-clinic') = (for_clinic is not null)`),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    pgPolicy('clinic', { for: 'select', to: clinicRole, using: isForOwnStaff }),
    /** Before anybody is let in: the status page. */
    pgPolicy('app', { for: 'select', to: appRole, using: sql`audience = 'clinics'` }),
  ],
)
