import type { PlanPrice } from '../../../contract/billing.ts'
import { groupBilling, type BilledPractice, type GroupBilling } from '../../../contract/group-billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { classifyStripeError } from '../../platform/payments/stripe-client.ts'
import { effectivePlan, isLarger } from '../clinics/index.ts'
import { idempotencyOptions, runAttempt, type BillingDeps } from './billing-attempt.ts'
import { pencePerMonth, type BillingGateway } from './billing-gateway.ts'
import { BlockedBillError, liveSubscriptions } from './billing-group-calls.ts'
import { invoicesLater, openCheckout, portalLater } from './billing-pages.ts'
import { isLive } from './billing-rules.ts'
import { fetchSubscriptions } from './billing-sync.ts'
import { priceFor } from './billing-view.ts'
import { pricesOfOneBill } from './billing-group-rules.ts'
import {
  adjustQueue,
  choosePlan,
  chosenPlans,
  endChosenPlan,
  groupCheckoutsSince,
  groupPlans,
  groupPractices,
  insertGroupAttempt,
  ownGroupAccount,
  ownGroupName,
  type GroupAccountRow,
} from './billing-group-store.ts'
import { adjustGroupBill, billToPay } from './billing-group-sync.ts'

const path = '/group/billing'
const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null
const mayPay = ({ role }: GroupScope): boolean => role === 'group_admin'

async function practicesOf(scope: GroupScope): Promise<BilledPractice[]> {
  const chosen = await chosenPlans(scope)
  const agreed = await groupPlans(scope)
  return (await groupPractices(scope)).map(({ id, name }) => {
    const known = agreed.get(id)
    const plan = chosen.get(id) ?? null
    return {
      ...{ id, name, plan },
      pays: known ? ('group' as const) : ('itself' as const),
      isOnBill: known?.paysByCard === false,
      heldPlan: known ? effectivePlan(known.facts, scope.now) : null,
    }
  })
}

const subscriptionOf = (account: GroupAccountRow | undefined): GroupBilling['subscription'] =>
  account?.status
    ? {
        ...{ status: account.status, monthlyPence: account.monthlyPence },
        periodEndsAt: isoOf(account.periodEndsAt),
        endsAt: isoOf(account.endsAt),
        unpaidSince: isoOf(account.unpaidSince),
      }
    : null

const monthlyPenceOf = (practices: readonly BilledPractice[], prices: readonly PlanPrice[]): number =>
  practices.reduce((sum, { plan, isOnBill }) => {
    const price = plan && isOnBill && priceFor(prices, plan)
    return sum + (price ? pencePerMonth(price) : 0)
  }, 0)

/** The page on which a group begins to pay, for what it chose by the time that it opens. */
async function checkoutLater(deps: BillingDeps, scope: GroupScope, account: GroupAccountRow | undefined) {
  const { groupId, now, actor } = scope
  const { gate, runPlatformJob } = deps
  const payer = {
    ...{ owner: { groupId }, known: account?.customerId },
    ...{ name: await ownGroupName(scope), email: actor.email },
  }
  const older = await groupCheckoutsSince(scope, new Date(now.getTime() - day_ms))
  const attemptId = await insertGroupAttempt(scope, 'checkout')
  return new DeferredResponse<{ url: string }>(() =>
    runAttempt<{ url: string } | Refusal>(deps, { groupId, attemptId }, async (stripe) => {
      // What it subscribed to may not have been looked at yet.
      const seen = account ? await fetchSubscriptions(stripe, account.customerId) : []
      if (liveSubscriptions(seen, gate).length > 0) return { answer: refuse('has-subscription') }
      // A practice whose own card still pays is not on the bill yet, which the group cannot see.
      const bill = await runPlatformJob((platform) => billToPay(platform, groupId))
      if (bill.size === 0) return { answer: refuse('no-practices') }
      const prices = pricesOfOneBill(await gate.prices())
      if (![...bill.keys()].every((plan) => priceFor(prices, plan)))
        return { answer: refuse(gate.whyNoPrice()) }
      const lines = [...bill].map(([plan, quantity]) => ({ price: gate.priceId(plan)!, quantity }))
      return openCheckout(deps, { stripe, attemptId }, { payer, lines, older, path })
    }),
  )
}

