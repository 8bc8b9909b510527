import { sql } from 'drizzle-orm'
import { index, jsonb, pgPolicy, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  currentClinic,
  clinicPolicy,
  instantColumn,
  jobRole,
  patientRole,
} from '../database/tenancy.ts'

const ownKeys = sql`clinic_id = ${currentClinic} and actor = 'patient:' || current_setting('app.consent_ids', true)`

/** Nobody sends a request again after so long; what it was answered repeats health data, and stays no longer. */
const isPast = sql`at < now() - interval '30 days'`

/** What was answered: encrypted, with the ids in it; as it was of super administrators and of requests from before. */
export type StoredAnswer = { answer: unknown } | { sealed: string; ids: string[] }

/** Answers given to requests that carried an `Idempotency-Key`: the same key gets the same answer, once (rulings 17). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    clinicId: clinicIdColumn(),
    actor: text('actor').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<StoredAnswer>(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.actor, table.operation, table.key] }),
    index('idempotency_keys_by_time').on(table.at),
    clinicPolicy(),
    pgPolicy('patient', { to: patientRole, using: ownKeys, withCheck: ownKeys }),
    pgPolicy('job', { to: jobRole, using: isPast }),
  ],
)
