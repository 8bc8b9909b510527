import { unpaidStatuses, liveStatuses, type SubscriptionStatus } from '../../../contract/billing-states.ts'
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

/** Recurs, as far as anybody can say: paid, or late and still being asked for. A trial pays nothing yet. */
const isCounted = (status: SubscriptionStatus): boolean =>
  status === 'past_due' ||
  ((liveStatuses as readonly string[]).includes(status) &&
    status !== 'trialing' &&
    !(unpaidStatuses as readonly string[]).includes(status))

type Holding = Map<string, { plan: PlanName | null; pence: number }>
const sumOf = (holding: Holding): number => [...holding.values()].reduce((sum, { pence }) => sum + pence, 0)

const newMonth = (month: string): RevenueMonth => ({
  month,
  ...{ mrrPence: 0, newPence: 0, expansionPence: 0, contractionPence: 0, churnPence: 0 },
  ...{ practices: 0, newPractices: 0, churnedPractices: 0 },
  ...{ paidPence: 0, failedPayments: 0, failedPence: 0, recoveredPence: 0 },
})

/** Counts one move of what a practice pays in a month. */
function countMove(month: RevenueMonth, before: number, after: number): void {
  if (before === after) return
  if (before === 0) {
    month.newPence += after
    month.newPractices += 1
  } else if (after === 0) {
    month.churnPence += before
    month.churnedPractices += 1
  } else if (after > before) month.expansionPence += after - before
  else month.contractionPence += before - after
}

type Counted = { months: RevenueMonth[]; plans: { plan: PlanName; practices: number; mrrPence: number }[] }

const plansOf = (holdings: Iterable<Holding>): Counted['plans'] => {
  const paying = [...holdings].flatMap((holding) => [...holding.values()])
  return planNames.map((plan) => {
    const ofPlan = paying.filter((each) => each.plan === plan && each.pence > 0)
    return { plan, practices: ofPlan.length, mrrPence: ofPlan.reduce((sum, { pence }) => sum + pence, 0) }
  })
}

/**
 * Adds up what the events say, month by month. They come in the order in which they happened; what was before the first
 * month asked for counts for what stands at its beginning. `monthOf` names the month of a moment.
 */
export function revenueOf(
  events: readonly RevenueEvent[],
  { months, monthOf }: { months: readonly string[]; monthOf: (at: Date) => string },
): Counted {
  const counted = new Map(months.map((month) => [month, newMonth(month)]))
  const held = new Map<string, Holding>()
  const failed = new Map<string, { month: RevenueMonth | undefined; pence: number }>()
  let mrrPence = 0
  const stand = new Map<string, { mrrPence: number; practices: number }>()
  for (const { customerId, happenedAt, facts } of events) {
    const name = monthOf(happenedAt)
    const month = counted.get(name)
    if (facts.about === 'subscription') {
      const holding = held.get(customerId) ?? new Map()
      held.set(customerId, holding)
      const before = sumOf(holding)
      if (isCounted(facts.status))
        holding.set(facts.subscriptionId, { plan: facts.plan, pence: facts.monthlyPence })
      else holding.delete(facts.subscriptionId)
      const after = sumOf(holding)
      mrrPence += after - before
      if (month) countMove(month, before, after)
    } else if (facts.about === 'invoice') countInvoice(facts, { month, failed })
    const practices = [...held.values()].filter((holding) => sumOf(holding) > 0).length
    stand.set(name, { mrrPence, practices })
  }
  return { months: carriedOn(counted, stand), plans: plansOf(held.values()) }
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
function carriedOn(
  counted: ReadonlyMap<string, RevenueMonth>,
  stand: ReadonlyMap<string, { mrrPence: number; practices: number }>,
): RevenueMonth[] {
  const first = [...counted.keys()][0]!
  const earlier = [...stand.keys()]
    .filter((month) => month < first)
    .toSorted()
    .at(-1)
  let last = (earlier && stand.get(earlier)) || { mrrPence: 0, practices: 0 }
  return [...counted.values()].map((month) => {
    last = stand.get(month.month) ?? last
    return { ...month, ...last }
  })
}

/** What is arranged of a subscription: when it ends, and what is paid for it from when on. */
export type Arranged = {
  status: SubscriptionStatus | null
  monthlyPence: number
  trialEndsAt: Date | null
  endsAt: Date | null
  nextMonthlyPence: number | null
  nextPlanAt: Date | null
}

/** What recurs at a moment to come, if nothing happens but what is arranged: ends, smaller plans, trials with a card. */
export function arrangedPence(all: readonly Arranged[], at: Date): number {
  return all.reduce((sum, each) => {
    const { status, monthlyPence, trialEndsAt, endsAt, nextMonthlyPence, nextPlanAt } = each
    const pays =
      status !== null &&
      (isCounted(status) || (status === 'trialing' && trialEndsAt !== null && trialEndsAt <= at))
    if (!pays || (endsAt && endsAt <= at)) return sum
    return sum + (nextPlanAt && nextPlanAt <= at ? (nextMonthlyPence ?? monthlyPence) : monthlyPence)
  }, 0)
}
