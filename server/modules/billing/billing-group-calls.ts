import type { Stripe } from 'stripe'
import type { PlanPrice } from '../../../contract/billing.ts'
import { planNames } from '../../../contract/plans.ts'
import { amountDue } from './billing-calls.ts'
import type { Bill } from './billing-group-rules.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { isLive, isUnpaid } from './billing-rules.ts'
import type { SubscriptionPart } from './billing-schema.ts'
import { readSubscription } from './billing-snapshot.ts'
import { priceFor } from './billing-view.ts'

/** A bill that is left as it is until somebody has looked at it: what is charged and what is chosen cannot be compared. */
export class BlockedBillError extends Error {
  override name = 'BlockedBillError'
}

type WantedBill = {
  bill: Bill
  gate: BillingGateway
  prices: readonly PlanPrice[]
  /** From when on growth is charged, in seconds since 1970; null for the moment at which it is. */
  chargedFrom: number | null
}
type ItemChange = Stripe.SubscriptionUpdateParams.Item

/** The gateway with what is known of prices that a plan had before, from what was paid by them. */
export const withFormerPrices = (
  gate: BillingGateway,
  parts: readonly SubscriptionPart[],
): BillingGateway => ({
  ...gate,
  planOf: (priceId) => gate.planOf(priceId) ?? parts.find((part) => part.priceId === priceId)?.plan ?? null,
})

/** What is paid for, or owed for, of all that a customer ever subscribed to. The newest, which counts, comes first. */
export const liveSubscriptions = (
  seen: readonly Stripe.Subscription[],
  { planOf }: BillingGateway,
): Stripe.Subscription[] =>
  seen
    .filter((each) => isLive(readSubscription(each, planOf).status))
    .toSorted((one, other) => other.created - one.created)

/**
 * Moves items of a price that its plan had before to the one that it has now, from the next period on. What is owed stays
 * as it was charged. Where nothing moves, the subscription is the same.
 */
async function moveFormerPrices(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  { gate, prices }: WantedBill,
): Promise<Stripe.Subscription> {
  const { id, items } = subscription
  if (isUnpaid(readSubscription(subscription, gate.planOf).status)) return subscription
  const moved: ItemChange[] = []
  for (const { id: itemId, price, quantity = 1 } of items.data) {
    const plan = gate.planOf(price.id)
    const [current, priceId] = plan ? [priceFor(prices, plan), gate.priceId(plan)] : []
    if (!current || !priceId || items.data.some((each) => each.price.id === priceId)) continue
    if (current.every !== price.recurring?.interval) throw new BlockedBillError('a price of another interval')
    moved.push({ id: itemId, price: priceId, quantity })
  }
  if (moved.length === 0) return subscription
  return stripe.subscriptions.update(id, { items: moved, proration_behavior: 'none' })
}

/** Items of a subscription by plan, each with that of the plan's own price first; those of a price of no plan under null. */
function itemsByPlan({ items }: Stripe.Subscription, { planOf, priceId }: BillingGateway) {
  const found = Map.groupBy(items.data, ({ price }) => planOf(price.id))
  for (const [plan, ofPlan] of found)
    if (plan)
      ofPlan.sort(
        (one, other) => Number(other.price.id === priceId(plan)) - Number(one.price.id === priceId(plan)),
      )
  return found
}

/**
 * Which items have to change for a bill, and by how many pence it grows. Nothing is changed beside an item of a price that
 * never was a plan's: it may be what some of the same practices are charged by. Nor added for a plan that has no price.
 */
function itemChanges(
  subscription: Stripe.Subscription,
  { bill, gate, prices }: WantedBill,
): { changes: ItemChange[]; pence: number } {
  const there = itemsByPlan(subscription, gate)
  const changes: ItemChange[] = []
  let pence = 0
  for (const plan of planNames) {
    const [item, ...others] = there.get(plan) ?? []
    const wanted = bill.get(plan) ?? 0
    const now = item ? (item.quantity ?? 1) : 0
    for (const { id, price, quantity = 1 } of others) {
      changes.push({ id, deleted: true })
      pence -= quantity * (price.unit_amount ?? 0)
    }
    if (wanted === now) continue
    const [price, priceId] = [priceFor(prices, plan), gate.priceId(plan)]
    if (wanted > now && (!price || !priceId)) throw new BlockedBillError(`no price for the plan ${plan}`)
    if (!item) changes.push({ price: priceId!, quantity: wanted })
    else changes.push(wanted === 0 ? { id: item.id, deleted: true } : { id: item.id, quantity: wanted })
    pence += (wanted - now) * (item?.price.unit_amount ?? price?.pence ?? 0)
  }
  if (changes.length > 0 && there.has(null))
    throw new BlockedBillError('an item of a price that is no plan’s')
  return { changes, pence }
}

/** From when on Stripe may be asked to charge: not from before the period began. */
const chargedSince = ({ items }: Stripe.Subscription, at: number | null): { proration_date?: number } =>
  at !== null && items.data.every((item) => item.current_period_start <= at) ? { proration_date: at } : {}

/**
 * Brings a subscription to what is wanted; false where it was so already. What a bill grows by is charged at once for the
 * rest of the period, and what it shrinks by is not paid back: the practice keeps it for the grace. What is not paid does
 * not grow. With nobody left it ends at once.
 */
async function adjustSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  wanted: WantedBill,
): Promise<boolean> {
  if (wanted.bill.size === 0) {
    await stripe.subscriptions.cancel(subscription.id, { prorate: false })
    return true
  }
  const current = await moveFormerPrices(stripe, subscription, wanted)
  const { changes, pence } = itemChanges(current, wanted)
  const isGrowing = pence > 0
  const owes = isUnpaid(readSubscription(current, wanted.gate.planOf).status)
  if (changes.length === 0 || (isGrowing && owes)) return current !== subscription
  await stripe.subscriptions.update(current.id, {
    items: changes,
    ...(isGrowing
      ? { proration_behavior: 'always_invoice', ...chargedSince(current, wanted.chargedFrom) }
      : { proration_behavior: 'none' }),
  })
  return true
}

/** What a bill would be charged at once, as of the moment that it is wanted from; nothing where it does not grow. */
export async function amountDueForBill(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  wanted: WantedBill & { chargedFrom: number },
): Promise<{ dueNowPence: number; vatPence: number }> {
  const { changes, pence } = itemChanges(subscription, wanted)
  if (pence <= 0) return { dueNowPence: 0, vatPence: 0 }
  const { id, customer } = subscription
  const owner = { subscription: id, customer: typeof customer === 'string' ? customer : customer.id }
  return amountDue(stripe, owner, { items: changes, at: wanted.chargedFrom })
}

/** Ends a subscription beside the one that counts; what was paid twice is credited, and what was never paid is not. */
async function endExtraSubscription(
  stripe: Stripe,
  extra: Stripe.Subscription,
  { planOf }: BillingGateway,
): Promise<void> {
  const isPaid = !isUnpaid(readSubscription(extra, planOf).status)
  await stripe.subscriptions.cancel(extra.id, { prorate: isPaid, invoice_now: isPaid })
}

/** Leaves a group one subscription, which says what is wanted; false where that was so already. */
export async function adjustSubscriptions(
  stripe: Stripe,
  live: readonly Stripe.Subscription[],
  wanted: WantedBill,
): Promise<boolean> {
  const [current, ...extra] = live
  for (const each of extra) await endExtraSubscription(stripe, each, wanted.gate)
  return (current !== undefined && (await adjustSubscription(stripe, current, wanted))) || extra.length > 0
}