/** Looks at once what came of it; where Stripe does not answer, or the bill is stuck, its event or the next round tells. */
async function tryAdjust(deps: BillingDeps, groupId: string): Promise<void> {
  try {
    await adjustGroupBill(deps, groupId)
  } catch (error) {
    if (!(error instanceof BlockedBillError)) classifyStripeError(error)
  }
}

/** Whether a plan can stand on one bill with the others, by the prices that Stripe told last; the job looks again. */
function canBeBilled(gate: BillingGateway, plan: PlanName): boolean {
  const known = gate.knownPrices()
  return gate.priceId(plan) !== null && (known.length === 0 || !!priceFor(pricesOfOneBill(known), plan))
}

/** What a group chooses for its practices: a plan for each that agreed. */
const ofPractices = ({ gate }: BillingDeps) => ({
  get: handle(groupBilling.get, async (scope) => {
    const shown = {
      ...{ group: await ownGroupName(scope), role: scope.role },
      practices: await practicesOf(scope),
      subscription: subscriptionOf(await ownGroupAccount(scope)),
    }
    return {
      answer: new DeferredResponse<GroupBilling>(async () => {
        const prices = pricesOfOneBill(await gate.prices())
        const monthlyPence = monthlyPenceOf(shown.practices, prices)
        return { ...shown, prices, monthlyPence, takesCards: await gate.isOn() }
      }),
    }
  }),

  setPlan: handle(groupBilling.setPlan, async (scope, { practiceId, plan }) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const practice = (await practicesOf(scope)).find(({ id }) => id === practiceId)
    if (practice?.pays !== 'group') return refuse('practice-not-billed')
    if (plan && !canBeBilled(gate, plan)) return refuse('no-price')
    const isMore = plan && (!practice.plan || isLarger(plan, practice.plan))
    if (isMore && (await ownGroupAccount(scope))?.unpaidSince) return refuse('bill-unpaid')
    const answer: { plan: PlanName | null } = { plan }
    if (practice.plan === plan) return { answer, as: 'nothing' as const }
    if (plan) await choosePlan(scope, practiceId, plan)
    else await endChosenPlan(scope, practiceId)
    const { groupId } = scope
    scope.enqueue(adjustQueue, { groupId })
    return { answer, subject: groupId, details: { practiceId, before: practice.plan, after: plan } }
  }),
})

/** How it pays for them. */
const ofPayments = (deps: BillingDeps) => ({
  invoices: handle(groupBilling.invoices, async (scope) => {
    const account = await ownGroupAccount(scope)
    return { answer: account ? invoicesLater(deps, account.customerId) : [] }
  }),

  subscribe: handle(groupBilling.subscribe, async (scope) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const account = await ownGroupAccount(scope)
    if (isLive(account?.status ?? null)) return refuse('has-subscription')
    if ((await chosenPlans(scope)).size === 0) return refuse('no-practices')
    return { answer: await checkoutLater(deps, scope, account), subject: scope.groupId }
  }),

  openPortal: handle(groupBilling.openPortal, async (scope) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const account = await ownGroupAccount(scope)
    if (!account) return refuse('no-subscription')
    const { groupId } = scope
    const attemptId = await insertGroupAttempt(scope, 'portal')
    const answer = portalLater(deps, { groupId, attemptId }, { customer: account.customerId, path })
    return { answer, subject: groupId }
  }),

  setEnding: handle(groupBilling.setEnding, async (scope, { ends }) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const { groupId } = scope
    const account = await ownGroupAccount(scope)
    const subscriptionId = isLive(account?.status ?? null) ? account?.subscriptionId : null
    if (!subscriptionId) return refuse('no-subscription')
    const attemptId = await insertGroupAttempt(scope, 'ending')
    const answer = new DeferredResponse<{ ends: boolean }>(async () => {
      const done = await runAttempt(deps, { groupId, attemptId }, async (stripe) => {
        await stripe.subscriptions.update(
          subscriptionId,
          { cancel_at_period_end: ends },
          idempotencyOptions(attemptId, 'ending'),
        )
        return { answer: { ends } }
      })
      if (!(done instanceof Refusal)) await tryAdjust(deps, groupId)
      return done
    })
    return { answer, subject: groupId, details: { ends } }
  }),
})

/** The operations of `contract/group-billing.ts`. */
export const groupBillingHandlers = (deps: BillingDeps) => ({ ...ofPractices(deps), ...ofPayments(deps) })
