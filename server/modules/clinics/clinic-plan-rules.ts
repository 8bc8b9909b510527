import { plan_grace_days } from '../../../contract/limits.ts'
import { leastPlan, planNames, plans, trialPlan, type Plan, type PlanName } from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { Grace } from './clinic-schema.ts'

/** What is known of the plan of a practice. */
export type PlanFacts = {
  plan: PlanName
  trialEndsAt: Date | null
  graces: readonly Grace[]
  unpaidSince: Date | null
}

const sizeOf = (plan: PlanName) => planNames.indexOf(plan)
export const isLarger = (plan: PlanName, than: PlanName): boolean => sizeOf(plan) > sizeOf(than)

/** When a grace ends that begins at a moment. */
export const graceEnd = (from: Date): Date => new Date(from.getTime() + plan_grace_days * day_ms)

/** The graces that still run. */
export const runningGraces = (graces: readonly Grace[], now: Date): Grace[] =>
  graces.filter(({ until }) => new Date(until) > now)

/** From when on what is held is no longer paid or tried: then the least plan holds. Null where it is paid, agreed or tried. */
function shrinksAt({ trialEndsAt, unpaidSince }: PlanFacts): Date | null {
  const began = unpaidSince ?? trialEndsAt
  return began && graceEnd(began)
}

/**
 * The plan whose entitlements hold: of all that a practice has, tries or still keeps, the largest. A trial holds every
 * feature; what follows it, an unpaid invoice or a smaller plan is a grace, and only then less.
 */
export function heldPlan(facts: PlanFacts, now: Date): PlanName {
  const end = shrinksAt(facts)
  const held = [end && now >= end ? leastPlan : facts.plan]
  if (facts.trialEndsAt && now < graceEnd(facts.trialEndsAt)) held.push(trialPlan)
  for (const { plan } of runningGraces(facts.graces, now)) held.push(plan)
  return held.reduce((largest, plan) => (isLarger(plan, largest) ? plan : largest))
}

/** What the plan that holds lets a practice do: the only way to ask it. */
export const entitlementsOf = (facts: PlanFacts, now: Date): Plan => plans[heldPlan(facts, now)]

/** The graces of a practice whose plan somebody changed: a larger one before holds on for its time. */
export function gracesAfter(before: PlanFacts, plan: PlanName, now: Date): Grace[] {
  const running = runningGraces(before.graces, now)
  const held = heldPlan({ ...before, graces: [] }, now)
  if (!isLarger(held, plan)) return running
  return [...running, { plan: held, until: graceEnd(now).toISOString(), from: 'hand' }]
}
