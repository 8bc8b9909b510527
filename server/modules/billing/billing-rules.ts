import {
  activeSubscriptionStatuses,
  unpaidStatuses,
  type BillingNoticeKind,
  type SubscriptionStatus,
} from '../../../contract/billing-states.ts'
import type { BillingNotice } from '../../../contract/billing.ts'
import { fallbackPlan, plans, usage_notice_percents, type PlanName } from '../../../contract/plans.ts'
import { plan_preview_minutes } from '../../../contract/limits.ts'
import { day_ms, minute_ms } from '../../platform/clock.ts'
import { graceEnd, effectivePlan, isLarger, activeGraces, type PlanFacts } from '../clinics/index.ts'
import type { EventFacts } from './billing-schema.ts'

const isOneOf = (list: readonly SubscriptionStatus[], status: SubscriptionStatus | null): boolean =>
  status !== null && list.includes(status)

/** Whether a subscription holds a plan at the moment. */
export const isLive = (status: SubscriptionStatus | null): boolean =>
  isOneOf(activeSubscriptionStatuses, status)
/** Whether no payment came for it. */
export const isUnpaid = (status: SubscriptionStatus | null): boolean => isOneOf(unpaidStatuses, status)

/** Whether amounts that were looked at, in seconds since 1970, are to be charged still. */
export const isPreviewFresh = (previewedAt: number | null, now: Date): boolean => {
  const age_ms = now.getTime() - (previewedAt ?? 0) * 1000
  return age_ms >= -minute_ms && age_ms <= plan_preview_minutes * minute_ms
}

export type ReceivedEvent = { eventId: string; type: string; happenedAt: Date; facts: EventFacts }

/** Of one second: what makes a subscription comes before what changes it, and what ends it comes last. */
const rankOf = (type: string): number => (type.endsWith('.created') ? 0 : type.endsWith('.deleted') ? 2 : 1)

/** Events in the order in which they happened, whatever the order in which they were told. */
export const sortEvents = <T extends ReceivedEvent>(events: readonly T[]): T[] =>
  events.toSorted(
    (one, other) =>
      one.happenedAt.getTime() - other.happenedAt.getTime() ||
      rankOf(one.type) - rankOf(other.type) ||
      (one.eventId < other.eventId ? -1 : 1),
  )

type History = { graces: { plan: PlanName; until: Date }[]; unpaidSince: Date | null }
type HeldPlan = { status: SubscriptionStatus; plan: PlanName | null }

const largestOf = (held: Iterable<HeldPlan>): PlanName | null => {
  let largest: PlanName | null = null
  for (const { status, plan } of held)
    if (plan && isLive(status) && (!largest || isLarger(plan, largest))) largest = plan
  return largest
}

/**
 * What the events of a practice say of its past: which larger plans were given up, and since when no payment came. The
 * same events say the same in whatever order they arrived, and however often.
 */
function historyOf(events: readonly ReceivedEvent[]): History {
  const held = new Map<string, HeldPlan>()
  const history: History = { graces: [], unpaidSince: null }
  for (const { happenedAt, facts } of sortEvents(events)) {
    if (facts.about !== 'subscription') continue
    const { subscriptionId, status, plan } = facts
    // What ends says what it was, though nothing before it has been told.
    const known =
      held.get(subscriptionId) ?? (isLive(status) ? undefined : { status: 'active' as const, plan })
    if (known && status === 'canceled') held.set(subscriptionId, known)
    const before = largestOf(held.values())
    held.set(subscriptionId, { status, plan })
    const after = largestOf(held.values())
    if (before && (!after || isLarger(before, after)))
      history.graces.push({ plan: before, until: graceEnd(history.unpaidSince ?? happenedAt) })
    const owes = [...held.values()].some((each) => isUnpaid(each.status))
    history.unpaidSince = owes ? (history.unpaidSince ?? happenedAt) : null
  }
  return history
}

/** Since when no payment has come, by all that was told; null where it has. */
export const unpaidSinceOf = (events: readonly ReceivedEvent[]): Date | null => historyOf(events).unpaidSince

/** What was read of a subscription. */
export type SubscriptionSnapshot = {
  status: SubscriptionStatus
  plan: PlanName | null
  trialEndsAt: Date | null
  begunAt: Date
}

