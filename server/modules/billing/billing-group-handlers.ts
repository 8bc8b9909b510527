import type { PlanPreview, PlanPrice } from '../../../contract/billing.ts'
import { groupBilling, type BilledPractice, type GroupBilling } from '../../../contract/group-billing.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { GroupScope } from '../../platform/database/transaction.ts'
import { DeferredResponse } from '../../platform/http/deferred-response.ts'
import { handle } from '../../platform/http/operations.ts'
import { refuse, Refusal } from '../../platform/http/refusal.ts'
import { classifyStripeError } from '../../platform/payments/stripe-client.ts'
import { effectivePlan, isLarger } from '../clinics/index.ts'
import { setVatNumber } from './billing-calls.ts'
import { idempotencyOptions, runAttempt, type BillingDeps } from './billing-attempt.ts'
import { pencePerMonth, type BillingGateway } from './billing-gateway.ts'
import {
  amountDueForBill,
  BlockedBillError,
  liveSubscriptions,
  withFormerPrices,
} from './billing-group-calls.ts'
import { invoicesLater, openCheckout, portalLater } from './billing-pages.ts'
import { isLive, isPreviewFresh } from './billing-rules.ts'
import { fetchSubscriptions } from './billing-sync.ts'
import { priceFor } from './billing-view.ts'
import { billWith, pricesOfOneBill, type Bill } from './billing-group-rules.ts'
import {
  adjustQueue,
  billedRows,
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
      status: known?.status ?? null,
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

const paymentOf = (account: GroupAccountRow | undefined) => ({
  subscription: subscriptionOf(account),
  vatNumber: account?.vatNumber ?? '',
})

const monthlyPenceOf = (practices: readonly BilledPractice[], prices: readonly PlanPrice[]): number =>
  practices.reduce((sum, { plan, isOnBill }) => {
    const price = plan && isOnBill && priceFor(prices, plan)
    return sum + (price ? pencePerMonth(price) : 0)
  }, 0)

const penceOfBill = (bill: Bill, prices: readonly PlanPrice[]): number =>
  [...bill].reduce((sum, [plan, count]) => {
    const price = priceFor(prices, plan)
    return sum + (price ? pencePerMonth(price) * count : 0)
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

/** Whether a plan adds to the group's bill what its practice has not been on yet. */
const addsTo = ({ plan: before }: BilledPractice, plan: PlanName): boolean =>
  before === null || isLarger(plan, before)

type Change = { account: GroupAccountRow; practice: BilledPractice; plan: PlanName; now: Date }

/** What another plan for a practice would be charged, as Stripe says now. */
const previewLater = (deps: BillingDeps, { account, practice, plan, now }: Change) =>
  new DeferredResponse<PlanPreview>(async () => {
    const { runPlatformJob } = deps
    const gate = withFormerPrices(deps.gate, account.parts)
    const stripe = await gate.stripe()
    if (!stripe) return refuse('no-cards')
    const change = { clinicId: practice.id, plan, isOnBill: practice.isOnBill }
    const bill = await runPlatformJob(async (platform) =>
      billWith(await billedRows(platform, account.groupId), change),
    )
    const prices = pricesOfOneBill(await gate.prices())
    if (!priceFor(prices, plan)) return refuse(gate.whyNoPrice())
    const previewedAt = Math.floor(now.getTime() / 1000)
    try {
      const [current] = liveSubscriptions(await fetchSubscriptions(stripe, account.customerId), gate)
      if (!current) return refuse('no-subscription')
      const wanted = { bill, gate, prices, chargedFrom: previewedAt }
      const due = await amountDueForBill(stripe, current, wanted)
      const from = now.toISOString()
      return { plan, isImmediate: true, ...due, monthlyPence: penceOfBill(bill, prices), from, previewedAt }
    } catch (error) {
      if (error instanceof BlockedBillError) return refuse('no-price')
      classifyStripeError(error)
      return refuse('payments-unanswered')
    }
  })

/** What a group chooses for its practices: a plan for each that agreed. */
const ofPractices = (deps: BillingDeps) => ({
  get: handle(groupBilling.get, async (scope) => {
    const shown = {
      ...{ group: await ownGroupName(scope), role: scope.role },
      practices: await practicesOf(scope),
      ...paymentOf(await ownGroupAccount(scope)),
    }
    return {
      answer: new DeferredResponse<GroupBilling>(async () => {
        const { gate } = deps
        const prices = pricesOfOneBill(await gate.prices())
        const monthlyPence = monthlyPenceOf(shown.practices, prices)
        return { ...shown, prices, monthlyPence, takesCards: await gate.isOn() }
      }),
    }
  }),

  previewPlan: handle(groupBilling.previewPlan, async (scope, { practiceId, plan }) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const practice = (await practicesOf(scope)).find(({ id }) => id === practiceId)
    if (practice?.pays !== 'group') return refuse('practice-not-billed')
    if (practice.plan === plan) return refuse('same-plan')
    const account = await ownGroupAccount(scope)
    if (!account || !isLive(account.status)) return refuse('no-subscription')
    if (!canBeBilled(deps.gate, plan)) return refuse('no-price')
    if (addsTo(practice, plan) && account.unpaidSince) return refuse('bill-unpaid')
    return { answer: previewLater(deps, { account, practice, plan, now: scope.now }) }
  }),

  setPlan: handle(groupBilling.setPlan, async (scope, { practiceId, plan, previewedAt }) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const practice = (await practicesOf(scope)).find(({ id }) => id === practiceId)
    if (practice?.pays !== 'group') return refuse('practice-not-billed')
    if (plan && !canBeBilled(deps.gate, plan)) return refuse('no-price')
    const account = await ownGroupAccount(scope)
    const isMore = plan !== null && addsTo(practice, plan)
    if (isMore && account?.unpaidSince) return refuse('bill-unpaid')
    const isCharged = isMore && practice.isOnBill && isLive(account?.status ?? null)
    if (isCharged && !isPreviewFresh(previewedAt, scope.now)) return refuse('preview-outdated')
    const answer: { plan: PlanName | null } = { plan }
    if (practice.plan === plan) return { answer, as: 'nothing' as const }
    const seenAt = isCharged && previewedAt ? new Date(previewedAt * 1000) : null
    if (plan) await choosePlan(scope, { clinicId: practiceId, plan, previewedAt: seenAt })
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

  changeVatNumber: handle(groupBilling.changeVatNumber, async (scope, { vatNumber }) => {
    if (!mayPay(scope)) return refuse('group-administrators-only')
    const { groupId } = scope
    const account = await ownGroupAccount(scope)
    if (!account) return refuse('no-subscription')
    const attemptId = await insertGroupAttempt(scope, 'vat-number')
    const answer = new DeferredResponse<{ vatNumber: string }>(async () => {
      const done = await runAttempt(
        deps,
        { groupId, attemptId },
        async (stripe) => {
          await setVatNumber(stripe, account, { vatNumber, attemptId })
          return { answer: { vatNumber } }
        },
        { invalid: 'vat-number-refused' },
      )
      if (!(done instanceof Refusal)) await tryAdjust(deps, groupId)
      return done
    })
    return { answer, subject: groupId }
  }),
})

/** The operations of `contract/group-billing.ts`. */
export const groupBillingHandlers = (deps: BillingDeps) => ({ ...ofPractices(deps), ...ofPayments(deps) })
