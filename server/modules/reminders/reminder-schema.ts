import {
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { sql } from 'drizzle-orm'
import type { ReminderPolicy } from '../../../contract/reminders.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { messages } from '../messages/message-schema.ts'

/** How a practice reminds; one row for each that has said so. */
export const reminderPolicies = pgTable(
  'reminder_policies',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    policy: jsonb('policy').$type<ReminderPolicy>().notNull(),
    updatedAt: instantColumn('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('reminder_policies_once').on(table.clinicId),
    clinicPolicy(),
  ],
)

/**
 * What is to come for a consent that was sent: its next reminder, and a message that did not arrive and whose
 * successor waits for the end of quiet hours. Nothing is to come where both times are null.
 */
export const reminderPlans = pgTable(
  'reminder_plans',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    nextStep: text('next_step'),
    nextAt: instantColumn('next_at'),
    climbMessageId: uuid('climb_message_id'),
    climbAt: instantColumn('climb_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.climbMessageId],
      foreignColumns: [messages.clinicId, messages.id],
    }),
    uniqueIndex('reminder_plans_once').on(table.clinicId, table.consentId),
    index('reminder_plans_due')
      .on(table.nextAt)
      .where(sql`next_at is not null`),
    index('reminder_plans_climb')
      .on(table.climbAt)
      .where(sql`climb_at is not null`),
    check('reminder_plans_next', sql`(next_at is null) = (next_step is null)`),
    check('reminder_plans_climbing', sql`(climb_at is null) = (climb_message_id is null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** Reminders that went out. A step of the policy is sent once for each consent; one sent by hand is a step of its own. */
export const reminders = pgTable(
  'reminders',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    consentId: uuid('consent_id').notNull(),
    step: text('step').notNull(),
    messageId: uuid('message_id').notNull(),
    at: instantColumn('at').notNull(),
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
    uniqueIndex('reminders_once').on(table.clinicId, table.consentId, table.step),
    clinicPolicy(),
  ],
)
