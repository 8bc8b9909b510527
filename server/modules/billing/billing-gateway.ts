import type { Stripe } from 'stripe'
import type { PlanPrice } from '../../../contract/billing.ts'
import { price_cache_seconds } from '../../../contract/limits.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import { cacheWithTtl } from '../../platform/ttl-cache.ts'
import type { Clock } from '../../platform/clock.ts'
import { openStripe, classifyStripeError } from '../../platform/payments/stripe-client.ts'

type PriceIds = Partial<Record<PlanName, string>>
type Payments = { off: true } | { off: false; secretKey: string; webhookSecret: string; api: string }

export type GatewayDeps = {
  /** The keys as they are now, from the environment or a set-up page. */
  payments(): Promise<Payments>
  priceIds: PriceIds
  /** Whether Stripe adds VAT to invoices by what it knows of the address. */
  calculatesTax: boolean
  clock: Clock
}

/** What one price may be shown and sold as: pounds, by the month or the year, without VAT. */
function priceOf(plan: PlanName, price: Stripe.Price): PlanPrice | null {
  const { unit_amount: pence, recurring, currency, active, tax_behavior: tax } = price
  const every = (['month', 'year'] as const).find((each) => each === recurring?.interval)
  const isPlain = recurring?.interval_count === 1 && recurring.usage_type === 'licensed'
  if (!active || pence === null || currency !== 'gbp' || tax === 'inclusive' || !isPlain) return null
  return every ? { plan, pence, every } : null
}

/** One price; none where Stripe knows no such id, which takes nothing from the other plans. */
async function fetchPrice(client: Stripe, plan: PlanName, id: string): Promise<PlanPrice | null> {
  try {
    return priceOf(plan, await client.prices.retrieve(id))
  } catch (error) {
    if (classifyStripeError(error).kind !== 'invalid') throw error
    return null
  }
}

/** What a price comes to in a month, in whole pence. */
export const pencePerMonth = ({ pence, every }: PlanPrice): number =>
  every === 'year' ? Math.round(pence / 12) : pence

/** The way to Stripe: with which keys, and which price is which plan's. */
export function createBillingGateway({ payments, priceIds, calculatesTax, clock }: GatewayDeps) {
  async function stripe(): Promise<Stripe | null> {
    const settings = await payments()
    return settings.off ? null : openStripe(settings)
  }

  let known: PlanPrice[] = []
  let isUnanswered = false
  async function fetchPrices(): Promise<PlanPrice[]> {
    const client = await stripe()
    if (!client) return []
    const asked = planNames.flatMap((plan) => (priceIds[plan] ? [{ plan, id: priceIds[plan] }] : []))
    const found = await Promise.all(asked.map(({ plan, id }) => fetchPrice(client, plan, id)))
    return found.filter((price) => price !== null)
  }
  /** Stripe being away is remembered as long as prices are: nobody who looks at a page waits for it again and again. */
  async function pricesOrKnown(): Promise<PlanPrice[]> {
    try {
      known = await fetchPrices()
      isUnanswered = false
    } catch (error) {
      classifyStripeError(error)
      isUnanswered = true
    }
    return known
  }
  const remembered = cacheWithTtl(pricesOrKnown, price_cache_seconds, clock)

  return {
    stripe,
    reckonsTax: calculatesTax,
    isOn: async (): Promise<boolean> => !(await payments()).off,
    webhookSecret: async (): Promise<string | null> => {
      const settings = await payments()
      return settings.off ? null : settings.webhookSecret
    },
    /** What the plans cost, as Stripe told last; none where it never did: then people are asked to talk to us. */
    prices: remembered,
    /** The same without asking: none where nobody asked yet. */
    knownPrices: (): readonly PlanPrice[] => known,
    /** Why a plan had no price when prices were asked for last: there is none to be had, or Stripe did not answer. */
    whyNoPrice: () => (isUnanswered ? 'payments-unanswered' : 'no-price'),
    priceId: (plan: PlanName): string | null => priceIds[plan] ?? null,
    planOf: (priceId: string): PlanName | null =>
      planNames.find((plan) => priceIds[plan] === priceId) ?? null,
  }
}

export type BillingGateway = ReturnType<typeof createBillingGateway>
