import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgPolicy,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import {
  adminRole,
  authenticatorRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  idColumn,
  instantColumn,
  readPolicy,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'

const own = sql`clinic_id = ${currentClinic}`
const readableToPractice = () => pgPolicy('clinic', { for: 'select', to: clinicRole, using: own })
const forAdmin = () => pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` })

/** How a practice pays by card, as Stripe said when it was asked last. A practice reads its own and writes none. */
export const billingAccounts = pgTable(
  'billing_accounts',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    /** Stripe's names: of the practice, and of what it subscribed to last. */
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id'),
    status: text('status').$type<SubscriptionStatus>(),
    plan: text('plan').$type<PlanName>(),
    /** Integer pence, without VAT. */
    monthlyPence: integer('monthly_pence').notNull().default(0),
    periodEndsAt: instantColumn('period_ends_at'),
    trialEndsAt: instantColumn('trial_ends_at'),
    endsAt: instantColumn('ends_at'),
    nextPlan: text('next_plan').$type<PlanName>(),
    nextMonthlyPence: integer('next_monthly_pence'),
    nextPlanAt: instantColumn('next_plan_at'),
    vatNumber: text('vat_number').notNull().default(''),
    /** Each look at Stripe draws a number before it begins; what an earlier look saw never replaces what a later one saw. */
    looksBegun: integer('looks_begun').notNull().default(0),
    lookApplied: integer('look_applied').notNull().default(0),
    lookedAt: instantColumn('looked_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    uniqueIndex('billing_accounts_once').on(table.clinicId),
    index('billing_accounts_by_customer').on(table.customerId),
    readableToPractice(),
    forAdmin(),
    readPolicy('opener', authenticatorRole),
  ],
)

/** What somebody of a practice asked of Stripe: written before the call, with what came of it after. */
export const billingAttempts = pgTable(
  'billing_attempts',
  {
    clinicId: clinicIdColumn(),
    id: idColumn(),
    kind: text('kind').$type<'checkout' | 'portal' | 'change' | 'ending' | 'vat-number'>().notNull(),
    plan: text('plan').$type<PlanName>(),
    state: text('state').$type<'begun' | 'done' | 'failed'>().notNull(),
    /** Stripe's code of why it failed; no words of anybody. */
    failure: text('failure'),
    /** The page of Stripe that was opened, so that an older one can be closed. */
    sessionId: text('session_id'),
    byName: text('by_name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.clinicId, table.id] }),
    foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
    index('billing_attempts_begun')
      .on(table.createdAt)
      .where(sql`state = 'begun'`),
    check('billing_attempts_kind', sql`kind in ('checkout', 'portal', 'change', 'ending', 'vat-number')`),
    check('billing_attempts_state', sql`state in ('begun', 'done', 'failed')`),
    pgPolicy('clinic', { to: clinicRole, using: own, withCheck: own }),
    forAdmin(),
  ],
)

/** What is paid for practices on one plan: for one, or of a group's subscription for several. */
export type SubscriptionPart = {
  plan: PlanName | null
  monthlyPence: number
  practices: number
  /** Which of Stripe’s prices it is charged by, so that it is known once the plan has another; absent from older ones. */
  priceId?: string
}

/** What an event said of a subscription or an invoice at its moment; no card, no name and no address. */
export type EventFacts =
  | {
      about: 'subscription'
      subscriptionId: string
      status: SubscriptionStatus
      plan: PlanName | null
      /** Integer pence, without VAT. */
      monthlyPence: number
      /** By plan; absent from events of before groups paid, which are of one practice and that plan. */
      parts?: SubscriptionPart[]
    }
  | {
      about: 'invoice'
      invoiceId: string
      outcome: 'paid' | 'failed'
      /** Integer pence, without VAT. */
      netPence: number
    }
  | { about: 'other' }

/** Stripe's events, each once, by its own id: only added to. Whatever is counted of money is counted from these. */
export const billingEvents = pgTable(
  'billing_events',
  {
    eventId: text('event_id').primaryKey(),
    type: text('type').notNull(),
    /** By Stripe's clock: the order in which things happened, whatever the order in which they were told. */
    happenedAt: instantColumn('happened_at').notNull(),
    receivedAt: instantColumn('received_at').notNull(),
    /** It never arrived, and was fetched. */
    isFetched: boolean('is_fetched').notNull(),
    customerId: text('customer_id').notNull(),
    facts: jsonb('facts').$type<EventFacts>().notNull(),
    appliedAt: instantColumn('applied_at'),
  },
  (table) => [
    index('billing_events_of_customer').on(table.customerId, table.happenedAt),
    index('billing_events_by_time').on(table.happenedAt),
    index('billing_events_waiting')
      .on(table.receivedAt)
      .where(sql`applied_at is null`),
    forAdmin(),
  ],
)
