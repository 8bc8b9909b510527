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
import {
  metricPeriods,
  metricSubjects,
  measures,
  type MeasureCounts,
  type MetricPeriod,
  type MetricSubject,
  type ItemMeasure,
  type Measure,
} from '../../../contract/measures.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  clinicPolicy,
  currentGroup,
  groupRole,
  instantColumn,
  jobRole,
  readPolicy,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'

/** Of the practice as a whole, where it agreed that its group sees that. */
const shownToGroup = sql`subject = 'practice' and clinic_id = any(array(select m.clinic_id from practice_group_members m
  where m.group_id = ${currentGroup} and m.shows_figures_since is not null))`

const isKnownMeasure = sql`measure in (${sqlList(measures)})`

/** What is counted of the parts of a consent: by what is counted of, by its name, by measure. */
export type CountedItems = Partial<
  Record<MetricSubject, Record<string, Partial<Record<ItemMeasure, number>>>>
>

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
    counts: jsonb('counts').$type<MeasureCounts>().notNull(),
    /** What was counted of its parts and questions, and in which language and form it was read. */
    items: jsonb('items').$type<CountedItems>().notNull().default({}),
    /** By which rules, so that what was counted before a measure was added is counted again. */
    countedBy: integer('counted_by').notNull().default(1),
    countedAt: instantColumn('counted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.consentId] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/**
 * The consents of a practice added up, by month, quarter and year, for the whole practice and for each of what figures
 * are told of. A trigger of `consent_counts` keeps them; `recount_clinic_figures` makes them anew. Nobody is named: what
 * counted of a record that was destroyed is `kept`.
 */
export const clinicFigures = pgTable(
  'clinic_figures',
  {
    clinicId: clinicIdColumn(),
    subject: text('subject').$type<MetricSubject>().notNull(),
    span: text('span').$type<MetricPeriod>().notNull(),
    /** Its first day. */
    start: date('start', { mode: 'string' }).notNull(),
    /** Which treatment, clinician, part or question; empty for the practice. */
    item: text('item').notNull(),
    measure: text('measure').notNull(),
    total: integer('total').notNull(),
    kept: integer('kept').notNull().default(0),
  },
  (table) => [
    primaryKey({
      columns: [table.clinicId, table.subject, table.span, table.start, table.item, table.measure],
    }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    check('clinic_figures_subject', sql`subject in (${sqlList(metricSubjects)})`),
    check('clinic_figures_span', sql`span in (${sqlList(metricPeriods)})`),
    clinicPolicy(),
    pgPolicy('group', { for: 'select', to: groupRole, using: shownToGroup }),
  ],
)

/** When the figures of a practice were last made anew from its consents, and how many had to be mended. */
export const figureRecounts = pgTable(
  'figure_recounts',
  {
    clinicId: clinicIdColumn().primaryKey(),
    recountedAt: instantColumn('recounted_at').notNull(),
    mended: integer('mended').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    clinicPolicy(),
    readPolicy('job', jobRole),
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
    clinicPolicy(),
    readPolicy('admin', adminRole),
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
    check('total_changes_measure', isKnownMeasure),
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
    check('platform_totals_measure', isKnownMeasure),
    pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` }),
  ],
)
