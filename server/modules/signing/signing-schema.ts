import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ScreenSignature, SigningHelp } from '../../../contract/signing.ts'
import { packedJson } from '../../platform/database/packed-column.ts'
import {
  staffPolicy,
  adminRole,
  clinicIdColumn,
  clinicPolicy,
  onePatientConsentPolicy,
  patientPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'
import { staff } from '../staff/staff-schema.ts'

/** A signature by hand on paper: which files show it, and who took them in. */
export type PaperSignature = {
  kind: 'paper'
  scan: string
  files: { type: string; pages: number; sha256: string }[]
  takenAt: string
  takenBy: string
}

/** In the place of a signature: what was decided for a patient who cannot decide it, by its record and its fingerprint. */
export type CapacityDecisionSignature = {
  kind: 'decided'
  form: string
  decision: number
  hash: string
  takenAt: string
  takenBy: string
}
export type SignatureMark = ScreenSignature | PaperSignature | CapacityDecisionSignature

/** Patient links: the token itself is never kept, only its hash. */
export const links = pgTable(
  'links',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    messageId: uuid('message_id'),
    expiresAt: instantColumn('expires_at').notNull(),
    revokedAt: instantColumn('revoked_at'),
    lockedAt: instantColumn('locked_at'),
    firstOpenedAt: instantColumn('first_opened_at'),
    /** Who of the practice handed the patient its own tablet to answer on; null for a link to the patient's own. */
    handedBy: uuid('handed_by'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    /** Made by the practice for somebody who cannot get the code it asks for besides the birth date. */
    withoutCode: boolean('without_code').notNull().default(false),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
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
    foreignKey({ columns: [table.clinicId, table.handedBy], foreignColumns: [staff.clinicId, staff.id] }),
    unique('links_message').on(table.clinicId, table.messageId),
    index('links_token').on(table.tokenHash),
    index('links_of_consent').on(table.clinicId, table.consentId),
    index('links_locked')
      .on(table.lockedAt)
      .where(sql`locked_at is not null`),
    clinicPolicy(),
    patientPolicy('consent_id'),
    readPolicy('opener', authenticatorRole),
    // Super administrators see which links are locked; by their grants they read nothing else of one.
    readPolicy('admin', adminRole),
  ],
)

/** Codes to the mobile on file, asked for after the right birth date; of a link only the newest counts. */
export const linkCodes = pgTable(
  'link_codes',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    linkId: uuid('link_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    messageId: uuid('message_id').notNull(),
    /** Keyed with the installation's key, since six digits are soon tried through; null until the message is composed. */
    codeHash: text('hash_of_code'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.linkId], foreignColumns: [links.clinicId, links.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.messageId],
      foreignColumns: [messages.clinicId, messages.id],
    }),
    uniqueIndex('link_codes_message').on(table.clinicId, table.messageId),
    index('link_codes_of_link').on(table.clinicId, table.linkId),
    index('link_codes_of_consent').on(table.clinicId, table.consentId),
    clinicPolicy(),
    patientPolicy('consent_id'),
  ],
)

/** A proved birth date: what the short-lived cookie stands for. */
export const patientSessions = pgTable(
  'patient_sessions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    linkId: uuid('link_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId, table.linkId], foreignColumns: [links.clinicId, links.id] }),
    index('patient_sessions_token').on(table.tokenHash),
    clinicPolicy(),
    patientPolicy('consent_id'),
    readPolicy('opener', authenticatorRole),
  ],
)

/** A patient's signature. Its idempotency key stays on the row for ever; one for each consent. */
export const signatures = pgTable(
  'signatures',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    /** Behind which it was given; null for one on paper, and for what was decided for the patient. */
    linkId: uuid('link_id'),
    /** Treatments that were said no to, by their places. */
    declined: jsonb('declined').$type<number[]>().notNull().default([]),
    idempotencyKey: text('idempotency_key').notNull(),
    name: text('name').notNull(),
    signerRole: text('signer_role').notNull(),
    mark: packedJson<SignatureMark>('mark', 'strokes').notNull(),
    markHash: text('mark_hash').notNull(),
    statements: jsonb('statements').$type<string[]>().notNull(),
    contentHash: text('content_hash').notNull(),
    /** How the signer was helped; null where nobody needed any. */
    help: jsonb('help').$type<SigningHelp>(),
    at: instantColumn('at').notNull(),
    ip: text('ip').notNull(),
    userAgent: text('user_agent').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({ columns: [table.clinicId, table.linkId], foreignColumns: [links.clinicId, links.id] }),
    uniqueIndex('signatures_once').on(table.clinicId, table.consentId),
    uniqueIndex('signatures_key').on(table.clinicId, table.idempotencyKey),
    check('signatures_way', sql`(link_id is null) = (mark ->> 'kind' in ('paper', 'decided'))`),
    check(
      'signatures_role',
      sql`signer_role in ('patient', 'parent', 'attorney', 'deputy', 'guardian', 'decision-maker')`,
    ),
    check('signatures_decided', sql`(signer_role = 'decision-maker') = (mark ->> 'kind' = 'decided')`),
    staffPolicy(),
    onePatientConsentPolicy('signatures'),
    patientPolicy('consent_id'),
  ],
)
