/**
 * The four plans and what each holds: the only place where their limits stand. Import-free, so that browsers may use it
 * as a value. No plan counts people, tablets, templates, languages or formats, and no consent is refused for a limit.
 */
export const planNames = ['starter', 'growth', 'growth-pro', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

export type Plan = {
  title: string
  /** How many consents a month the price is for; null where it is agreed with the practice. */
  consents_a_month: number | null
  /** Bytes of videos of its own that a practice may keep. */
  video_storage_bytes: number
  /** The practice's logo and colour on the pages and documents of its patients. */
  hasBranding: boolean
  /** Keys for the FHIR API, and webhooks. */
  hasIntegrations: boolean
  support: 'e-mail' | 'named contact'
}

const gibibyte = 1024 ** 3

export const plans: Record<PlanName, Plan> = {
  starter: {
    title: 'Starter',
    consents_a_month: 50,
    video_storage_bytes: 2 * gibibyte,
    hasBranding: false,
    hasIntegrations: false,
    support: 'e-mail',
  },
  growth: {
    title: 'Growth',
    consents_a_month: 200,
    video_storage_bytes: 10 * gibibyte,
    hasBranding: true,
    hasIntegrations: false,
    support: 'e-mail',
  },
  'growth-pro': {
    title: 'Growth Pro',
    consents_a_month: 600,
    video_storage_bytes: 50 * gibibyte,
    hasBranding: true,
    hasIntegrations: true,
    support: 'e-mail',
  },
  enterprise: {
    title: 'Enterprise',
    consents_a_month: null,
    video_storage_bytes: 250 * gibibyte,
    hasBranding: true,
    hasIntegrations: true,
    support: 'named contact',
  },
}
