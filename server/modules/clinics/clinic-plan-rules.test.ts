import { describe, expect, it } from 'vitest'
import { plan_grace_days } from '../../../contract/limits.ts'
import { fallbackPlan, planNames, plans, trialPlan, type PlanName } from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import { entitlementsOf, gracesAfter, effectivePlan, isLarger, type PlanFacts } from './clinic-plan-rules.ts'

const now = new Date('2026-06-15T09:00:00Z')
const after = (days: number) => new Date(now.getTime() + days * day_ms)
const facts = (change: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ plan: fallbackPlan, trialEndsAt: null, graces: [], unpaidSince: null },
  ...change,
})
const [justBefore, justAfter] = [plan_grace_days - 0.01, plan_grace_days + 0.01]
const atMost = (plan: PlanName, other: PlanName) => (isLarger(plan, other) ? plan : other)

describe.each(planNames)('%s', (plan) => {
  it('holds what its row of the table says', () => {
    expect(entitlementsOf(facts({ plan }), now)).toEqual(plans[plan])
  })

  it('holds on for the days of grace after an unpaid invoice, and the least plan after them', () => {
    const unpaid = facts({ plan, unpaidSince: now })
    expect(effectivePlan(unpaid, after(justBefore))).toBe(plan)
    expect(effectivePlan(unpaid, after(justAfter))).toBe(fallbackPlan)
  })

  it('in a trial holds every feature, through the grace after it, and then the least plan', () => {
    const trial = facts({ plan, trialEndsAt: after(10) })
    expect(effectivePlan(trial, now)).toBe(atMost(plan, trialPlan))
    expect(effectivePlan(trial, after(10 + justBefore))).toBe(atMost(plan, trialPlan))
    expect(effectivePlan(trial, after(10 + justAfter))).toBe(fallbackPlan)
  })

  it.each(planNames)('exchanged for %s holds on where that is smaller', (other) => {
    const graces = gracesAfter(facts({ plan }), other, now)
    expect(graces).toHaveLength(isLarger(plan, other) ? 1 : 0)
    const exchanged = facts({ plan: other, graces })
    expect(effectivePlan(exchanged, after(justBefore))).toBe(atMost(plan, other))
    expect(effectivePlan(exchanged, after(justAfter))).toBe(other)
  })
})

describe('graces', () => {
  it('of several exchanges run beside each other, each for its own time', () => {
    const first = gracesAfter(facts({ plan: 'enterprise' }), 'growth-pro', now)
    const second = gracesAfter(facts({ plan: 'growth-pro', graces: first }), 'starter', after(20))
    const both = facts({ plan: 'starter', graces: second })
    expect(effectivePlan(both, after(25))).toBe('enterprise')
    expect(effectivePlan(both, after(35))).toBe('growth-pro')
    expect(effectivePlan(both, after(55))).toBe('starter')
  })

  it('an unpaid plan that is exchanged leaves what it held at that moment', () => {
    const unpaid = facts({ plan: 'enterprise', unpaidSince: after(-plan_grace_days - 1) })
    expect(gracesAfter(unpaid, 'growth', now)).toEqual([])
  })
})
