import type { Stripe } from 'stripe'
import type { PlanPrice } from '../../../contract/billing.ts'
import type { Bill } from './billing-group-rules.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { isLive, isUnpaid } from './billing-rules.ts'
import { readSubscription } from './billing-snapshot.ts'
import { priceFor } from './billing-view.ts'

/** A bill that is left as it is until somebody has looked at it: what is charged and what is chosen cannot be compared. */
export class BlockedBillError extends Error {
  override name = 'BlockedBillError'
}

type WantedBill = { bill: Bill; gate: BillingGateway; prices: readonly PlanPrice[] }
type ItemChange = Stripe.SubscriptionUpdateParams.Item

/** What is paid for, or owed for, of all that a customer ever subscribed to. The newest, which counts, comes first. */
export const liveSubscriptions = (
  seen: readonly Stripe.Subscription[],
  { planOf }: BillingGateway,
): Stripe.Subscription[] =>
  seen
    .filter((each) => isLive(readSubscription(each, planOf).status))
    .toSorted((one, other) => other.created - one.created)

/**
 * Which items have to change for a bill, and by how many pence it grows. Nothing is changed beside an item of a price that
 * is no plan's: it may be what some of the same practices are charged by. Nor for a plan that has no price.
 */
function itemChanges(
  { items }: Stripe.Subscription,
  { bill, gate, prices }: WantedBill,
): { changes: ItemChange[]; pence: number } {
  const changes: ItemChange[] = []
  let pence = 0
  const there = items.data.map((item) => ({ item, plan: gate.planOf(item.price.id) }))
  for (const { item, plan } of there) {
    const { id, price, quantity = 1 } = item
    const wanted = plan ? (bill.get(plan) ?? 0) : quantity
    if (wanted === quantity) continue
    changes.push(wanted === 0 ? { id, deleted: true } : { id, quantity: wanted })
    pence += (wanted - quantity) * (price.unit_amount ?? 0)
  }
  for (const [plan, quantity] of bill) {
    if (there.some((each) => each.plan === plan)) continue
    const [price, priceId] = [priceFor(prices, plan), gate.priceId(plan)]
    if (!price || !priceId) throw new BlockedBillError(`no price for the plan ${plan}`)
    changes.push({ price: priceId, quantity })
    pence += price.pence * quantity
  }
  if (changes.length > 0 && there.some(({ plan }) => plan === null))
    throw new BlockedBillError('an item of a price that is no plan’s')
  return { changes, pence }
}

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
  const { changes, pence } = itemChanges(subscription, wanted)
  const isGrowing = pence > 0
  const owes = isUnpaid(readSubscription(subscription, wanted.gate.planOf).status)
  if (changes.length === 0 || (isGrowing && owes)) return false
  await stripe.subscriptions.update(subscription.id, {
    items: changes,
    proration_behavior: isGrowing ? 'always_invoice' : 'none',
  })
  return true
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
