import { foreignKey, index, integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { patients } from '../patients/patient-schema.ts'

/** Links to a patient's own page, sent to an address on file; several patients may share it (rulings 56). */
export const homeLinks = pgTable(
  'home_links',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    email: text('email').notNull(),
    /** Null until the message that carries the link is composed. */
    tokenHash: text('token_hash'),
    failedAttempts: integer('failed_attempts').notNull().default(0),
    expiresAt: instantColumn('expires_at').notNull(),
    usedAt: instantColumn('used_at'),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('home_links_token').on(table.tokenHash),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)

/** A patient who proved the address and the birth date: what the cookie of their own page stands for. */
export const homeSessions = pgTable(
  'home_sessions',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    patientId: uuid('patient_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    expiresAt: instantColumn('expires_at').notNull(),
    createdAt: instantColumn('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.patientId],
      foreignColumns: [patients.clinicId, patients.id],
    }),
    index('home_sessions_token').on(table.tokenHash),
    clinicPolicy(),
    readPolicy('opener', authenticatorRole),
  ],
)
