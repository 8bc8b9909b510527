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
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import type { ChainHead, RenewalLeaf } from '../../../verification/bundle-format.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { sealingKeys } from '../documents/document-schema.ts'

/**
 * One digest a day of the heads of a clinic's chains, signed, time-stamped where an authority is configured, and naming
 * the one before. Insert and read only. It holds ids and hashes, and so nothing of anybody once their record is gone.
 */
export const chainDigests = pgTable(
  'chain_digests',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    number: integer('number').notNull(),
    /** The last day that it covers, as the clinic counts days. */
    day: date('day').notNull(),
    fromAt: instantColumn('from_at'),
    untilAt: instantColumn('until_at').notNull(),
    /** What was signed, byte for byte. */
    body: text('body').notNull(),
    heads: jsonb('heads').$type<ChainHead[]>().notNull(),
    hash: text('hash').notNull(),
    previousHash: text('previous_hash').notNull(),
    signature: text('signature').notNull(),
    sealingKeyId: uuid('sealing_key_id')
      .notNull()
      .references(() => sealingKeys.id),
    /** The authority's token in base64. */
    timeStamp: text('time_stamp'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('chain_digests_number').on(table.clinicId, table.number),
    unique('chain_digests_day').on(table.clinicId, table.day),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/**
 * Digests renewed with a newer hash function, signed and time-stamped anew: over the digests of a span as they are kept,
 * over the chains themselves as far as the digests name them, and over the renewal before. Insert and read only.
 */
export const digestRenewals = pgTable(
  'digest_renewals',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    number: integer('number').notNull(),
    hashAlgorithm: text('hash_algorithm').notNull(),
    /** The numbers of the first and the last digest that it covers. */
    fromDigest: integer('from_digest').notNull(),
    toDigest: integer('to_digest').notNull(),
    /** What was signed, byte for byte. */
    body: text('body').notNull(),
    leaves: jsonb('leaves').$type<RenewalLeaf[]>().notNull(),
    signature: text('signature').notNull(),
    sealingKeyId: uuid('sealing_key_id')
      .notNull()
      .references(() => sealingKeys.id),
    /** The authority's token in base64. */
    timeStamp: text('time_stamp'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    unique('digest_renewals_number').on(table.clinicId, table.number),
    check('digest_renewals_span', sql`from_digest <= to_digest`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)
