import type { z } from 'zod'
import type { Billing, PlanPrice } from '../../../contract/billing.ts'
import type { ClinicScope } from '../../platform/database/transaction.ts'
import { effectivePlan, isLarger, planFactsOf, activeGraces } from '../clinics/index.ts'
import { isLive, noticesOf } from './billing-rules.ts'
import { ownGroupPayment, type GroupPayment } from './billing-group-store.ts'
import { ownAccount, countSentThisMonth, videoBytesOf, type AccountRow } from './billing-store.ts'

const isoOf = (at: Date | null): string | null => at?.toISOString() ?? null

const subscriptionOf = (
  account: AccountRow | undefined,
  unpaidSince: Date | null,
): Billing['subscription'] => {
  if (!account?.status) return null
  const { status, plan, monthlyPence, periodEndsAt, endsAt, nextPlan, nextPlanAt } = account
  return {
    ...{ status, plan, monthlyPence, nextPlan },
    periodEndsAt: isoOf(periodEndsAt),
    endsAt: isoOf(endsAt),
    nextPlanAt: isoOf(nextPlanAt),
    unpaidSince: isoOf(unpaidSince),
  }
}

/** Whether a card goes on being charged for the caller's practice: it pays, and has not cancelled. */
export async function isCharged(scope: ClinicScope): Promise<boolean> {
  const account = await ownAccount(scope)
  return isLive(account?.status ?? null) && account?.endsAt === null
}

/** The group that pays at the moment: not before it began, nor while the practice's own card pays. */
const payingGroup = (account: AccountRow | undefined, payment: GroupPayment | null): GroupPayment | null =>
  payment?.isPaying && !isLive(account?.status ?? null) ? payment : null

/** What there is to tell the caller's practice of its plan and payments. */
export async function ownBillingNotices(scope: ClinicScope): Promise<Billing['notices']> {
  const facts = await planFactsOf(scope)
  const account = await ownAccount(scope)
  const sent = await countSentThisMonth(scope)
  const agreed = await ownGroupPayment(scope)
  const payment = payingGroup(account, agreed)
  const isAlone = !payment && !isLive(account?.status ?? null)
  return noticesOf({
    ...{ facts, sent, now: scope.now },
    isSubscribed: isLive(account?.status ?? null) || payment !== null,
    endsAt: (payment ?? account)?.endsAt ?? null,
    paidByGroup: payment?.group ?? null,
    awaitedGroup: isAlone ? (agreed?.group ?? null) : null,
  })
}

/** The same with all that its page shows, but for what Stripe alone knows. */
export async function billingOf(
  scope: ClinicScope,
): Promise<Omit<z.infer<typeof Billing>, 'takesCards' | 'prices'>> {
  const facts = await planFactsOf(scope)
  const account = await ownAccount(scope)
  const payment = await ownGroupPayment(scope)
  return {
    plan: facts.plan,
    heldPlan: effectivePlan(facts, scope.now),
    trialEndsAt: isoOf(facts.trialEndsAt),
    graces: activeGraces(facts.graces, scope.now)
      .filter(({ plan }) => isLarger(plan, facts.plan))
      .map(({ plan, until }) => ({ plan, until })),
    usage: { consentsThisMonth: await countSentThisMonth(scope), videoBytes: await videoBytesOf(scope) },
    notices: await ownBillingNotices(scope),
    subscription: subscriptionOf(account, facts.unpaidSince),
    paidByGroup: payment?.group ?? null,
    isGroupPaying: payingGroup(account, payment) !== null,
    vatNumber: account?.vatNumber ?? '',
  }
}

/** The price of a plan, where it has one that people can pay by card. */
export const priceFor = (prices: readonly PlanPrice[], plan: string): PlanPrice | undefined =>
  prices.find((price) => price.plan === plan)
