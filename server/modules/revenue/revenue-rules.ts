import {
  unpaidStatuses,
  activeSubscriptionStatuses,
  type SubscriptionStatus,
} from '../../../contract/billing-states.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import type { RevenueMonth } from '../../../contract/revenue.ts'

/** What an event said, with the practice it is about. */
export type RevenueEvent = {
  customerId: string
  happenedAt: Date
  facts:
    | {
        about: 'subscription'
        subscriptionId: string
        status: SubscriptionStatus
        plan: PlanName | null
        monthlyPence: number
      }
    | { about: 'invoice'; invoiceId: string; outcome: 'paid' | 'failed'; netPence: number }
    | { about: 'other' }
}

type LookedUp = {
  customerId: string
  subscriptionId: string | null
  plan: PlanName | null
  monthlyPence: number
}

/**
 * What was looked up, as the last word on each subscription: events tell seconds, and which of two changes of one second
 * was the later they do not say.
 */
export const latestSubscriptionStates = (
  accounts: readonly (LookedUp & { status: SubscriptionStatus | null })[],
  now: Date,
): RevenueEvent[] =>
  accounts.flatMap(({ customerId, subscriptionId, status, plan, monthlyPence }) =>
    subscriptionId && status
      ? {
          ...{ customerId, happenedAt: now },
          facts: { about: 'subscription' as const, subscriptionId, status, plan, monthlyPence },
        }
      : [],
  )

/** Recurs, as far as anybody can say: paid, or late and still being asked for. A trial pays nothing yet. */
const isCounted = (status: SubscriptionStatus): boolean =>
  status === 'past_due' ||
  ((activeSubscriptionStatuses as readonly string[]).includes(status) &&
    status !== 'trialing' &&
    !(unpaidStatuses as readonly string[]).includes(status))

type Holding = Map<string, { plan: PlanName | null; pence: number }>
const sumOf = (holding: Holding): number => [...holding.values()].reduce((sum, { pence }) => sum + pence, 0)

const nothing = {
  ...{ mrrPence: 0, newPence: 0, expansionPence: 0, contractionPence: 0, churnPence: 0 },
  practices: 0,
}
const newMonth = (month: string): RevenueMonth => ({
  month,
  ...{ ...nothing, newPractices: 0, churnedPractices: 0 },
  ...{ paidPence: 0, failedPayments: 0, failedPence: 0, recoveredPence: 0 },
  plans: planNames.map((plan) => ({ plan, ...nothing })),
})

/** Which plan a practice is on, of several subscriptions the last one. */
const planIn = (holding: Holding): PlanName | null => [...holding.values()].at(-1)?.plan ?? null

type Moved = { before: number; after: number; plan: PlanName | null }

/** Counts one move of what a practice pays, in the month and of the plan that it moves. */
function countRevenueChange(month: RevenueMonth, { before, after, plan }: Moved): void {
  if (before === after) return
  const counted = [month, ...month.plans.filter((each) => each.plan === plan)]
  for (const each of counted) {
    if (before === 0) each.newPence += after
    else if (after === 0) each.churnPence += before
    else if (after > before) each.expansionPence += after - before
    else each.contractionPence += before - after
  }
  if (before === 0) month.newPractices += 1
  else if (after === 0) month.churnedPractices += 1
}

/** What stands at a moment: of all, and of each plan. */
type RevenueSnapshot = {
  mrrPence: number
  practices: number
  plans: Map<PlanName, { mrrPence: number; practices: number }>
}

function snapshotOf(holdings: Iterable<Holding>): RevenueSnapshot {
  const paying = [...holdings].filter((holding) => sumOf(holding) > 0)
  const all = paying.flatMap((holding) => [...holding.values()])
  const plans = new Map(
    planNames.map((plan) => {
      const ofPlan = all.filter((each) => each.plan === plan && each.pence > 0)
      return [plan, { practices: ofPlan.length, mrrPence: ofPlan.reduce((sum, { pence }) => sum + pence, 0) }]
    }),
  )
  return {
    mrrPence: paying.reduce((sum, holding) => sum + sumOf(holding), 0),
    practices: paying.length,
    plans,
  }
}

