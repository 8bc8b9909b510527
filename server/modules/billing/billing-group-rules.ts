import type { PlanPrice } from '../../../contract/billing.ts'
import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import { fallbackPlan, trialPlan, type PlanName } from '../../../contract/plans.ts'
import { graceEnd, gracesAfter, isLarger, type PlanFacts } from '../clinics/index.ts'
import { isLive, isPreviewFresh, isUnpaid } from './billing-rules.ts'
import type { SubscriptionPart } from './billing-schema.ts'

/** One practice of a group's bill. */
export type BilledRow = {
  clinicId: string
  plan: PlanName
  /** The group or the practice ended it, or the practice agrees no longer. */
  isEnded: boolean
  /** Its own card pays for it, or another group does: then this one does not. */
  isPaidOtherwise: boolean
  paidSince: Date | null
  /** Since when its plan is charged for, as somebody saw before choosing it. */
  previewedAt: Date | null
}

export type Bill = ReadonlyMap<PlanName, number>

/** What a group is to pay for: how many practices on which plan. No practice is paid for twice. */
export function billOf(rows: readonly BilledRow[]): Bill {
  const bill = new Map<PlanName, number>()
  for (const { plan, isEnded, isPaidOtherwise } of rows)
    if (!isEnded && !isPaidOtherwise) bill.set(plan, (bill.get(plan) ?? 0) + 1)
  return bill
}

/** The same where one practice had another plan. */
export function billWith(
  rows: readonly BilledRow[],
  { clinicId, plan, isOnBill }: { clinicId: string; plan: PlanName; isOnBill: boolean },
): Bill {
  const none = { paidSince: null, previewedAt: null, isPaidOtherwise: !isOnBill }
  const before = rows.find((row) => row.clinicId === clinicId)
  const others = rows.filter((row) => row !== before)
  return billOf([...others, { ...none, ...before, clinicId, plan, isEnded: false }])
}

/**
 * From when on what a bill grows by is charged: the moment that somebody saw it for, if that is not long ago. Who comes too
 * late is charged from now on, which is less.
 */
export function chargedFrom(rows: readonly BilledRow[], now: Date): number | null {
  const seen = rows.flatMap(({ isEnded, previewedAt }) =>
    previewedAt && !isEnded ? [previewedAt.getTime() / 1000] : [],
  )
  const newest = seen.length > 0 ? Math.max(...seen) : null
  return isPreviewFresh(newest, now) ? newest : null
}

export const isSameBill = (one: Bill, other: Bill): boolean =>
  one.size === other.size && [...one].every(([plan, count]) => other.get(plan) === count)

/**
 * What follows for a practice from how its group's subscription stands: it holds what is paid for, it is on its own again,
 * its row goes, or nothing.
 */
export type BillStep = 'hold' | 'release' | 'remove' | 'remove-and-release' | 'let-be' | 'none'

/** What a group's subscription holds: for practices that it held already, and for those that come to it. */
export type PaidPlans = {
  isLive: boolean
  plans: ReadonlySet<PlanName>
  plansOfNew: ReadonlySet<PlanName>
}

/** A practice comes to a plan once as many of it are paid for as chose it, and never to a bill that is owed. */
export function paidPlansOf(
  { status, parts }: { status: SubscriptionStatus | null; parts: readonly SubscriptionPart[] },
  bill: Bill,
): PaidPlans {
  const held = new Map(parts.flatMap(({ plan, practices }) => (plan ? [[plan, practices] as const] : [])))
  const plans = [...held].flatMap(([plan, practices]) => (practices > 0 ? [plan] : []))
  const areCovered = plans.filter((plan) => held.get(plan)! >= (bill.get(plan) ?? 0))
  return {
    isLive: isLive(status),
    plans: new Set(plans),
    plansOfNew: new Set(isUnpaid(status) ? [] : areCovered),
  }
}

export function billStepOf(row: BilledRow, paid: PaidPlans): BillStep {
  const isReleased = row.paidSince !== null && !row.isPaidOtherwise
  if (row.isEnded) return isReleased ? 'remove-and-release' : 'remove'
  // What it holds now is its own card's or another group's to say.
  if (row.isPaidOtherwise) return row.paidSince ? 'let-be' : 'none'
  if (paid.isLive) return (row.paidSince ? paid.plans : paid.plansOfNew).has(row.plan) ? 'hold' : 'none'
  return isReleased ? 'release' : 'none'
}

/**
 * What a practice holds while its group pays for a plan. A larger one before holds on for its time, which began when the
 * last payment was due, and so does a trial.
 */
export function factsWhilePaid(
  before: PlanFacts,
  { plan, unpaidSince }: { plan: PlanName; unpaidSince: Date | null },
  now: Date,
): PlanFacts {
  const graces = gracesAfter({ ...before, trialEndsAt: null }, plan, now, before.unpaidSince ?? now)
  const trialUntil = before.trialEndsAt && graceEnd(before.trialEndsAt)
  if (trialUntil && now < trialUntil && isLarger(trialPlan, plan))
    graces.push({ plan: trialPlan, until: trialUntil.toISOString(), from: 'hand' })
  return { plan, graces, trialEndsAt: null, unpaidSince }
}

/** What it holds once its group pays no longer: the least plan, after the grace of what was paid for. */
export const factsAfterPayment = (before: PlanFacts, now: Date): PlanFacts => ({
  plan: fallbackPlan,
  graces: gracesAfter(before, fallbackPlan, now, before.unpaidSince ?? now),
  trialEndsAt: before.trialEndsAt,
  unpaidSince: null,
})

/** The prices that can stand on one bill: those by the month, or of an installation that has none, those by the year. */
export const pricesOfOneBill = (prices: readonly PlanPrice[]): PlanPrice[] => {
  const every = prices.some((price) => price.every === 'month') ? 'month' : 'year'
  return prices.filter((price) => price.every === every)
}
