import { sql } from 'drizzle-orm'
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { supporterDeliveryMethods, type Supporter } from '../../../contract/supporters.ts'
import {
  staffPolicy,
  clinicIdColumn,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'

const deliveryMethodList = sql.raw(supporterDeliveryMethods.map((way) => `'${way}'`).join(', '))

/**
 * Whom patients let read along. Link and code are worked out from the id with the installation's key, so that the
 * patient can look at them again and nobody can who reads this table: it holds the hash of the one and nothing of the other.
 */
export const supporters = pgTable(
  'supporters',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    /** Which of those of its consent, and the hash that the chain tells of them by; null where they came before it told. */
    number: integer('number'),
    hash: text('hash'),
    name: text('name').notNull(),
    relation: text('relation').notNull(),
    by: text('by').$type<Supporter['by']>().notNull(),
    contact: text('contact').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The message that carried the link; null until it is queued, and where the patient passes the link on. */
    messageId: uuid('message_id'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    lockedAt: instantColumn('locked_at'),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.messageId],
      foreignColumns: [messages.clinicId, messages.id],
    }),
    index('supporters_token').on(table.tokenHash),
    index('supporters_of_consent').on(table.clinicId, table.consentId),
    index('supporters_message').on(table.clinicId, table.messageId),
    unique('supporters_number').on(table.clinicId, table.consentId, table.number),
    check('supporters_told', sql`(number is null) = (hash is null)`),
    check('supporters_by', sql`by in (${deliveryMethodList})`),
    check('supporters_contact', sql`(by = 'own') = (contact = '')`),
    check('supporters_time', sql`expires_at <= created_at + interval '14 days'`),
    staffPolicy(),
    onePatientConsentPolicy('supporters'),
    patientPolicy('consent_id'),
    readPolicy('opener', authenticatorRole),
  ],
)

/** Each time somebody opened what they may read: what the patient and the practice are shown, and for an hour the cookie. */
export const supporterOpenings = pgTable(
  'supporter_openings',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    supporterId: uuid('supporter_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    /** Until when the cookie opens it. */
    expiresAt: instantColumn('expires_at').notNull(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.supporterId],
      foreignColumns: [supporters.clinicId, supporters.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    index('supporter_openings_token').on(table.tokenHash),
    index('supporter_openings_of').on(table.clinicId, table.supporterId),
    index('supporter_openings_of_consent').on(table.clinicId, table.consentId),
    staffPolicy(),
    onePatientConsentPolicy('supporter_openings'),
    patientPolicy('consent_id'),
    readPolicy('opener', authenticatorRole),
  ],
)
