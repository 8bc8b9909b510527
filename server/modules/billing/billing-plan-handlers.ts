import type { Stripe } from 'stripe'
import { billing, type PlanPrice, type PlanPreview } from '../../../contract/billing.ts'
import { plan_preview_minutes } from '../../../contract/limits.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { minute_ms } from '../../platform/clock.ts'
import { LaterAnswer } from '../../platform/http/later-answer.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { stripeFault } from '../../platform/payments/stripe-client.ts'
import { isLarger } from '../clinics/index.ts'
import { carryOut, keyOf, type BillingParts } from './billing-attempt.ts'
import { monthlyOf } from './billing-gate.ts'
import { lookAt } from './billing-look.ts'
import { isLive } from './billing-rules.ts'
import { beginAttempt, ownAccount, type AccountRow } from './billing-store.ts'
import { priceFor } from './billing-view.ts'

type Subscribed = AccountRow & { subscriptionId: string; plan: PlanName }

/** A practice that pays for a plan by card; null for one that does not. */
const subscribed = (account: AccountRow | undefined): Subscribed | null =>
  account?.subscriptionId && account.plan && isLive(account.status) ? (account as Subscribed) : null

/** What Stripe would charge at once for a larger plan, as of a moment. */
async function dueFor(
  stripe: Stripe,
  { subscriptionId, customerId, status }: Subscribed,
  { price, at }: { price: string; at: number },
): Promise<{ dueNowPence: number; vatPence: number }> {
  // Nothing of a trial is paid, so there is nothing to add.
  if (status === 'trialing') return { dueNowPence: 0, vatPence: 0 }
  const { items } = await stripe.subscriptions.retrieve(subscriptionId)
  const invoice = await stripe.invoices.createPreview({
    customer: customerId,
    subscription: subscriptionId,
    subscription_details: {
      items: [{ id: items.data[0]!.id, price }],
      proration_behavior: 'always_invoice',
      proration_date: at,
    },
  })
  return {
    dueNowPence: invoice.amount_due,
    vatPence: invoice.total - (invoice.total_excluding_tax ?? invoice.total),
  }
}

async function previewOf(
  stripe: Stripe,
  account: Subscribed,
  { price, priceId, now }: { price: PlanPrice; priceId: string; now: Date },
): Promise<PlanPreview> {
  const previewedAt = Math.floor(now.getTime() / 1000)
  const isImmediate = isLarger(price.plan, account.plan)
  const due = isImmediate
    ? await dueFor(stripe, account, { price: priceId, at: previewedAt })
    : { dueNowPence: 0, vatPence: 0 }
  const from = isImmediate ? now : (account.periodEndsAt ?? now)
  return {
    ...{ plan: price.plan, isImmediate, ...due, previewedAt },
    monthlyPence: monthlyOf(price),
    from: from.toISOString(),
  }
}

const scheduleIdOf = ({ schedule }: Stripe.Subscription): string | null =>
  typeof schedule === 'string' ? schedule : (schedule?.id ?? null)

type Change = { attemptId: string; price: string; interval: 'month' | 'year'; at: number }

/** The larger plan holds at once, and what is due for it is charged; where the card refuses, nothing changes. */
async function enlarge(
  stripe: Stripe,
  subscriptionId: string,
  { attemptId, price, at }: Change,
): Promise<void> {
  const subscription = await stripe.subscriptions.retrieve(subscriptionId)
  await keepAsIs(stripe, subscription, attemptId)
  await stripe.subscriptions.update(
    subscriptionId,
    {
      items: [{ id: subscription.items.data[0]!.id, price }],
      payment_behavior: 'error_if_incomplete',
      ...(subscription.status === 'trialing'
        ? { proration_behavior: 'none' as const }
        : { proration_behavior: 'always_invoice' as const, proration_date: at }),
    },
    keyOf(attemptId, 'update'),
  )
}

/** The smaller plan begins when what is paid for ends; nothing is paid back. */
async function reduce(
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
        keyOf(attemptId, 'schedule'),
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
    keyOf(attemptId, 'phases'),
  )
}

/** Takes back what was arranged to follow. */
async function keepAsIs(stripe: Stripe, subscription: Stripe.Subscription, attemptId: string): Promise<void> {
  const there = scheduleIdOf(subscription)
  if (there) await stripe.subscriptionSchedules.release(there, {}, keyOf(attemptId, 'release'))
}

/** Looks at once what came of it; where Stripe does not answer, its event or the next round tells. */
async function lookAfter(parts: BillingParts, clinicId: string): Promise<void> {
  try {
    await lookAt(parts, clinicId)
  } catch (error) {
    stripeFault(error)
  }
}

