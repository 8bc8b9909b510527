import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { measures, type Counts, type Measure } from '../../../contract/measures.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  forClinic,
  instantColumn,
  jobRole,
  readableBy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'

const known = sql.raw(`measure in (${measures.map((measure) => `'${measure}'`).join(', ')})`)

/** The first day of the month in which a consent was sent, by the clocks of its practice. */
const monthColumn = () => date('month', { mode: 'string' }).notNull()

/**
 * What one consent counts as, and where that was added: counted again, only the difference is added. Without it a job
 * that runs twice would count twice.
 */
export const consentCounts = pgTable(
  'consent_counts',
  {
    clinicId: clinicIdColumn(),
    consentId: uuid('consent_id').notNull(),
    month: monthColumn(),
    treatment: text('treatment').notNull(),
    clinicianId: uuid('clinician_id').notNull(),
    counts: jsonb('counts').$type<Counts>().notNull(),
    countedAt: instantColumn('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.consentId] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    forClinic(),
    readableBy('job', jobRole),
  ],
)

/** The consents of a practice added up. Nobody is named: they stay when a record is destroyed. */
export const clinicTotals = pgTable(
  'clinic_totals',
  {
    clinicId: clinicIdColumn(),
    month: monthColumn(),
    treatment: text('treatment').notNull(),
    clinicianId: uuid('clinician_id').notNull(),
    measure: text('measure').$type<Measure>().notNull(),
    total: integer('total').notNull(),
  },
  (table) => [
    primaryKey({
      columns: [table.clinicId, table.month, table.treatment, table.clinicianId, table.measure],
    }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    check('clinic_totals_measure', known),
    forClinic(),
  ],
)

/** How much a practice did in a month, as the platform sees it: no treatment and nobody of the practice. */
export const clinicMonths = pgTable(
  'clinic_months',
  {
    clinicId: clinicIdColumn(),
    month: monthColumn(),
    sent: integer('sent').notNull(),
    signed: integer('signed').notNull(),
    firstSentAt: instantColumn('first_sent_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.month] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('clinic_months_by_month').on(table.month),
    forClinic(),
    readableBy('admin', adminRole),
  ],
)

/** What is to be added to the totals of all practices: each adds here, so that none waits for another's row. */
export const totalChanges = pgTable(
  'total_changes',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    month: monthColumn(),
    treatment: text('treatment').notNull(),
    measure: text('measure').$type<Measure>().notNull(),
    change: integer('change').notNull(),
  },
  () => [
    check('total_changes_measure', known),
    pgPolicy('clinic_insert', { for: 'insert', to: clinicRole, withCheck: sql`true` }),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
  ],
)

/** The consents of all practices added up: no practice, no person. */
export const platformTotals = pgTable(
  'platform_totals',
  {
    month: monthColumn(),
    treatment: text('treatment').notNull(),
    measure: text('measure').$type<Measure>().notNull(),
    total: bigint('total', { mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.month, table.treatment, table.measure] }),
    check('platform_totals_measure', known),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
  ],
)
