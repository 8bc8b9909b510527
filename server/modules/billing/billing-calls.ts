import type { Stripe } from 'stripe'
import type { PlanPrice, PlanPreview } from '../../../contract/billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { isLarger } from '../clinics/index.ts'
import { idempotencyOptions } from './billing-attempt.ts'
import { pencePerMonth } from './billing-gateway.ts'
import { isLive } from './billing-rules.ts'
import type { AccountRow } from './billing-store.ts'

type Subscribed = AccountRow & { subscriptionId: string; plan: PlanName }

/** A practice that pays for a plan by card; null for one that does not. */
export const asSubscribed = (account: AccountRow | undefined): Subscribed | null =>
  account?.subscriptionId && account.plan && isLive(account.status) ? (account as Subscribed) : null

/** What Stripe would charge at once for other items, as of a moment. */
export async function amountDue(
  stripe: Stripe,
  { customer, subscription }: { customer: string; subscription: string },
  { items, at }: { items: Stripe.InvoiceCreatePreviewParams.SubscriptionDetails.Item[]; at: number },
): Promise<{ dueNowPence: number; vatPence: number }> {
  const invoice = await stripe.invoices.createPreview({
    ...{ customer, subscription },
    subscription_details: { items, proration_behavior: 'always_invoice', proration_date: at },
  })
  return {
    dueNowPence: invoice.amount_due,
    vatPence: invoice.total - (invoice.total_excluding_tax ?? invoice.total),
  }
}

/** The same for a larger plan. */
async function amountDueFor(
  stripe: Stripe,
  { subscriptionId, customerId, status }: Subscribed,
  { price, at }: { price: string; at: number },
): Promise<{ dueNowPence: number; vatPence: number }> {
  // Nothing of a trial is paid, so there is nothing to add.
  if (status === 'trialing') return { dueNowPence: 0, vatPence: 0 }
  const { items } = await stripe.subscriptions.retrieve(subscriptionId)
  const owner = { customer: customerId, subscription: subscriptionId }
  return amountDue(stripe, owner, { items: [{ id: items.data[0]!.id, price }], at })
}

export async function previewOf(
  stripe: Stripe,
  account: Subscribed,
  { price, priceId, now }: { price: PlanPrice; priceId: string; now: Date },
): Promise<PlanPreview> {
  const previewedAt = Math.floor(now.getTime() / 1000)
  const isImmediate = isLarger(price.plan, account.plan)
  const due = isImmediate
    ? await amountDueFor(stripe, account, { price: priceId, at: previewedAt })
    : { dueNowPence: 0, vatPence: 0 }
  const from = isImmediate ? now : (account.periodEndsAt ?? now)
  return {
    ...{ plan: price.plan, isImmediate, ...due, previewedAt },
    monthlyPence: pencePerMonth(price),
    from: from.toISOString(),
  }
}

const scheduleIdOf = ({ schedule }: Stripe.Subscription): string | null =>
  typeof schedule === 'string' ? schedule : (schedule?.id ?? null)

type Change = { attemptId: string; price: string; interval: 'month' | 'year'; at: number }

/** The larger plan holds at once, and what is due for it is charged; where the card refuses, nothing changes. */
export async function upgradePlan(
  stripe: Stripe,
  subscriptionId: string,
  { attemptId, price, at }: Change,
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  await cancelScheduledChange(stripe, subscription, attemptId)
  await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: subscription.items.data[0]!.id, price }],
      payment_behavior: 'error_if_incomplete',
      ...(subscription.status === 'trialing'
        ? { proration_behavior: 'none' as const }
        : { proration_behavior: 'always_invoice' as const, proration_date: at }),
    },
    idempotencyOptions(attemptId, 'update'),
  )
}

/** The smaller plan begins when what is paid for ends; nothing is paid back. */
export async function scheduleDowngrade(
  stripe: Stripe,
  subscriptionId: string,
  { attemptId, price, interval }: Change,
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  const there = scheduleIdOf(subscription)
  const schedule = there
    ? await stripe.subscriptionSchedules.retrieve(there)
    : await stripe.subscriptionSchedules.create(
        { from_subscription: subscriptionId },
        idempotencyOptions(attemptId, 'schedule'),
      )
  const item = subscription.items.data[0]!
  const current = schedule.current_phase
  await stripe.subscriptionSchedules.update(
    schedule.id,
    {
      end_behavior: 'release',
      proration_behavior: 'none',
      phases: [
        {
          items: [{ price: item.price.id, quantity: 1 }],
          start_date: current?.start_date ?? item.current_period_start,
          end_date: item.current_period_end,
          ...(subscription.status === 'trialing' ? { trial: true } : {}),
        },
        { items: [{ price, quantity: 1 }], duration: { interval, interval_count: 1 } },
      ],
    },
    idempotencyOptions(attemptId, 'phases'),
  )
}

/** Takes back what was arranged to follow. */
export async function cancelScheduledChange(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  attemptId: string,
): Promise<void> {
  const there = scheduleIdOf(subscription)
  if (there) await stripe.subscriptionSchedules.release(there, {}, idempotencyOptions(attemptId, 'release'))
}

/** The VAT number on invoices becomes this one, or none. */
export async function setVatNumber(
  stripe: Stripe,
  { customerId }: Pick<AccountRow, 'customerId'>,
  { vatNumber, attemptId }: { vatNumber: string; attemptId: string },
): Promise<void> {
  const { data: there } = await stripe.customers.listTaxIds(customerId, { limit: 10 })
  const numbers = there.filter(({ type }) => type === 'gb_vat')
  if (vatNumber && !numbers.some(({ value }) => value === vatNumber))
    await stripe.customers.createTaxId(
      customerId,
      { type: 'gb_vat', value: vatNumber },
      idempotencyOptions(attemptId, 'vat-number'),
    )
  for (const { id, value } of numbers)
    if (value !== vatNumber) await stripe.customers.deleteTaxId(customerId, id)
}