/** The VAT number on invoices becomes this one, or none. */
async function setVatNumber(
  stripe: Stripe,
  { customerId }: AccountRow,
  { vatNumber, attemptId }: { vatNumber: string; attemptId: string },
): Promise<void> {
  const { data: there } = await stripe.customers.listTaxIds(customerId, { limit: 10 })
  const numbers = there.filter(({ type }) => type === 'gb_vat')
  if (vatNumber && !numbers.some(({ value }) => value === vatNumber))
    await stripe.customers.createTaxId(
      customerId,
      { type: 'gb_vat', value: vatNumber },
      keyOf(attemptId, 'vat-number'),
    )
  for (const { id, value } of numbers)
    if (value !== vatNumber) await stripe.customers.deleteTaxId(customerId, id)
}

const isFresh = (previewedAt: number | null, now: Date): boolean => {
  const age_ms = now.getTime() - (previewedAt ?? 0) * 1000
  return age_ms >= -minute_ms && age_ms <= plan_preview_minutes * minute_ms
}

/** Changing and ending what a practice subscribed to. */
export const planHandlers = (parts: BillingParts) => ({
  preview: handle(billing.preview, async (scope, { plan }) => {
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.plan === plan) return refuse('same-plan')
    const { gate } = parts
    const priceId = gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const { now } = scope
    return {
      answer: new LaterAnswer<PlanPreview>(async () => {
        const stripe = await gate.stripe()
        if (!stripe) return refuse('no-cards')
        const price = priceFor(await gate.prices(), plan)
        if (!price) return refuse('no-price')
        try {
          return await previewOf(stripe, account, { price, priceId, now })
        } catch (error) {
          stripeFault(error)
          return refuse('payments-unanswered')
        }
      }),
    }
  }),

  change: handle(billing.change, async (scope, { plan, previewedAt }) => {
    const { clinicId, now } = scope
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    if (account.endsAt) return refuse('is-ending')
    const priceId = parts.gate.priceId(plan)
    if (!priceId) return refuse('no-price')
    const isImmediate = isLarger(plan, account.plan)
    if (isImmediate && !isFresh(previewedAt, now)) return refuse('preview-outdated')
    const attemptId = await beginAttempt(scope, 'change', plan)
    const answer = new LaterAnswer<{ plan: PlanName }>(async () => {
      const done = await carryOut<{ plan: PlanName } | Refusal>(
        parts,
        { clinicId, attemptId },
        async (stripe) => {
          const price = priceFor(await parts.gate.prices(), plan)
          if (!price) return { answer: refuse('no-price') }
          const change = { attemptId, price: priceId, interval: price.every, at: previewedAt ?? 0 }
          if (plan === account.plan)
            await keepAsIs(stripe, await stripe.subscriptions.retrieve(account.subscriptionId), attemptId)
          else await (isImmediate ? enlarge : reduce)(stripe, account.subscriptionId, change)
          return { answer: { plan } }
        },
        { card: 'card-refused' },
      )
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { before: account.plan, after: plan } }
  }),

  setEnding: handle(billing.setEnding, async (scope, { ends }) => {
    const { clinicId } = scope
    const account = subscribed(await ownAccount(scope))
    if (!account) return refuse('no-subscription')
    const attemptId = await beginAttempt(scope, 'ending')
    const answer = new LaterAnswer<{ ends: boolean }>(async () => {
      const done = await carryOut(parts, { clinicId, attemptId }, async (stripe) => {
        const subscription = await stripe.subscriptions.retrieve(account.subscriptionId)
        if (ends) await keepAsIs(stripe, subscription, attemptId)
        await stripe.subscriptions.update(
          account.subscriptionId,
          { cancel_at_period_end: ends },
          keyOf(attemptId, 'ending'),
        )
        return { answer: { ends } }
      })
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId, details: { ends, plan: account.plan } }
  }),

  changeVatNumber: handle(billing.changeVatNumber, async (scope, { vatNumber }) => {
    const { clinicId } = scope
    const account = await ownAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await beginAttempt(scope, 'vat-number')
    const answer = new LaterAnswer<{ vatNumber: string }>(async () => {
      const done = await carryOut(
        parts,
        { clinicId, attemptId },
        async (stripe) => {
          await setVatNumber(stripe, account, { vatNumber, attemptId })
          return { answer: { vatNumber } }
        },
        { invalid: 'vat-number-refused' },
      )
      if (!(done instanceof Refusal)) await lookAfter(parts, clinicId)
      return done
    })
    return { answer, subject: clinicId }
  }),
})
