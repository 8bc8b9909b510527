import {
  unpaidStatuses,
  activeSubscriptionStatuses,
  type SubscriptionStatus,
} from '../../../contract/billing-states.ts'
import { planNames, type PlanName } from '../../../contract/plans.ts'
import type { RevenueMonth } from '../../../contract/revenue.ts'
import type { SubscriptionPart } from '../billing/index.ts'

/** What an event said, with the practice it is about, or the group that pays for several. */
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
        parts?: SubscriptionPart[]
      }
    | { about: 'invoice'; invoiceId: string; outcome: 'paid' | 'failed'; netPence: number }
    | { about: 'other' }
}

type LookedUp = {
  customerId: string
  subscriptionId: string | null
  plan: PlanName | null
  monthlyPence: number
  parts?: SubscriptionPart[]
}

/**
 * What was looked up, as the last word on each subscription: events tell seconds, and which of two changes of one second
 * was the later they do not say.
 */
export const latestSubscriptionStates = (
  accounts: readonly (LookedUp & { status: SubscriptionStatus | null })[],
  now: Date,
): RevenueEvent[] =>
  accounts.flatMap(({ customerId, subscriptionId, status, plan, monthlyPence, parts }) =>
    subscriptionId && status
      ? {
          ...{ customerId, happenedAt: now },
          facts: {
            ...{ about: 'subscription' as const, subscriptionId, status, plan, monthlyPence },
            ...(parts ? { parts } : {}),
          },
        }
      : [],
  )

/** Recurs, as far as anybody can say: paid, or late and still being asked for. A trial pays nothing yet. */
const isCounted = (status: SubscriptionStatus): boolean =>
  status === 'past_due' ||
  ((activeSubscriptionStatuses as readonly string[]).includes(status) &&
    status !== 'trialing' &&
    !(unpaidStatuses as readonly string[]).includes(status))

/** What a customer pays for, by subscription. */
type Holding = Map<string, readonly SubscriptionPart[]>
const partsIn = (holding: Holding): SubscriptionPart[] => [...holding.values()].flat()
const penceOf = (parts: readonly SubscriptionPart[]): number =>
  parts.reduce((sum, { monthlyPence }) => sum + monthlyPence, 0)
const countOf = (parts: readonly SubscriptionPart[]): number =>
  parts.reduce((sum, { practices }) => sum + practices, 0)
/** For how many practices a customer pays; two subscriptions at once are still of the same ones. */
const practicesIn = (holding: Holding): number => Math.max(0, ...[...holding.values()].map(countOf))

/** An event of before groups paid is of one practice. */
const partsOf = ({
  plan,
  monthlyPence,
  parts,
}: Extract<RevenueEvent['facts'], { about: 'subscription' }>): readonly SubscriptionPart[] =>
  (parts ?? [{ plan, monthlyPence, practices: 1 }]).filter((part) => part.monthlyPence > 0)

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

type Amounts = Pick<RevenueMonth, 'newPence' | 'expansionPence' | 'contractionPence' | 'churnPence'>

/** Counts one move of what is paid. */
function countMove(into: Amounts, before: number, after: number): void {
  if (before === after) return
  if (before === 0) into.newPence += after
  else if (after === 0) into.churnPence += before
  else if (after > before) into.expansionPence += after - before
  else into.contractionPence += before - after
}

/** What a customer pays for at a moment. */
type Paid = { parts: readonly SubscriptionPart[]; practices: number }
const paidIn = (holding: Holding): Paid => ({ parts: partsIn(holding), practices: practicesIn(holding) })

/**
 * Counts what changed of what a customer pays for, in the month and of the plans that it moves: where one practice changes
 * plans, the one that it changes to; of a group's practices each plan by itself.
 */
function countRevenueChange(month: RevenueMonth, before: Paid, after: Paid): void {
  const joined = after.practices - before.practices
  if (joined > 0) month.newPractices += joined
  else month.churnedPractices -= joined
  const count = (plan: PlanName | null, penceBefore: number, penceAfter: number) => {
    for (const each of [month, ...month.plans.filter((row) => row.plan === plan)])
      countMove(each, penceBefore, penceAfter)
  }
  if (before.practices <= 1 && after.practices <= 1) {
    const plan = (after.parts.at(-1) ?? before.parts.at(-1))?.plan ?? null
    return count(plan, penceOf(before.parts), penceOf(after.parts))
  }
  const ofPlan = ({ parts }: Paid, plan: PlanName | null) =>
    penceOf(parts.filter((part) => part.plan === plan))
  for (const plan of [...planNames, null]) count(plan, ofPlan(before, plan), ofPlan(after, plan))
}

/** What stands at a moment: of all, and of each plan. */
type RevenueSnapshot = {
  mrrPence: number
  practices: number
  plans: Map<PlanName, { mrrPence: number; practices: number }>
}

function snapshotOf(held: Iterable<Holding>): RevenueSnapshot {
  const holdings = [...held]
  const all = holdings.flatMap(partsIn)
  const plans = new Map(
    planNames.map((plan) => {
      const ofPlan = all.filter((each) => each.plan === plan)
      return [plan, { practices: countOf(ofPlan), mrrPence: penceOf(ofPlan) }]
    }),
  )
  const practices = holdings.reduce((sum, holding) => sum + practicesIn(holding), 0)
  return { mrrPence: penceOf(all), practices, plans }
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
      const holding: Holding = held.get(customerId) ?? new Map()
      held.set(customerId, holding)
      const before = paidIn(holding)
      if (isCounted(facts.status)) holding.set(facts.subscriptionId, partsOf(facts))
      else holding.delete(facts.subscriptionId)
      if (month) countRevenueChange(month, before, paidIn(holding))
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
