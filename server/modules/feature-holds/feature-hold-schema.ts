import { sql } from 'drizzle-orm'
import { foreignKey, pgPolicy, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core'
import {
  adminRole,
  appRole,
  clinicRole,
  currentClinic,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** Features that are switched off, for one clinic or for all; what has no row here is on. */
export const featureHolds = pgTable(
  'feature_holds',
  {
    id: idColumn().primaryKey(),
    feature: text('feature').notNull(),
    /** Null for every clinic. */
    forClinic: uuid('for_clinic'),
    reason: text('reason').notNull(),
    since: instantColumn('since').notNull(),
    byName: text('by_name').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.forClinic], foreignColumns: [clinics.id] }),
    unique('feature_holds_once').on(table.feature, table.forClinic).nullsNotDistinct(),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
    /** So that screens leave out what is off. */
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`for_clinic is null or for_clinic = ${currentClinic}`,
    }),
    /** Before anybody is let in. */
    pgPolicy('app', { for: 'select', to: appRole, using: sql`true` }),
  ],
)
