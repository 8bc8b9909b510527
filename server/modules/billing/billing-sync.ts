import type { Stripe } from 'stripe'
import type { PlanPrice } from '../../../contract/billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry, RunPlatformJob } from '../../platform/jobs/job-runner.ts'
import { applyPaidPlan, lockPlanFacts } from '../clinics/index.ts'
import { pencePerMonth, type BillingGateway } from './billing-gateway.ts'
import { planFactsAfter, isLive } from './billing-rules.ts'
import { readSubscription, type PlanOfPrice } from './billing-snapshot.ts'
import { billingEventsOf, markApplied } from './billing-event-store.ts'
import { adjustQueue, groupsBilling } from './billing-group-store.ts'
import {
  nextSyncNumber,
  lockForSync,
  saveSyncedState,
  type AccountRow,
  type SyncedState,
} from './billing-store.ts'

export type SyncDeps = { gate: BillingGateway; runPlatformJob: RunPlatformJob }

/** What is known here of Stripe's prices. */
type PriceCatalogue = { planOf: PlanOfPrice; prices: readonly PlanPrice[] }

export const dateOf = (seconds: number | null | undefined): Date | null =>
  seconds ? new Date(seconds * 1000) : null

/** Of all that a customer ever subscribed to, the one that counts: the newest that holds a plan, or else the newest. */
export function currentSubscriptionOf(
  all: readonly Stripe.Subscription[],
  planOf: PlanOfPrice,
): Stripe.Subscription | undefined {
  const newestFirst = all.toSorted((one, other) => other.created - one.created)
  return newestFirst.find((each) => isLive(readSubscription(each, planOf).status)) ?? newestFirst[0]
}

/** What is arranged to follow: a smaller plan with the next period. Stripe names its price; what that costs is known here. */
function scheduledChangeOf(
  schedule: Stripe.SubscriptionSchedule | string | null,
  { planOf, prices }: PriceCatalogue,
) {
  const none = { nextPlan: null, nextMonthlyPence: null, nextPlanAt: null }
  if (!schedule || typeof schedule === 'string' || schedule.status !== 'active') return none
  const next = schedule.phases.find(
    ({ start_date: start }) => start >= (schedule.current_phase?.end_date ?? 0),
  )
  const named = next?.items[0]?.price
  const nextPlan = named ? planOf(typeof named === 'string' ? named : named.id) : null
  if (!next || !nextPlan) return none
  const price = prices.find(({ plan }) => plan === nextPlan)
  const nextMonthlyPence = price ? pencePerMonth(price) : null
  return { nextPlan, nextMonthlyPence, nextPlanAt: dateOf(next.start_date) }
}

function subscriptionStateOf(
  subscription: Stripe.Subscription,
  known: PriceCatalogue,
): Omit<SyncedState, 'vatNumber'> {
  const { parts: _parts, ...read } = readSubscription(subscription, known.planOf)
  const periodEnd = dateOf(subscription.items.data[0]?.current_period_end)
  const holds = isLive(read.status)
  const endsAt = subscription.cancel_at_period_end ? periodEnd : dateOf(subscription.cancel_at)
  return {
    ...read,
    periodEndsAt: holds ? periodEnd : null,
    trialEndsAt: read.status === 'trialing' ? dateOf(subscription.trial_end) : null,
    endsAt: holds ? endsAt : null,
    ...scheduledChangeOf(holds ? subscription.schedule : null, known),
  }
}

/** All that a customer ever subscribed to, as Stripe says now. */
export async function fetchSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const expand = ['data.schedule']
  return (await stripe.subscriptions.list({ customer, status: 'all', limit: 100, expand })).data
}

/** The VAT number that Stripe has of a customer; empty for none. */
export async function fetchVatNumber(stripe: Stripe, customer: string): Promise<string> {
  const { data } = await stripe.customers.listTaxIds(customer, { limit: 10 })
  return data.find(({ type }) => type === 'gb_vat')?.value ?? ''
}

