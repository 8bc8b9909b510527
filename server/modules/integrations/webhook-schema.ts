import { sql } from 'drizzle-orm'
import {
  check,
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
import type { WebhookEvent } from '../../../contract/integration-scopes.ts'
import {
  clinicIdColumn,
  clinicPolicy,
  idColumn,
  instantColumn,
  jobRole,
  authenticatorRole,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import { consents } from '../consents/consent-schema.ts'
import { staff } from '../staff/staff-schema.ts'
import { apiKeys } from './api-key-schema.ts'

/** What a Subscription says that a webhook does not: its criteria, and whether ids are sent or nothing at all. */
export type SubscriptionTerms = { criteria: string; payload: 'ids' | 'none' }

/** Programs that are told of news. Their signing secrets are wrapped with the master key. */
export const webhooks = pgTable(
  'webhooks',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    name: text('name').notNull(),
    url: text('url').notNull(),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    secret: text('secret').notNull(),
    previousSecret: text('previous_secret'),
    previousSecretUntil: instantColumn('previous_secret_until'),
    status: text('status')
      .$type<'requested' | 'active' | 'disabled' | 'removed'>()
      .notNull()
      .default('active'),
    disabledBecause: text('disabled_because').$type<'failures' | 'staff'>(),
    disabledAt: instantColumn('disabled_at'),
    failingSince: instantColumn('failing_since'),
    /** A key that asked for it by FHIR, with what its Subscription says besides; null of those that people made. */
    requestedBy: uuid('requested_by'),
    subscription: jsonb('subscription').$type<SubscriptionTerms>(),
    /** When somebody of the practice switched on what a key asked for: nothing from before is told. */
    approvedAt: instantColumn('approved_at'),
    /** How many events it has been told of, by which a Subscription counts them. */
    eventCount: integer('event_count').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdBy: uuid('created_by').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    updatedAt: instantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    foreignKey({ columns: [table.clinicId, table.createdBy], foreignColumns: [staff.clinicId, staff.id] }),
    foreignKey({
      columns: [table.clinicId, table.requestedBy],
      foreignColumns: [apiKeys.clinicId, apiKeys.id],
    }),
    check('webhooks_status', sql`status in ('requested', 'active', 'disabled', 'removed')`),
    check('webhooks_subscription', sql`(requested_by is null) = (subscription is null)`),
    // What a key asked for is told nothing before somebody of the practice has switched it on.
    check(
      'webhooks_approved',
      sql`status not in ('active', 'disabled') or requested_by is null or approved_at is not null`,
    ),
    check(
      'webhooks_disabled',
      sql`(status = 'disabled') = (disabled_because is not null) and disabled_because in ('failures', 'staff')`,
    ),
    check('webhooks_https', sql`url like 'https://%'`),
    clinicPolicy(),
    // A function of its own tells those who run the platform how many there are, and not where they lead.
    readPolicy('opener', authenticatorRole),
  ],
)

/** One piece of news for one webhook: an event of a consent's chain is told once, however often its job runs. */
export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    webhookId: uuid('webhook_id').notNull(),
    consentId: uuid('consent_id').notNull(),
    eventNumber: integer('event_number').notNull(),
    event: text('event').$type<WebhookEvent>().notNull(),
    occurredAt: instantColumn('occurred_at').notNull(),
    status: text('status').$type<'queued' | 'delivered' | 'failed'>().notNull().default('queued'),
    /** Which of the events of its Subscription it is; null of webhooks that people made. */
    sequence: integer('sequence'),
    /** From when it may be tried; null once nothing is tried any more. */
    nextAttemptAt: instantColumn('next_attempt_at'),
    /** Until when tries go on. */
    giveUpAt: instantColumn('give_up_at').notNull(),
    /** Tries since it was queued: they decide how long the next pause is. */
    tries: integer('tries').notNull().default(0),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({
      columns: [table.clinicId, table.webhookId],
      foreignColumns: [webhooks.clinicId, webhooks.id],
    }),
    foreignKey({
      columns: [table.clinicId, table.consentId],
      foreignColumns: [consents.clinicId, consents.id],
    }),
    uniqueIndex('webhook_deliveries_once').on(
      table.clinicId,
      table.webhookId,
      table.consentId,
      table.eventNumber,
    ),
    index('webhook_deliveries_newest').on(table.clinicId, table.webhookId, table.createdAt, table.id),
    index('webhook_deliveries_due')
      .on(table.nextAttemptAt)
      .where(sql`next_attempt_at is not null`),
    check('webhook_deliveries_status', sql`status in ('queued', 'delivered', 'failed')`),
    check('webhook_deliveries_next', sql`(status = 'queued') = (next_attempt_at is not null)`),
    clinicPolicy(),
    readPolicy('job', jobRole),
  ],
)

/** Every try of a delivery and what came of it. Rows are added, never changed. */
export const webhookAttempts = pgTable(
  'webhook_attempts',
  {
    clinicId: clinicIdColumn(),
    deliveryId: uuid('delivery_id').notNull(),
    number: integer('number').notNull(),
    at: instantColumn('at').notNull(),
    statusCode: integer('status_code'),
    durationMs: integer('duration_ms').notNull(),
    failure: text('failure'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.deliveryId, table.number] }),
    foreignKey({
      columns: [table.clinicId, table.deliveryId],
      foreignColumns: [webhookDeliveries.clinicId, webhookDeliveries.id],
    }),
    clinicPolicy(),
  ],
)
