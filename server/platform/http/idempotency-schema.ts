import { sql } from 'drizzle-orm'
import { jsonb, pgPolicy, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { clinicIdColumn, currentClinic, forClinic, instantColumn, patientRole } from '../database/tenancy.ts'

const ownKeys = sql`clinic_id = ${currentClinic} and actor = 'patient:' || current_setting('app.consent_ids', true)`

/** Answers given to requests that carried an `Idempotency-Key`: the same key gets the same answer, once (rulings 17). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    clinicId: clinicIdColumn(),
    actor: text('actor').notNull(),
    operation: text('operation').notNull(),
    key: text('key').notNull(),
    bodyHash: text('body_hash').notNull(),
    answer: jsonb('answer').$type<{ answer: unknown }>(),
    at: instantColumn('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.actor, table.operation, table.key] }),
    forClinic(),
    pgPolicy('patient', { to: patientRole, using: ownKeys, withCheck: ownKeys }),
  ],
)
