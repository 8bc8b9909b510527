import type { Stripe } from 'stripe'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry } from '../../platform/jobs/job-runner.ts'
import { applyPaidPlan, lockPlanFacts, type PlanFacts } from '../clinics/index.ts'
import { billingEventsOf, markApplied } from './billing-event-store.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { isLive, isUnpaid, unpaidSinceOf } from './billing-rules.ts'
import { readSubscription } from './billing-snapshot.ts'
import {
  currentSubscriptionOf,
  dateOf,
  fetchSubscriptions,
  planAndStatus,
  type SyncDeps,
} from './billing-sync.ts'
import {
  billOf,
  billStepOf,
  factsAfterPayment,
  factsWhilePaid,
  isSameBill,
  type Bill,
  type BilledRow,
} from './billing-group-rules.ts'
import {
  adjustQueue,
  billedRows,
  deleteBilled,
  lockGroupForSync,
  nextGroupSyncNumber,
  saveGroupSyncedState,
  setPaidSince,
  type GroupAccountRow,
  type GroupSyncedState,
} from './billing-group-store.ts'

type Note = (entry: JobAuditEntry & { clinicId: string }) => void

/** What a group is to pay for, by the plans that have a price. */
export async function billToPay(
  scope: PlatformScope,
  { gate, groupId }: { gate: BillingGateway; groupId: string },
): Promise<Bill> {
  const bill = billOf(await billedRows(scope, groupId))
  return new Map([...bill].filter(([plan]) => gate.priceId(plan) !== null))
}

/** Which items of a subscription have to change for a bill; what is no plan of ours stays as it is. */
function itemChanges(
  { items }: Stripe.Subscription,
  { bill, gate }: { bill: Bill; gate: BillingGateway },
): Stripe.SubscriptionUpdateParams.Item[] {
  const there = items.data.flatMap((item) => {
    const plan = gate.planOf(item.price.id)
    return plan ? [{ id: item.id, plan, quantity: item.quantity ?? 1 }] : []
  })
  const changed = there.flatMap(({ id, plan, quantity }): Stripe.SubscriptionUpdateParams.Item[] => {
    const wanted = bill.get(plan)
    if (wanted === undefined) return [{ id, deleted: true }]
    return wanted === quantity ? [] : [{ id, quantity: wanted }]
  })
  const held = new Set(there.map(({ plan }) => plan))
  const added = [...bill].flatMap(([plan, quantity]) =>
    held.has(plan) ? [] : [{ price: gate.priceId(plan)!, quantity }],
  )
  return [...changed, ...added]
}

/**
 * Brings a subscription to what is wanted; false where it was so already. What is paid for already and used no longer is
 * credited, what is added is on the next invoice. With nobody left it ends at once.
 */
async function adjustSubscription(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  wanted: { bill: Bill; gate: BillingGateway },
): Promise<boolean> {
  if (wanted.bill.size === 0) {
    await stripe.subscriptions.cancel(subscription.id, { prorate: true, invoice_now: true })
    return true
  }
  const items = itemChanges(subscription, wanted)
  if (items.length === 0) return false
  await stripe.subscriptions.update(subscription.id, { items, proration_behavior: 'create_prorations' })
  return true
}

/** How a group's subscription stands, of all that it ever subscribed to. */
function groupStateOf(
  seen: readonly Stripe.Subscription[],
  { gate, account, unpaidSince }: { gate: BillingGateway; account: GroupAccountRow; unpaidSince: Date },
): GroupSyncedState {
  const counting = currentSubscriptionOf(seen, gate.planOf)
  if (!counting) {
    const { subscriptionId, status } = account
    const none = { monthlyPence: 0, periodEndsAt: null, endsAt: null, unpaidSince: null }
    return { subscriptionId, status, parts: [], ...none }
  }
  const { plan: _plan, ...read } = readSubscription(counting, gate.planOf)
  const periodEnd = dateOf(counting.items.data[0]?.current_period_end)
  const holds = isLive(read.status)
  const endsAt = counting.cancel_at_period_end ? periodEnd : dateOf(counting.cancel_at)
  return {
    ...read,
    periodEndsAt: holds ? periodEnd : null,
    endsAt: holds ? endsAt : null,
    unpaidSince: isUnpaid(read.status) ? unpaidSince : null,
  }
}

type Applied = { groupId: string; state: GroupSyncedState; before: GroupAccountRow; note: Note }

