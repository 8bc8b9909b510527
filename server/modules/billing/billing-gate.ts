import type { Stripe } from 'stripe'
import type { PlanPrice } from '../../../contract/billing.ts'
import { price_memory_seconds } from '../../../contract/limits.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import { brieflyRemembered } from '../../platform/brief-memory.ts'
import type { Clock } from '../../platform/clock.ts'
import { openStripe } from '../../platform/payments/stripe-client.ts'

type PriceIds = Partial<Record<PlanName, string>>
type Payments = { off: true } | { off: false; secretKey: string; webhookSecret: string; api: string }

export type GateParts = {
  /** The keys as they are now, from the environment or a set-up page. */
  payments(): Promise<Payments>
  priceIds: PriceIds
  /** Whether Stripe adds VAT to invoices by what it knows of the address. */
  reckonsTax: boolean
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

/** What a price comes to in a month, in whole pence. */
export const monthlyOf = ({ pence, every }: PlanPrice): number =>
  every === 'year' ? Math.round(pence / 12) : pence

/** The way to Stripe: with which keys, and which price is which plan's. */
export function openBillingGate({ payments, priceIds, reckonsTax, clock }: GateParts) {
  async function stripe(): Promise<Stripe | null> {
    const settings = await payments()
    return settings.off ? null : openStripe(settings)
  }

  async function fetchPrices(): Promise<PlanPrice[]> {
    const client = await stripe()
    if (!client) return []
    const asked = planNames.flatMap((plan) => (priceIds[plan] ? [{ plan, id: priceIds[plan] }] : []))
    const found = await Promise.all(
      asked.map(async ({ plan, id }) => priceOf(plan, await client.prices.retrieve(id))),
    )
    return found.filter((price) => price !== null)
  }
  const remembered = brieflyRemembered(fetchPrices, price_memory_seconds, clock)

  return {
    stripe,
    reckonsTax,
    isOn: async (): Promise<boolean> => !(await payments()).off,
    webhookSecret: async (): Promise<string | null> => {
      const settings = await payments()
      return settings.off ? null : settings.webhookSecret
    },
    /** What the plans cost; none where Stripe cannot be asked: then people are asked to talk to us. */
    prices: (): Promise<PlanPrice[]> => remembered().catch(() => []),
    priceId: (plan: PlanName): string | null => priceIds[plan] ?? null,
    planOf: (priceId: string): PlanName | null =>
      planNames.find((plan) => priceIds[plan] === priceId) ?? null,
  }
}

export type BillingGate = ReturnType<typeof openBillingGate>
