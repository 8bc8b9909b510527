import { sql } from 'drizzle-orm'
import {
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
  uuid,
} from 'drizzle-orm/pg-core'
import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import {
  adminRole,
  clinicIdColumn,
  clinicRole,
  currentClinic,
  currentGroup,
  groupRole,
  idColumn,
  instantColumn,
  sqlList,
} from '../../platform/database/tenancy.ts'
import { clinics } from '../clinics/clinic-schema.ts'
import type { SubscriptionPart } from './billing-schema.ts'

const ofOwnGroup = sql`group_id = ${currentGroup}`
const ofOwnPractice = sql`clinic_id = ${currentClinic}`
const forAdmin = () => pgPolicy('admin', { to: adminRole, using: sql`true`, withCheck: sql`true` })

/**
 * How a group pays for its practices, as Stripe said when it was asked last. The group reads its own; a practice that it
 * pays for reads whether it does, and until when.
 */
export const groupBillingAccounts = pgTable(
  'group_billing_accounts',
  {
    groupId: uuid('group_id').primaryKey(),
    customerId: text('customer_id').notNull(),
    subscriptionId: text('subscription_id'),
    status: text('status').$type<SubscriptionStatus>(),
    /** What is paid for, by plan. */
    parts: jsonb('parts').$type<SubscriptionPart[]>().notNull().default([]),
    /** Integer pence, without VAT. */
    monthlyPence: integer('monthly_pence').notNull().default(0),
    periodEndsAt: instantColumn('period_ends_at'),
    endsAt: instantColumn('ends_at'),
    unpaidSince: instantColumn('unpaid_since'),
    /** As Stripe has it; empty for none. */
    vatNumber: text('vat_number').notNull().default(''),
    /** As those of a practice's account. */
    looksBegun: integer('looks_begun').notNull().default(0),
    lookApplied: integer('look_applied').notNull().default(0),
    lookedAt: instantColumn('looked_at'),
    createdAt: instantColumn('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('group_billing_accounts_by_customer').on(table.customerId),
    pgPolicy('group', { for: 'select', to: groupRole, using: ofOwnGroup }),
    pgPolicy('clinic', {
      for: 'select',
      to: clinicRole,
      using: sql`group_id = (select m.group_id from practice_group_members m
        where m.clinic_id = ${currentClinic} and m.billed_since is not null)`,
    }),
    forAdmin(),
  ],
)

/** What somebody of a group asked of Stripe, as `billing_attempts` is for a practice. */
export const groupBillingAttempts = pgTable(
  'group_billing_attempts',
  {
    id: idColumn().primaryKey(),
    groupId: uuid('group_id').notNull(),
    kind: text('kind').$type<'checkout' | 'portal' | 'ending' | 'vat-number'>().notNull(),
    state: text('state').$type<'begun' | 'done' | 'failed'>().notNull(),
    failure: text('failure'),
    sessionId: text('session_id'),
    byName: text('by_name').notNull(),
    createdAt: instantColumn('created_at').notNull(),
    finishedAt: instantColumn('finished_at'),
  },
  (table) => [
    index('group_billing_attempts_of_group').on(table.groupId, table.createdAt),
    index('group_billing_attempts_begun')
      .on(table.createdAt)
      .where(sql`state = 'begun'`),
    check('group_billing_attempts_kind', sql`kind in ('checkout', 'portal', 'ending', 'vat-number')`),
    check('group_billing_attempts_state', sql`state in ('begun', 'done', 'failed')`),
    pgPolicy('group', { to: groupRole, using: ofOwnGroup, withCheck: ofOwnGroup }),
    forAdmin(),
  ],
)

/**
 * Which plan a group pays for which of its practices. The group writes it for those alone that agreed; a practice may end
 * its own. A row that ended is taken away once the bill says so and the practice is on its own again.
 */
export const groupBilledPractices = pgTable(
  'group_billed_practices',
  {
    clinicId: clinicIdColumn(),
    groupId: uuid('group_id').notNull(),
    plan: text('plan').$type<PlanName>().notNull(),
    setBy: text('set_by').notNull(),
    setAt: instantColumn('set_at').notNull(),
    /** When somebody looked at what the plan would be charged from then on; null where nothing was. */
    previewedAt: instantColumn('previewed_at'),
    /** Since when the practice holds a plan by the group's payments; null before the first, and when they are over. */
    paidSince: instantColumn('paid_since'),
    endedAt: instantColumn('ended_at'),
  },
  (table) => {
    const agreed = sql`${ofOwnGroup} and clinic_id = any(array(
      select m.clinic_id from practice_group_members m where m.group_id = ${currentGroup} and m.billed_since is not null))`
    return [
      primaryKey({ columns: [table.clinicId, table.groupId] }),
      foreignKey({ columns: [table.clinicId], foreignColumns: [clinics.id] }),
      index('group_billed_practices_of_group').on(table.groupId),
      check('group_billed_practices_plan', sql`plan in (${sqlList(planNames)})`),
      pgPolicy('group', { to: groupRole, using: agreed, withCheck: agreed }),
      pgPolicy('clinic', { for: 'select', to: clinicRole, using: ofOwnPractice }),
      pgPolicy('clinic_end', {
        for: 'update',
        to: clinicRole,
        using: ofOwnPractice,
        withCheck: sql`${ofOwnPractice} and ended_at is not null`,
      }),
      forAdmin(),
    ]
  },
)
