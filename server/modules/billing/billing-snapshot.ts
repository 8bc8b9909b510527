import type Stripe from 'stripe'
import { subscriptionStatuses, type SubscriptionStatus } from '../../../contract/billing-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { EventFacts } from './billing-schema.ts'

export type PlanOfPrice = (priceId: string) => PlanName | null

const monthsOf = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 } as const

/** What a price comes to in a month, in whole pence, before discounts and VAT. */
export function monthlyPenceOf({ unit_amount: amount, recurring }: Stripe.Price, quantity = 1): number {
  if (amount === null || !recurring) return 0
  const months = monthsOf[recurring.interval as keyof typeof monthsOf] * recurring.interval_count
  return Math.round((amount * quantity) / months)
}

/** Stripe's word for where a subscription stands; a word that we do not know counts as never begun. */
const statusOf = (said: string): SubscriptionStatus =>
  subscriptionStatuses.find((status) => status === said) ?? 'incomplete'

/** Which plan a subscription is for, where it stands, and what it comes to in a month. */
export function readSubscription({ id, status, items }: Stripe.Subscription, planOf: PlanOfPrice) {
  const monthlyPence = items.data.reduce((sum, item) => sum + monthlyPenceOf(item.price, item.quantity), 0)
  const plan = items.data.map((item) => planOf(item.price.id)).find((each) => each !== null) ?? null
  return { subscriptionId: id, status: statusOf(status), plan, monthlyPence }
}

const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'object' ? (named?.id ?? null) : named

/** What is kept of an event: whose it is and what it says; null for one that is about no customer, or nothing of ours. */
export function readEvent(
  event: Stripe.Event,
  planOf: PlanOfPrice,
): { customerId: string; facts: EventFacts } | null {
  switch (event.type) {
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
    case 'customer.subscription.paused':
    case 'customer.subscription.resumed': {
      const subscription = event.data.object
      const facts = { about: 'subscription', ...readSubscription(subscription, planOf) } as const
      return { customerId: idOf(subscription.customer)!, facts }
    }
    case 'invoice.paid':
    case 'invoice.payment_failed': {
      const { id: invoiceId, customer, total, total_excluding_tax: net } = event.data.object
      const customerId = idOf(customer)
      const outcome = event.type === 'invoice.paid' ? 'paid' : 'failed'
      return customerId
        ? { customerId, facts: { about: 'invoice', invoiceId, outcome, netPence: net ?? total } }
        : null
    }
    case 'checkout.session.completed':
    case 'customer.updated':
    case 'customer.tax_id.created':
    case 'customer.tax_id.deleted':
    case 'customer.tax_id.updated': {
      const said = event.data.object
      const customerId = said.object === 'customer' ? said.id : idOf(said.customer)
      return customerId ? { customerId, facts: { about: 'other' } } : null
    }
    default:
      return null
  }
}

/** The events that `readEvent` understands, as they are asked for by name. */
export const eventTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies readonly Stripe.Event['type'][]
