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
  /** Tablets of the practice that patients sign on; null for as many as it has. */
  kiosks: number | null
  /** The evidence pack for an inspection. */
  hasCqcPack: boolean
  /** The languages of patients' pages, and other formats: easy read, large print, spoken. */
  hasLanguages: boolean
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
    kiosks: null,
    hasCqcPack: true,
    hasLanguages: true,
    support: 'e-mail',
  },
  growth: {
    title: 'Growth',
    consents_a_month: 200,
    video_storage_bytes: 10 * gibibyte,
    hasBranding: true,
    hasIntegrations: false,
    kiosks: null,
    hasCqcPack: true,
    hasLanguages: true,
    support: 'e-mail',
  },
  'growth-pro': {
    title: 'Growth Pro',
    consents_a_month: 600,
    video_storage_bytes: 50 * gibibyte,
    hasBranding: true,
    hasIntegrations: true,
    kiosks: null,
    hasCqcPack: true,
    hasLanguages: true,
    support: 'e-mail',
  },
  enterprise: {
    title: 'Enterprise',
    consents_a_month: null,
    video_storage_bytes: 250 * gibibyte,
    hasBranding: true,
    hasIntegrations: true,
    kiosks: null,
    hasCqcPack: true,
    hasLanguages: true,
    support: 'named contact',
  },
}

/** What holds where nothing is paid or agreed: after a trial, an unpaid invoice or the end of a plan, and the grace that follows. */
export const fallbackPlan: PlanName = 'starter'
/** What a trial holds besides its own plan: every feature there is. */
export const trialPlan: PlanName = 'growth-pro'

/** What is told of a month's consents, as shares of what the price is for. */
export const usage_notice_percents = [80, 100, 120] as const
