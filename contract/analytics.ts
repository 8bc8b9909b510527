import { z } from 'zod'
import { fileRoute, operation } from './kit.ts'
import { analytics_months_max } from './limits.ts'

const months = z.coerce.number().pipe(z.int().min(1).max(analytics_months_max)).default(12)

/** The first day of a month, as year and month. */
const Month = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/)

/** Consents by how far they came and how they ended, all of those that were sent in the same time. */
export const ConsentOutcomes = z.object({
  sent: z.int(),
  opened: z.int(),
  signed: z.int(),
  declined: z.int(),
  withdrawn: z.int(),
  expired: z.int(),
  voided: z.int(),
})
export type ConsentOutcomes = z.infer<typeof ConsentOutcomes>

const PlatformMonth = ConsentOutcomes.extend({
  month: Month,
  /** Practices that were made in it. */
  newClinics: z.int(),
  /** Of those, how many sent their first consent within `activation_days` of being made. */
  activatedClinics: z.int(),
  /** Practices that sent at least one consent in it. */
  activeClinics: z.int(),
})
export type PlatformMonth = z.infer<typeof PlatformMonth>

export const PlatformAnalytics = z.object({
  /** Oldest first, without a gap, the running one last. */
  months: z.array(PlatformMonth),
  /** How many signatures came within each span, in the order of `timeToSignBuckets`. */
  timeToSign: z.array(z.object({ measure: z.string(), consents: z.int() })),
  /** The treatments of most consents first. */
  treatments: z.array(ConsentOutcomes.extend({ treatment: z.string() })),
  reminders: z.object({
    /** Consents that a reminder went out for. */
    reminded: z.int(),
    /** Of those, signed after it; and how many of them within `soon_after_reminder_hours`. */
    signedAfter: z.int(),
    signedSoonAfter: z.int(),
  }),
  /** In the order of `featureUsageMeasures`: in how many consents each was used. */
  features: z.array(z.object({ measure: z.string(), consents: z.int() })),
  sent: z.int(),
})
export type PlatformAnalytics = z.infer<typeof PlatformAnalytics>

/** The tables of the page, each a file of its own. */
const analyticsTables = ['months', 'treatments', 'time-to-sign', 'features'] as const
export type AnalyticsTable = (typeof analyticsTables)[number]

export const analytics = {
  platform: operation({
    method: 'GET',
    path: '/api/admin/analytics',
    summary: 'Growth, activation, time to sign, completion and use across all practices, by month of sending',
    access: 'admin',
    reads: 'replica',
    audit: null,
    input: z.object({ months }),
    output: PlatformAnalytics,
    example: { months: 12 },
  }),
}

export const analyticsFiles = {
  platform: fileRoute({
    path: '/api/admin/analytics/:table.csv',
    summary: 'One table of these figures as CSV',
    access: 'admin',
    reads: 'replica',
    audit: { done: 'analytics.exported' },
    params: z.object({ table: z.enum(analyticsTables), months }),
    example: { table: 'months', months: 12 },
  }),
}
