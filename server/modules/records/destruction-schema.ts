import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import type { DestructionStatus, DestructionObstacle } from '../../../contract/destructions.ts'
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
import { staff } from '../staff/staff-schema.ts'

/**
 * Proposals to destroy a record, and what became of each. It holds no key to the patient, for it outlives them: the id is
 * the number of the record.
 */
export const destructions = pgTable(
  'destructions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    initials: text('initials').notNull(),
    status: text('status').$type<Exclude<DestructionStatus, 'lapsed'>>().notNull().default('proposed'),
    lastCareOn: date('last_care_on', { mode: 'string' }).notNull(),
    reviewOn: date('review_on', { mode: 'string' }).notNull(),
    rule: text('rule').notNull(),
    reason: text('reason').notNull(),
    proposedById: uuid('proposed_by_id').notNull(),
    proposedBy: text('proposed_by').notNull(),
    proposedAt: instantColumn('proposed_at').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    withdrawnBy: text('withdrawn_by'),
    withdrawnAt: instantColumn('withdrawn_at'),
    confirmedById: uuid('confirmed_by_id'),
    confirmedBy: text('confirmed_by'),
    confirmedAt: instantColumn('confirmed_at'),
    stoppedBecause: text('stopped_because').$type<DestructionObstacle>(),
    /** The certificate's, counted in each practice. */
    number: integer('number'),
    erasedAt: instantColumn('erased_at'),
    counts: jsonb('counts').$type<Record<string, number>>(),
    /** What is kept of its consents, as one hash: it stands in the audit log and on the certificate too. */
    evidenceHash: text('evidence_hash'),
    /** Files that are still to be taken away. */
    filesLeft: jsonb('files_left').$type<string[]>().notNull().default([]),
    sha256: text('sha256'),
    bytes: integer('bytes'),
    sealingKeyId: uuid('sealing_key_id').references(() => sealingKeys.id),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.proposedById], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({
      columns: [table.clinicId, table.confirmedById],
      foreignColumns: [staff.clinicId, staff.id],
    }),
    index('destructions_by_proposal').on(table.clinicId, table.proposedAt, table.id),
    index('destructions_under_way')
      .on(table.confirmedAt)
      .where(sql`status in ('confirmed', 'erased')`),
    uniqueIndex('destructions_number').on(table.clinicId, table.number),
    uniqueIndex('destructions_open')
      .on(table.clinicId, table.patientId)
      .where(sql`status in ('proposed', 'confirmed')`),
    check(
      'destructions_status',
      sql`status in ('proposed', 'withdrawn', 'confirmed', 'stopped', 'erased', 'done')`,
    ),
    check('destructions_withdrawn', sql`(status = 'withdrawn') = (withdrawn_at is not null)`),
    // Two people, whatever the code does.
    check('destructions_two_people', sql`confirmed_by_id <> proposed_by_id`),
    check(
      'destructions_confirmed',
      sql`num_nulls(confirmed_by_id, confirmed_by, confirmed_at) = case when status in ('proposed', 'withdrawn') then 3 else 0 end`,
    ),
    check(
      'destructions_erased',
      sql`num_nulls(number, erased_at, counts, evidence_hash) = case when status in ('erased', 'done') then 0 else 4 end`,
    ),
    check(
      'destructions_done',
      sql`num_nulls(sha256, bytes, sealing_key_id) = case when status = 'done' then 0 else 3 end`,
    ),
    check('destructions_stopped', sql`(status = 'stopped') = (stopped_because is not null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** An event of a chain, without what it said. */
export type RetainedEvent = { number: number; event: string; at: string; previousHash: string; hash: string }
export type RetainedDocument = { kind: string; number: number; sha256: string }

/** What stays of a consent that was erased: its id and its hashes. Insert and read only. */
export const destroyedConsents = pgTable(
  'destroyed_consents',
  {
    clinicId: clinicIdColumn(),
    /** The id that the consent had. */
    id: uuid('id').notNull(),
    destructionId: uuid('destruction_id').notNull(),
    status: text('status').notNull(),
    contentHash: text('content_hash'),
    markHash: text('mark_hash'),
    /** Whether its chain held when it was erased. */
    wasIntact: boolean('was_intact').notNull(),
    chain: jsonb('chain').$type<RetainedEvent[]>().notNull(),
    documents: jsonb('documents').$type<RetainedDocument[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.destructionId],
      foreignColumns: [destructions.clinicId, destructions.id],
    }),
    index('destroyed_consents_of').on(table.clinicId, table.destructionId),
    clinicPolicy(),
  ],
)