/** What Stripe says of a practice now: its subscriptions and its VAT number. */
async function fetchStripeState(stripe: Stripe, customerId: string) {
  const [subscriptions, vatNumber] = await Promise.all([
    fetchSubscriptions(stripe, customerId),
    fetchVatNumber(stripe, customerId),
  ])
  return { subscriptions, vatNumber }
}

/** The same with nothing but what does not change when it is read again. */
export const planAndStatus = (plan: PlanName | null, status: string | null) => ({ plan, status })

/** Applies what was seen; what an earlier look saw comes too late. */
async function applyState(
  scope: PlatformScope,
  note: (entry: JobAuditEntry & { clinicId: string }) => void,
  clinicId: string,
  {
    number,
    seen,
    known,
  }: { number: number; seen: Awaited<ReturnType<typeof fetchStripeState>>; known: PriceCatalogue },
): Promise<void> {
  const before = await lockPlanFacts(scope, clinicId)
  const account = await lockForSync(scope, clinicId, number)
  if (!before || !account) return
  const counting = currentSubscriptionOf(seen.subscriptions, known.planOf)
  const events = await billingEventsOf(scope, account.customerId)
  const eventIds = events.map(({ eventId }) => eventId)
  if (!counting) {
    await saveSyncedState(scope, clinicId, {
      ...unsubscribedState(account),
      vatNumber: seen.vatNumber,
      look: number,
    })
    return markApplied(scope, eventIds)
  }
  const now = subscriptionStateOf(counting, known)
  await saveSyncedState(scope, clinicId, { ...now, vatNumber: seen.vatNumber, look: number })
  const wasOver = account.subscriptionId === now.subscriptionId && account.status === 'canceled'
  const isFirstSeen = !wasOver && !isLive(account.status)
  const facts = planFactsAfter(
    before,
    { status: now.status!, plan: now.plan, trialEndsAt: now.trialEndsAt, begunAt: dateOf(counting.created)! },
    { events, isFirstSeen, wasOver, at: scope.now },
  )
  if (facts) await applyPaidPlan(scope, clinicId, facts)
  await markApplied(scope, eventIds)
  // A group pays for those whose card does not.
  if (isLive(account.status) !== isLive(now.status))
    for (const groupId of await groupsBilling(scope, clinicId)) scope.enqueue(adjustQueue, { groupId })
  if (account.status !== now.status || (facts && facts.plan !== before.plan))
    note({
      clinicId,
      action: 'billing.subscription_changed',
      subject: clinicId,
      details: {
        before: planAndStatus(before.plan, account.status),
        after: planAndStatus(facts?.plan ?? before.plan, now.status),
      },
    })
}

const unsubscribedState = ({ subscriptionId, status, plan }: AccountRow): Omit<SyncedState, 'vatNumber'> => ({
  ...{ subscriptionId, status, plan, monthlyPence: 0 },
  ...{ periodEndsAt: null, trialEndsAt: null, endsAt: null },
  ...{ nextPlan: null, nextMonthlyPence: null, nextPlanAt: null },
})

/**
 * Looks at Stripe how a practice stands, and applies it: no event is believed by itself, each only says that there is
 * something to look at. The look is outside of any transaction; it draws its number before it begins, and of two looks
 * the one that began later wins, in whatever order they end.
 */
export async function syncSubscription({ gate, runPlatformJob }: SyncDeps, clinicId: string): Promise<void> {
  const stripe = await gate.stripe()
  if (!stripe) return
  const begun = await runPlatformJob((scope) => nextSyncNumber(scope, clinicId))
  if (!begun) return
  const known = { planOf: gate.planOf, prices: await gate.prices() }
  const seen = await fetchStripeState(stripe, begun.customerId)
  await runPlatformJob((scope, note) =>
    applyState(scope, note, clinicId, { number: begun.look, seen, known }),
  )
}