/**
 * Adds up what the events say, month by month. They come in the order in which they happened; what was before the first
 * month asked for counts for what stands at its beginning. `monthOf` names the month of a moment.
 */
export function revenueOf(
  events: readonly RevenueEvent[],
  { months, monthOf }: { months: readonly string[]; monthOf: (at: Date) => string },
): RevenueMonth[] {
  const counted = new Map(months.map((month) => [month, newMonth(month)]))
  const held = new Map<string, Holding>()
  const failed = new Map<string, { month: RevenueMonth | undefined; pence: number }>()
  const stand = new Map<string, RevenueSnapshot>()
  for (const { customerId, happenedAt, facts } of events) {
    const name = monthOf(happenedAt)
    const month = counted.get(name)
    if (facts.about === 'subscription') {
      const holding = held.get(customerId) ?? new Map()
      held.set(customerId, holding)
      const [before, planBefore] = [sumOf(holding), planIn(holding)]
      if (isCounted(facts.status))
        holding.set(facts.subscriptionId, { plan: facts.plan, pence: facts.monthlyPence })
      else holding.delete(facts.subscriptionId)
      const after = sumOf(holding)
      const plan = after === 0 ? planBefore : planIn(holding)
      if (month) countRevenueChange(month, { before, after, plan })
      stand.set(name, snapshotOf(held.values()))
    } else if (facts.about === 'invoice') countInvoice(facts, { month, failed })
  }
  return fillMonths(counted, stand)
}

/** Counts what an invoice came to; one that failed and is paid later is recovered in the month in which it failed. */
function countInvoice(
  { invoiceId, outcome, netPence }: Extract<RevenueEvent['facts'], { about: 'invoice' }>,
  {
    month,
    failed,
  }: {
    month: RevenueMonth | undefined
    failed: Map<string, { month: RevenueMonth | undefined; pence: number }>
  },
): void {
  const before = failed.get(invoiceId)
  if (outcome === 'paid') {
    if (month) month.paidPence += netPence
    if (before?.month) before.month.recoveredPence += before.pence
    failed.delete(invoiceId)
  } else if (!before) {
    // Tried again and again, it is still one.
    failed.set(invoiceId, { month, pence: netPence })
    if (!month) return
    month.failedPayments += 1
    month.failedPence += netPence
  }
}

/** Each month as it ended; one in which nothing happened stands as the one before. */
function fillMonths(
  counted: ReadonlyMap<string, RevenueMonth>,
  stand: ReadonlyMap<string, RevenueSnapshot>,
): RevenueMonth[] {
  const first = [...counted.keys()][0]!
  const earlier = [...stand.keys()]
    .filter((month) => month < first)
    .toSorted()
    .at(-1)
  let last = (earlier && stand.get(earlier)) || snapshotOf([])
  return [...counted.values()].map((month) => {
    last = stand.get(month.month) ?? last
    const { mrrPence, practices, plans } = last
    return {
      ...{ ...month, mrrPence, practices },
      plans: month.plans.map((each) => ({ ...each, ...plans.get(each.plan) })),
    }
  })
}

/** What is arranged of a subscription: when it ends, and what is paid for it from when on. */
export type ScheduledSubscription = {
  status: SubscriptionStatus | null
  monthlyPence: number
  trialEndsAt: Date | null
  endsAt: Date | null
  nextMonthlyPence: number | null
  nextPlanAt: Date | null
}

/** What recurs at a moment to come, if nothing happens but what is arranged: ends, smaller plans, trials with a card. */
export function scheduledPence(all: readonly ScheduledSubscription[], at: Date): number {
  return all.reduce((sum, each) => {
    const { status, monthlyPence, trialEndsAt, endsAt, nextMonthlyPence, nextPlanAt } = each
    const pays =
      status !== null &&
      (isCounted(status) || (status === 'trialing' && trialEndsAt !== null && trialEndsAt <= at))
    if (!pays || (endsAt && endsAt <= at)) return sum
    return sum + (nextPlanAt && nextPlanAt <= at ? (nextMonthlyPence ?? monthlyPence) : monthlyPence)
  }, 0)
}
