import { sql } from 'drizzle-orm'
import {
  char,
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

/** What was found on one sampled consent, by criterion: 1 met, 0 a gap; what does not apply is absent. */
export type SampledConsent = { consentId: string; found: Record<string, 0 | 1> }

/**
 * Samples of consents that were looked at: how each was drawn, so that it can be drawn again, and what was found. It holds
 * ids of consents and no key to them, for it outlives their records. Insert and read only.
 */
export const sampleAudits = pgTable(
  'sample_audits',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** As 2026-11. */
    month: char('month', { length: 7 }).notNull(),
    version: text('version').notNull(),
    seed: text('seed').notNull(),
    /** How many consents of that month could have been drawn. */
    population: integer('population').notNull(),
    sample: jsonb('sample').$type<SampledConsent[]>().notNull(),
    madeBy: text('made_by').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('sample_audits_once').on(table.clinicId, table.month, table.version),
    check('sample_audits_month', sql`month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
