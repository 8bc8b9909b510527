import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgPolicy,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
  searchRole,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'

/**
 * What the items of the evidence list find on one consent, one row for each thing that happened to it: it was completed,
 * its treatment started, or its patient ended it. Bit n is item n.
 */
export const complianceMarks = pgTable(
  'compliance_marks',
  {
    clinicId: clinicIdColumn(),
    consentId: uuid('consent_id').notNull(),
    population: text('population').$type<'completed' | 'started' | 'ended'>().notNull(),
    /** When that was, and on which day of the practice. */
    at: instantColumn('at').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    patientId: uuid('patient_id').notNull(),
    /** The items that apply to it, and those of them that it meets. */
    applies: bigint('applies', { mode: 'bigint' }).notNull(),
    met: bigint('met', { mode: 'bigint' }).notNull(),
    /** The versions of templates in it, where it was completed. */
    versions: uuid('versions').array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.consentId, table.population] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    check('compliance_marks_population', sql`population in ('completed', 'started', 'ended')`),
    index('compliance_marks_by_day').on(table.clinicId, table.population, table.day, table.patientId),
    clinicPolicy(),
  ],
)

/** The marks added up by day and item; a trigger of `compliance_marks` keeps them. */
export const complianceDays = pgTable(
  'compliance_days',
  {
    clinicId: clinicIdColumn(),
    day: date('day', { mode: 'string' }).notNull(),
    item: smallint('item').notNull(),
    applies: integer('applies').notNull(),
    met: integer('met').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.day, table.item] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    clinicPolicy(),
  ],
)

/** In how many consents that were completed on a day each version of a template stood; kept like the days. */
export const complianceWordings = pgTable(
  'compliance_wordings',
  {
    clinicId: clinicIdColumn(),
    day: date('day', { mode: 'string' }).notNull(),
    versionId: uuid('version_id').notNull(),
    consents: integer('consents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.day, table.versionId] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    clinicPolicy(),
  ],
)

/**
 * Consents whose marks may be others by now: triggers of everything that items ask of write them down. Nobody waits for
 * another's row, so one consent may stand here several times; and no key holds the consent, which would be locked by it.
 */
export const complianceWaiting = pgTable(
  'compliance_waiting',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('compliance_waiting_of_consent').on(table.clinicId, table.consentId),
    clinicPolicy(),
    readPolicy('job', jobRole),
    pgPolicy('search_insert', { for: 'insert', to: searchRole, withCheck: sql`true` }),
  ],
)

/** By which rules, and by the clocks of which zone, the marks of a practice were made. */
export const complianceCountings = pgTable(
  'compliance_countings',
  {
    clinicId: clinicIdColumn().primaryKey(),
    rules: integer('rules').notNull(),
    timeZone: text('time_zone').notNull(),
    begunAt: instantColumn('begun_at').notNull(),
  },
  (table) => [
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
