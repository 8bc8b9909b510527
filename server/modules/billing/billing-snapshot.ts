import type { Stripe } from 'stripe'
import { subscriptionStatuses, type SubscriptionStatus } from '../../../contract/billing-states.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { EventFacts, SubscriptionPart } from './billing-schema.ts'

export type PlanOfPrice = (priceId: string) => PlanName | null

const subscriptionTypes = [
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
] as const satisfies readonly Stripe.Event['type'][]
const invoiceTypes = [
  'invoice.paid',
  'invoice.payment_failed',
] as const satisfies readonly Stripe.Event['type'][]
/** These say only that there is something to look at. */
const otherTypes = [
  'checkout.session.completed',
  'customer.updated',
  'customer.tax_id.created',
  'customer.tax_id.deleted',
  'customer.tax_id.updated',
] as const satisfies readonly Stripe.Event['type'][]

/** The events that something follows from, as they are asked for by name. */
export const eventTypes = [...subscriptionTypes, ...invoiceTypes] as const

const monthsOf = { day: 12 / 365, week: 12 / 52, month: 1, year: 12 } as const

/** What a price comes to in a month, in whole pence, before discounts and VAT. */
function monthlyPenceOf({ unit_amount: amount, recurring }: Stripe.Price, quantity = 1): number {
  if (amount === null || !recurring) return 0
  const months = monthsOf[recurring.interval as keyof typeof monthsOf] * recurring.interval_count
  return Math.round((amount * quantity) / months)
}

/** Stripe's word for where a subscription stands; a word that we do not know counts as never begun. */
const parseStatus = (value: string): SubscriptionStatus =>
  subscriptionStatuses.find((status) => status === value) ?? 'incomplete'

/** Which plan a subscription is for, where it stands, and what it comes to in a month. */
export function readSubscription({ id, status, items }: Stripe.Subscription, planOf: PlanOfPrice) {
  const parts: SubscriptionPart[] = items.data.map(({ price, quantity = 1 }) => ({
    ...{ plan: planOf(price.id), priceId: price.id },
    monthlyPence: monthlyPenceOf(price, quantity),
    practices: quantity,
  }))
  const monthlyPence = parts.reduce((sum, part) => sum + part.monthlyPence, 0)
  const plan = parts.find((part) => part.plan !== null)?.plan ?? null
  return { subscriptionId: id, status: parseStatus(status), plan, monthlyPence, parts }
}

const idOf = (named: string | { id: string } | null): string | null =>
  typeof named === 'object' ? (named?.id ?? null) : named

type CustomerEvent = { customerId: string; facts: EventFacts }

function subscriptionEvent(subscription: Stripe.Subscription, planOf: PlanOfPrice): CustomerEvent {
  const facts = { about: 'subscription', ...readSubscription(subscription, planOf) } as const
  return { customerId: idOf(subscription.customer)!, facts }
}

function invoiceEvent(invoice: Stripe.Invoice, outcome: 'paid' | 'failed'): CustomerEvent | null {
  const { id: invoiceId, customer, total, total_excluding_tax: net } = invoice
  const customerId = idOf(customer)
  return customerId
    ? { customerId, facts: { about: 'invoice', invoiceId, outcome, netPence: net ?? total } }
    : null
}

const isOf = <T extends string>(types: readonly T[], type: string): type is T =>
  (types as readonly string[]).includes(type)

/** What is kept of an event: whose it is and what it says; null for one that is about no customer, or nothing of ours. */
export function readEvent(event: Stripe.Event, planOf: PlanOfPrice): CustomerEvent | null {
  const { type, data } = event
  if (isOf(subscriptionTypes, type)) return subscriptionEvent(data.object as Stripe.Subscription, planOf)
  if (isOf(invoiceTypes, type))
    return invoiceEvent(data.object as Stripe.Invoice, type === 'invoice.paid' ? 'paid' : 'failed')
  if (!isOf(otherTypes, type)) return null
  const stripeObject = data.object as Stripe.Customer | Stripe.TaxId | Stripe.Checkout.Session
  const customerId = stripeObject.object === 'customer' ? stripeObject.id : idOf(stripeObject.customer)
  return customerId ? { customerId, facts: { about: 'other' } } : null
}
