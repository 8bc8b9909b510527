import { sql } from 'drizzle-orm'
import {
  check,
  date,
  foreignKey,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { AuthorityDecision } from '../../../contract/authority.ts'
import { sealedText } from '../../platform/database/sealed-column.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/**
 * Who may sign a consent, as staff decided it by the table, numbered through the consent. Insert and read only: another
 * answer is a decision of its own. An event of the consent's chain carries each one's hash.
 */
export const authorityDecisions = pgTable(
  'authority_decisions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    number: integer('number').notNull(),
    nation: text('nation').$type<AuthorityDecision['nation']>().notNull(),
    ageGroup: text('age_group').$type<AuthorityDecision['group']>().notNull(),
    answers: jsonb('answers').$type<AuthorityDecision['answers']>().notNull(),
    registeredOn: date('registered_on', { mode: 'string' }),
    /** The row of the table that decided, and what it said then. */
    rule: text('rule').notNull(),
    outcome: text('outcome').$type<AuthorityDecision['outcome']>().notNull(),
    kind: text('kind').$type<AuthorityDecision['kind']>().notNull(),
    form: text('form').$type<AuthorityDecision['form']>().notNull(),
    signers: jsonb('signers').$type<AuthorityDecision['signers']>().notNull(),
    title: text('title').notNull(),
    why: text('why').notNull(),
    sources: jsonb('sources').$type<string[]>().notNull(),
    person: jsonb('person').$type<AuthorityDecision['person']>(),
    seen: text('seen').notNull(),
    reason: sealedText('reason').notNull(),
    asked: jsonb('asked').$type<AuthorityDecision['asked']>().notNull(),
    staffId: uuid('staff_id').notNull(),
    byName: text('by_name').notNull(),
    gdcNumber: text('gdc_number'),
    hash: text('hash').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.staffId], foreignColumns: [staff.clinicId, staff.id] }),
    uniqueIndex('authority_decisions_number').on(table.clinicId, table.consentId, table.number),
    check('authority_decisions_kind', sql`kind in ('signs', 'not-this-person', 'stop')`),
    check('authority_decisions_signers', sql`(kind = 'signs') = (jsonb_array_length(signers) > 0)`),
    staffPolicy(),
    onePatientConsentPolicy('authority_decisions'),
    patientPolicy('consent_id'),
  ],
)
