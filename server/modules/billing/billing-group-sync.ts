import type { Stripe } from 'stripe'
import type { PlatformScope } from '../../platform/database/transaction.ts'
import type { JobAuditEntry } from '../../platform/jobs/job-runner.ts'
import { applyPaidPlan, lockPlanFacts, type PlanFacts } from '../clinics/index.ts'
import { billingEventsOf, markApplied } from './billing-event-store.ts'
import type { BillingGateway } from './billing-gateway.ts'
import { adjustSubscriptions, liveSubscriptions, withFormerPrices } from './billing-group-calls.ts'
import { isLive, isUnpaid, unpaidSinceOf } from './billing-rules.ts'
import { readSubscription } from './billing-snapshot.ts'
import {
  currentSubscriptionOf,
  dateOf,
  fetchSubscriptions,
  fetchVatNumber,
  planAndStatus,
  type SyncDeps,
} from './billing-sync.ts'
import {
  billOf,
  billStepOf,
  chargedFrom,
  factsAfterPayment,
  factsWhilePaid,
  isSameBill,
  paidPlansOf,
  pricesOfOneBill,
  type Bill,
  type BilledRow,
  type PaidPlans,
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

type SeenState = { subscriptions: readonly Stripe.Subscription[]; vatNumber: string }

/** What a group is to pay for. */
export const billToPay = async (scope: PlatformScope, groupId: string): Promise<Bill> =>
  billOf(await billedRows(scope, groupId))

/** How a group's subscription stands, of all that it ever subscribed to. */
function groupStateOf(
  { subscriptions, vatNumber }: SeenState,
  { gate, account, unpaidSince }: { gate: BillingGateway; account: GroupAccountRow; unpaidSince: Date },
): GroupSyncedState {
  const counting = currentSubscriptionOf(subscriptions, gate.planOf)
  if (!counting) {
    const { subscriptionId, status } = account
    const none = { monthlyPence: 0, periodEndsAt: null, endsAt: null, unpaidSince: null }
    return { subscriptionId, status, parts: [], vatNumber, ...none }
  }
  const { plan: _plan, ...read } = readSubscription(counting, gate.planOf)
  const periodEnd = dateOf(counting.items.data[0]?.current_period_end)
  const holds = isLive(read.status)
  const endsAt = counting.cancel_at_period_end ? periodEnd : dateOf(counting.cancel_at)
  return {
    ...read,
    vatNumber,
    periodEndsAt: holds ? periodEnd : null,
    endsAt: holds ? endsAt : null,
    unpaidSince: isUnpaid(read.status) ? unpaidSince : null,
  }
}

type Applied = {
  groupId: string
  state: GroupSyncedState
  paid: PaidPlans
  before: GroupAccountRow
  note: Note
}

/** Puts one practice on what its group pays for it. Done again it changes nothing. */
async function applyToPractice(scope: PlatformScope, seen: BilledRow, applied: Applied): Promise<void> {
  const { groupId, state, paid } = applied
  const { clinicId } = seen
  if (billStepOf(seen, paid) === 'none') return
  const before = await lockPlanFacts(scope, clinicId)
  // Its own payments may have been looked at meanwhile: what holds is read once more, with its row locked.
  const [row] = await billedRows(scope, groupId, clinicId)
  if (!before || !row) return
  const step = billStepOf(row, paid)
  const key = { clinicId, groupId }
  if (step === 'hold' && !row.paidSince) await setPaidSince(scope, key, scope.now)
  if (step === 'release' || step === 'let-be') await setPaidSince(scope, key, null)
  if (step === 'remove' || step === 'remove-and-release') await deleteBilled(scope, key)
  if (step === 'none' || step === 'let-be' || step === 'remove') return
  const after =
    step === 'hold'
      ? factsWhilePaid(before, { plan: row.plan, unpaidSince: state.unpaidSince }, scope.now)
      : factsAfterPayment(before, scope.now)
  await applyPaidPlan(scope, clinicId, after)
  noteChange({ clinicId, before, after }, applied)
}

function noteChange(
  { clinicId, before, after }: { clinicId: string; before: PlanFacts; after: PlanFacts },
  { groupId, state, before: account, note }: Applied,
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
  { gate, groupId, look, seen }: { gate: BillingGateway; groupId: string; look: number; seen: SeenState },
): Promise<void> {
  const before = await lockGroupForSync(scope, groupId, look)
  if (!before) return
  const events = await billingEventsOf(scope, before.customerId)
  const unpaidSince = unpaidSinceOf(events) ?? before.unpaidSince ?? scope.now
  const state = groupStateOf(seen, { gate, account: before, unpaidSince })
  await saveGroupSyncedState(scope, groupId, { ...state, look })
  const rows = await billedRows(scope, groupId)
  const paid = paidPlansOf(state, billOf(rows))
  for (const row of rows) await applyToPractice(scope, row, { groupId, state, paid, before, note })
  await markApplied(
    scope,
    events.map(({ eventId }) => eventId),
  )
}

/** What is to be on the bill, and from when on it is charged. */
async function readWanted(scope: PlatformScope, groupId: string) {
  const rows = await billedRows(scope, groupId)
  return { bill: billOf(rows), chargedFrom: chargedFrom(rows, scope.now) }
}

/** Rows of a group that never paid and that ended: there is no bill that would have to say so. */
async function removeEndedRows(scope: PlatformScope, groupId: string): Promise<void> {
  for (const { clinicId, isEnded, paidSince } of await billedRows(scope, groupId))
    if (isEnded && !paidSince) await deleteBilled(scope, { clinicId, groupId })
}

/**
 * Brings a group's subscription to what the group chose for practices that agree, looks what stands then and applies it to
 * each of them, where nothing could be changed too. Done again it changes nothing. What was chosen meanwhile is another
 * job's to do, so that of several the last one leaves what is wanted.
 */
export async function adjustGroupBill(deps: SyncDeps, groupId: string): Promise<void> {
  const { runPlatformJob } = deps
  const stripe = await deps.gate.stripe()
  if (!stripe) return
  const begin = () => runPlatformJob((scope) => nextGroupSyncNumber(scope, groupId))
  const readBill = (scope: PlatformScope) => billToPay(scope, groupId)
  let begun = await begin()
  if (!begun) return runPlatformJob((scope) => removeEndedRows(scope, groupId))
  const { customerId } = begun
  const gate = withFormerPrices(deps.gate, begun.parts)
  const prices = pricesOfOneBill(await gate.prices())
  let subscriptions = await fetchSubscriptions(stripe, customerId)
  // After what Stripe has: a job that another overtook would take back what that one charged, and charge it again.
  const wanted = await runPlatformJob((scope) => readWanted(scope, groupId))
  const { bill } = wanted
  const adjusted = await adjustSubscriptions(stripe, liveSubscriptions(subscriptions, gate), {
    ...wanted,
    gate,
    prices,
  }).catch((error: unknown) => ({ error }))
  if (adjusted !== false) {
    begun = (await begin())!
    subscriptions = await fetchSubscriptions(stripe, customerId)
  }
  const { look } = begun
  const seen = { subscriptions, vatNumber: await fetchVatNumber(stripe, customerId) }
  await runPlatformJob((scope, note) => applyGroupState(scope, note, { gate, groupId, look, seen }))
  if (typeof adjusted === 'object') throw adjusted.error
  await runPlatformJob(async (scope) => {
    if (!isSameBill(bill, await readBill(scope))) scope.enqueue(adjustQueue, { groupId })
  })
}
