import { z } from 'zod'
import { fileRoute, operation } from './kit.ts'
import { revenue_months_max } from './limits.ts'
import { planNames } from './plans.ts'

const months = z.coerce.number().pipe(z.int().min(1).max(revenue_months_max)).default(12)
/** The first day of a month, as year and month. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)
/** Integer pence of pounds sterling, without VAT. */
const pence = z.int()

/** What recurs in a month and what moved it. */
const recurringRevenue = {
  /** At the end of the month; of the running one, now. */
  mrrPence: pence,
  newPence: pence,
  expansionPence: pence,
  /** What went away, as amounts above nothing. */
  contractionPence: pence,
  churnPence: pence,
  /** Practices that pay, at the end of it. */
  practices: z.int(),
}

/** Of one plan. Who changes plans moves the one they change to; who leaves, the one they leave. */
const RevenuePlan = z.object({ plan: z.enum(planNames), ...recurringRevenue })
export type RevenuePlan = z.infer<typeof RevenuePlan>

const RevenueMonth = z.object({
  month: Month,
  ...recurringRevenue,
  /** How many began and left in it. */
  newPractices: z.int(),
  churnedPractices: z.int(),
  paidPence: pence,
  failedPayments: z.int(),
  failedPence: pence,
  /** Of those, what was paid since. */
  recoveredPence: pence,
  plans: z.array(RevenuePlan),
})
export type RevenueMonth = z.infer<typeof RevenueMonth>

export const Revenue = z.object({
  mrrPence: pence,
  /** Twelve times that. */
  arrPence: pence,
  /** Oldest first, without a gap, the running one last. */
  months: z.array(RevenueMonth),
  /** The end of each of the coming months, if nothing happens but what is arranged already. */
  forecast: z.array(z.object({ month: Month, mrrPence: pence })),
  /** Practices on a plan that no card pays for: none of these figures counts them. */
  byHand: z.int(),
  /** When the newest event came, if one ever did. */
  newestEventAt: z.iso.datetime().nullable(),
})
export type Revenue = z.infer<typeof Revenue>

/** The tables of the page, each a file of its own. */
const revenueTables = ['months', 'plans', 'forecast'] as const
export type RevenueTable = (typeof revenueTables)[number]

export const revenue = {
  get: operation({
    method: 'GET',
    path: '/api/admin/revenue',
    summary: 'What recurs, what came and what went, by month and by plan, from the events of payments',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({ months }),
    output: Revenue,
    example: { months: 12 },
  }),
}

export const revenueFiles = {
  table: fileRoute({
    path: '/api/admin/revenue/:table.csv',
    summary: 'One table of these figures as CSV',
    access: 'admin',
    reads: 'replica',
    audit: { done: 'revenue.exported' },
    params: z.object({ table: z.enum(revenueTables), months }),
    example: { table: 'months', months: 12 },
  }),
}