/** Puts one practice on what its group pays for it. Done again it changes nothing. */
async function applyToPractice(scope: PlatformScope, row: BilledRow, applied: Applied): Promise<void> {
  const { groupId, state, note } = applied
  const { clinicId, plan, paidSince } = row
  const key = { clinicId, groupId }
  const plans = new Set(state.parts.flatMap((part) => (part.plan && part.practices > 0 ? [part.plan] : [])))
  const step = billStepOf(row, { isLive: isLive(state.status), plans })
  if (step === 'none') return
  const before = await lockPlanFacts(scope, clinicId)
  if (!before) return
  if (step === 'hold' && !paidSince) await setPaidSince(scope, key, scope.now)
  if (step === 'release' || step === 'let-be') await setPaidSince(scope, key, null)
  if (step === 'remove' || step === 'remove-and-release') await deleteBilled(scope, key)
  if (step === 'let-be' || step === 'remove') return
  const after =
    step === 'hold'
      ? factsWhilePaid(before, { plan, unpaidSince: state.unpaidSince }, scope.now)
      : factsAfterPayment(before, scope.now)
  await applyPaidPlan(scope, clinicId, after)
  noteChange(note, { clinicId, before, after }, applied)
}

function noteChange(
  note: Note,
  { clinicId, before, after }: { clinicId: string; before: PlanFacts; after: PlanFacts },
  { groupId, state, before: account }: Applied,
): void {
  if (account.status === state.status && before.plan === after.plan) return
  note({
    clinicId,
    action: 'billing.subscription_changed',
    subject: clinicId,
    details: {
      groupId,
      before: planAndStatus(before.plan, account.status),
      after: planAndStatus(after.plan, state.status),
    },
  })
}

/** Applies what was seen to the group's account and to each practice of its bill; an earlier look comes too late. */
async function applyGroupState(
  scope: PlatformScope,
  note: Note,
  {
    gate,
    groupId,
    look,
    seen,
  }: { gate: BillingGateway; groupId: string; look: number; seen: Stripe.Subscription[] },
): Promise<void> {
  const before = await lockGroupForSync(scope, groupId, look)
  if (!before) return
  const events = await billingEventsOf(scope, before.customerId)
  const unpaidSince = unpaidSinceOf(events) ?? before.unpaidSince ?? scope.now
  const state = groupStateOf(seen, { gate, account: before, unpaidSince })
  await saveGroupSyncedState(scope, groupId, { ...state, look })
  for (const row of await billedRows(scope, groupId))
    await applyToPractice(scope, row, { groupId, state, before, note })
  await markApplied(
    scope,
    events.map(({ eventId }) => eventId),
  )
}

/** Rows of a group that never paid and that ended: there is no bill that would have to say so. */
async function removeEndedRows(scope: PlatformScope, groupId: string): Promise<void> {
  for (const { clinicId, isEnded, paidSince } of await billedRows(scope, groupId))
    if (isEnded && !paidSince) await deleteBilled(scope, { clinicId, groupId })
}

/**
 * Brings a group's subscription to what the group chose for practices that agree, looks what stands then and applies it to
 * each of them. Done again it changes nothing. What was chosen meanwhile is another job's to do, so that of several the
 * last one leaves what is wanted.
 */
export async function adjustGroupBill(deps: SyncDeps, groupId: string): Promise<void> {
  const { gate, runPlatformJob } = deps
  const stripe = await gate.stripe()
  if (!stripe) return
  const begin = () => runPlatformJob((scope) => nextGroupSyncNumber(scope, groupId))
  const readBill = (scope: PlatformScope) => billToPay(scope, { gate, groupId })
  let begun = await begin()
  if (!begun) return runPlatformJob((scope) => removeEndedRows(scope, groupId))
  const { customerId } = begun
  const bill = await runPlatformJob(readBill)
  let seen = await fetchSubscriptions(stripe, customerId)
  const current = currentSubscriptionOf(seen, gate.planOf)
  const isPaying = current && isLive(readSubscription(current, gate.planOf).status)
  if (isPaying && (await adjustSubscription(stripe, current, { bill, gate }))) {
    begun = (await begin())!
    seen = await fetchSubscriptions(stripe, customerId)
  }
  const { look } = begun
  await runPlatformJob((scope, note) => applyGroupState(scope, note, { gate, groupId, look, seen }))
  await runPlatformJob(async (scope) => {
    if (!isSameBill(bill, await readBill(scope))) scope.enqueue(adjustQueue, { groupId })
  })
}
