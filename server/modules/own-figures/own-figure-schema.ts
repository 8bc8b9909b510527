import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { RiskCount } from '../../../contract/own-figures.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { templates } from '../templates/template-schema.ts'

/** What came of the treatments of one template at a practice, counted once a day: whoever sends a consent only reads it. */
export const ownFigures = pgTable(
  'own_figures',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    templateId: uuid('template_id')
      .notNull()
      .references(() => templates.id),
    treated: integer('treated').notNull(),
    followed: integer('followed').notNull(),
    followUpDays: integer('follow_up_days').notNull(),
    risks: jsonb('risks').$type<RiskCount[]>().notNull(),
    /** Treatments from then on were counted, until then. */
    countedFrom: instantColumn('counted_from').notNull(),
    countedUntil: instantColumn('counted_until').notNull(),
    countedAt: instantColumn('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('own_figures_once').on(table.clinicId, table.templateId),
    check('own_figures_followed', sql`followed between 0 and treated`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
