import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ReadingSpell } from '../../../contract/readings.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'

/**
 * What the patient's screen told of reading a consent, numbered through the consent. Insert and read only: each row
 * carries the hash of all rows up to it, and the event `consent.read` that of the last one before the signature.
 */
export const readings = pgTable(
  'readings',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    /** Which opening of the text in which tab, and the number of the report in it: the same report comes once. */
    visit: uuid('visit').notNull(),
    visitNumber: integer('visit_number').notNull(),
    spells: jsonb('spells').$type<ReadingSpell[]>().notNull(),
    hash: text('hash').notNull(),
    /** When it arrived, which may be long after it was told. */
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('readings_number').on(table.clinicId, table.consentId, table.number),
    uniqueIndex('readings_once').on(table.clinicId, table.consentId, table.visit, table.visitNumber),
    check('readings_numbers', sql`number > 0 and visit_number > 0`),
    staffPolicy(),
    onePatientConsentPolicy('readings'),
    patientPolicy('consent_id'),
  ],
)