/** What is known besides: all that was told, and how the practice stood with this subscription before. */
type SyncContext = { events: readonly ReceivedEvent[]; isFirstSeen: boolean; wasOver: boolean; at: Date }

/**
 * What a practice holds after a look at its subscription: the plan as it is now, and of the past what its events say.
 * Null where the subscription says nothing of its plan: one that never began, or of a price that nobody knows here.
 */
export function planFactsAfter(
  before: PlanFacts,
  now: SubscriptionSnapshot,
  { events, isFirstSeen, wasOver, at }: SyncContext,
): PlanFacts | null {
  const hasBegun = isLive(now.status) || now.status === 'canceled'
  if (!hasBegun || (isLive(now.status) && !now.plan)) return null
  const history = historyOf(events)
  const byHand = before.graces.filter(({ from }) => from === 'hand')
  // What was agreed in person before a card paid holds on for its time.
  if (isFirstSeen && isLarger(before.plan, fallbackPlan))
    byHand.push({ plan: before.plan, until: graceEnd(now.begunAt).toISOString(), from: 'hand' })
  const byPayments = history.graces.map(({ plan, until }) => ({
    plan,
    until: until.toISOString(),
    from: 'payments' as const,
  }))
  const graces = activeGraces([...byHand, ...byPayments], at)
  // It was over before: whatever plan the practice was put on since was agreed with it.
  if (!isLive(now.status) && wasOver) return { ...before, graces }
  return {
    plan: isLive(now.status) ? now.plan! : fallbackPlan,
    graces,
    trialEndsAt: now.status === 'trialing' ? now.trialEndsAt : null,
    unpaidSince: isUnpaid(now.status) ? (history.unpaidSince ?? before.unpaidSince ?? at) : null,
  }
}

type NoticeInput = {
  facts: PlanFacts
  sent: number
  endsAt: Date | null
  /** Whether it pays by card, or tries to, or its group does. */
  isSubscribed: boolean
  /** Its name, where a group pays. */
  paidByGroup: string | null
  /** The name of one that is to pay and does not yet. */
  awaitedGroup: string | null
  now: Date
}

const soon_days = 7

type PlainNotice = Omit<BillingNotice, 'paidByGroup' | 'awaitedGroup'>

const usageNotice = (sent: number, limit: number | null): PlainNotice[] => {
  if (limit === null) return []
  const reached = usage_notice_percents.findLast((percent) => sent * 100 >= limit * percent)
  return reached ? [{ kind: `usage-${reached}`, at: null, sent, limit }] : []
}

/** What there is to tell of a practice's plan, the most pressing first. Nothing of it stops a consent. */
export function noticesOf(input: NoticeInput): BillingNotice[] {
  const { facts, sent, endsAt, isSubscribed, paidByGroup, awaitedGroup, now } = input
  const about = (kind: BillingNoticeKind, at: Date | null) => ({
    kind,
    at: at?.toISOString() ?? null,
    sent: null,
    limit: null,
  })
  const { unpaidSince, trialEndsAt } = facts
  const held = effectivePlan(facts, now)
  const notices: PlainNotice[] = []
  const until = unpaidSince && graceEnd(unpaidSince)
  if (until) notices.push(now < until ? about('payment-failed', until) : about('plan-shrunk', until))
  const last = activeGraces(facts.graces, now)
    .toSorted((one, other) => one.until.localeCompare(other.until))
    .at(-1)
  if (!until && last && held === last.plan && held !== facts.plan)
    notices.push(about('in-grace', new Date(last.until)))
  if (trialEndsAt && !isSubscribed) {
    const left_ms = trialEndsAt.getTime() - now.getTime()
    if (left_ms <= 0) notices.push(about('trial-over', graceEnd(trialEndsAt)))
    else if (left_ms <= soon_days * day_ms) notices.push(about('trial-ends-soon', trialEndsAt))
  }
  if (endsAt && endsAt > now) notices.push(about('plan-ends', endsAt))
  const all = [...notices, ...usageNotice(sent, plans[facts.plan].consents_a_month)]
  return all.map((notice) => ({ ...notice, paidByGroup, awaitedGroup }))
}
