import { plan_grace_days } from '../../../contract/limits.ts'
import {
  fallbackPlan,
  planNames,
  plans,
  trialPlan,
  type Plan,
  type PlanName,
} from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Grace } from './clinic-schema.ts'

/** What is known of the plan of a practice. */
export type PlanFacts = {
  plan: PlanName
  trialEndsAt: Date | null
  graces: readonly Grace[]
  unpaidSince: Date | null
}

const planRank = (plan: PlanName) => planNames.indexOf(plan)
export const isLarger = (plan: PlanName, than: PlanName): boolean => planRank(plan) > planRank(than)

/** When a grace ends that begins at a moment. */
export const graceEnd = (from: Date): Date => new Date(from.getTime() + plan_grace_days * day_ms)

/** The graces that still run. */
export const activeGraces = (graces: readonly Grace[], now: Date): Grace[] =>
  graces.filter(({ until }) => new Date(until) > now)

/** From when on what is held is no longer paid or tried: then the least plan holds. Null where it is paid, agreed or tried. */
function downgradesAt({ trialEndsAt, unpaidSince }: PlanFacts): Date | null {
  const began = unpaidSince ?? trialEndsAt
  return began && graceEnd(began)
}

/**
 * The plan whose entitlements hold: of all that a practice has, tries or still keeps, the largest. A trial holds every
 * feature; what follows it, an unpaid invoice or a smaller plan is a grace, and only then less.
 */
export function effectivePlan(facts: PlanFacts, now: Date): PlanName {
  const end = downgradesAt(facts)
  const held = [end && now >= end ? fallbackPlan : facts.plan]
  if (facts.trialEndsAt && now < graceEnd(facts.trialEndsAt)) held.push(trialPlan)
  for (const { plan } of activeGraces(facts.graces, now)) held.push(plan)
  return held.reduce((largest, plan) => (isLarger(plan, largest) ? plan : largest))
}

/** What the plan that holds lets a practice do: the only way to ask it. */
export const entitlementsOf = (facts: PlanFacts, now: Date): Plan => plans[effectivePlan(facts, now)]

/**
 * The graces of a practice whose plan somebody changed: a larger one before holds on for its time, which begins now unless
 * it began when the last payment was due.
 */
export function gracesAfter(before: PlanFacts, plan: PlanName, now: Date, from: Date = now): Grace[] {
  const running = activeGraces(before.graces, now)
  const held = effectivePlan({ ...before, graces: [] }, now)
  if (!isLarger(held, plan)) return running
  return [...running, { plan: held, until: graceEnd(from).toISOString(), from: 'hand' }]
}
