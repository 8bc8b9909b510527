import { describe, expect, it } from 'vitest'
import type { SubscriptionStatus } from '../../../contract/billing-states.ts'
import { plan_grace_days, plan_preview_minutes } from '../../../contract/limits.ts'
import type { PlanName } from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { PlanFacts } from '../clinics/index.ts'
import {
  billOf,
  billStepOf,
  billWith,
  chargedFrom,
  factsAfterPayment,
  factsWhilePaid,
  isSameBill,
  paidPlansOf,
  pricesOfOneBill,
  type BilledRow,
  type BillStep,
  type PaidPlans,
} from './billing-group-rules.ts'

const now = new Date('2026-03-01T10:00:00Z')
const daysFromNow = (days: number) => new Date(now.getTime() + days * day_ms)
const grace = (days: number) => daysFromNow(days + plan_grace_days).toISOString()
const row = (more: Partial<BilledRow> = {}): BilledRow => ({
  ...{ clinicId: 'a', plan: 'growth', isEnded: false, isPaidOtherwise: false },
  ...{ paidSince: null, previewedAt: null, ...more },
})
const facts = (more: Partial<PlanFacts> = {}): PlanFacts => ({
  ...{ plan: 'starter', trialEndsAt: null, graces: [], unpaidSince: null, ...more },
})

describe('a bill', () => {
  it('counts practices by plan, but those that ended and those that are paid for otherwise', () => {
    const bill = billOf([
      row(),
      row({ plan: 'starter' }),
      row({ paidSince: now }),
      row({ isEnded: true }),
      row({ isPaidOtherwise: true }),
    ])
    expect([...bill]).toEqual([
      ['growth', 2],
      ['starter', 1],
    ])
    expect(isSameBill(bill, new Map([...bill].toReversed()))).toBe(true)
    expect(isSameBill(bill, new Map([['growth', 2]]))).toBe(false)
    expect(isSameBill(bill, new Map([...bill, ['starter', 2]]))).toBe(false)
  })

  it('is known where one practice had another plan, or were one more', () => {
    const rows = [row(), row({ clinicId: 'b', plan: 'starter' })]
    const withPlan = (clinicId: string, isOnBill = true) =>
      [...billWith(rows, { clinicId, plan: 'growth', isOnBill })].toSorted()
    expect(withPlan('b')).toEqual([['growth', 2]])
    expect(withPlan('c')).toEqual([
      ['growth', 2],
      ['starter', 1],
    ])
    expect(withPlan('c', false)).toEqual([
      ['growth', 1],
      ['starter', 1],
    ])
  })

  it('is charged from the moment that was seen, if that is not long ago', () => {
    const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
    const seen = (...at: (Date | null)[]) =>
      chargedFrom(
        at.map((previewedAt) => row({ previewedAt })),
        now,
      )
    expect(seen(minutesAgo(5), minutesAgo(2), null)).toBe(minutesAgo(2).getTime() / 1000)
    expect(seen(minutesAgo(plan_preview_minutes + 1))).toBeNull()
    expect(seen(null)).toBeNull()
    expect(chargedFrom([row({ isEnded: true, previewedAt: minutesAgo(1) })], now)).toBeNull()
  })

  it('is of one interval', () => {
    const [monthly, yearly] = [
      { plan: 'growth', pence: 7900, every: 'month' },
      { plan: 'starter', pence: 29_000, every: 'year' },
    ] as const
    expect(pricesOfOneBill([yearly, monthly])).toEqual([monthly])
    expect(pricesOfOneBill([yearly])).toEqual([yearly])
  })
})

describe('what follows for a practice', () => {
  const part = (plan: PlanName | null, practices: number) => ({ plan, practices, monthlyPence: 0 })
  const paid = (status: SubscriptionStatus, chosen: number) =>
    paidPlansOf({ status, parts: [part('growth', 2), part(null, 3)] }, new Map([['growth', chosen]]))
  const live = paid('active', 2)
  const over = paidPlansOf({ status: 'canceled', parts: [] }, new Map([['growth', 2]]))
  it.each<[string, BilledRow, PaidPlans, BillStep]>([
    ['chosen and paid for', row(), live, 'hold'],
    ['chosen by more than are paid for', row(), paid('active', 3), 'none'],
    ['that holds it beside more than are paid for', row({ paidSince: now }), paid('active', 3), 'hold'],
    ['chosen on a bill that is owed', row(), paid('past_due', 2), 'none'],
    ['that holds it on a bill that is owed', row({ paidSince: now }), paid('past_due', 2), 'hold'],
    ['of a plan that is not on the bill yet', row({ plan: 'growth-pro' }), live, 'none'],
    ['chosen and never paid for', row(), over, 'none'],
    ['no longer paid for', row({ paidSince: now }), over, 'release'],
    ['ended after it was paid for', row({ isEnded: true, paidSince: now }), live, 'remove-and-release'],
    ['ended before', row({ isEnded: true }), live, 'remove'],
    [
      'ended and paid for otherwise',
      row({ isEnded: true, isPaidOtherwise: true, paidSince: now }),
      live,
      'remove',
    ],
    ['paid for otherwise from now on', row({ isPaidOtherwise: true, paidSince: now }), live, 'let-be'],
    ['paid for otherwise', row({ isPaidOtherwise: true }), live, 'none'],
  ])('%s', (_what, each, held, step) => {
    expect(billStepOf(each, held)).toBe(step)
  })
})

describe('a practice that its group pays for', () => {
  it('holds the plan, and a larger one before for the grace', () => {
    const before = facts({ plan: 'growth-pro' })
    const after = factsWhilePaid(before, { plan: 'growth', unpaidSince: null }, now)
    expect(after).toEqual(
      facts({ plan: 'growth', graces: [{ plan: 'growth-pro', until: grace(0), from: 'hand' }] }),
    )
    expect(factsWhilePaid(after, { plan: 'growth', unpaidSince: null }, now)).toEqual(after)
  })

  it('that does not pay has one grace for its larger plan, which began when the payment was due', () => {
    const unpaidSince = daysFromNow(-10)
    const before = facts({ plan: 'growth-pro', unpaidSince })
    const after = factsWhilePaid(before, { plan: 'growth', unpaidSince }, now)
    expect(after.graces).toEqual([{ plan: 'growth-pro', until: grace(-10), from: 'hand' }])
  })

  it('keeps what its trial held for as long as it would have', () => {
    const before = facts({ trialEndsAt: daysFromNow(20) })
    const { trialEndsAt, graces } = factsWhilePaid(before, { plan: 'starter', unpaidSince: null }, now)
    expect(trialEndsAt).toBeNull()
    expect(graces).toEqual([{ plan: 'growth-pro', until: grace(20), from: 'hand' }])
  })

  it('is on the least plan afterwards, with a grace that began when the payment was due', () => {
    expect(factsAfterPayment(facts({ plan: 'growth' }), now)).toMatchObject({
      ...{ plan: 'starter', graces: [{ plan: 'growth', until: grace(0) }], unpaidSince: null },
    })
    const unpaid = facts({ plan: 'growth', unpaidSince: daysFromNow(-10) })
    expect(factsAfterPayment(unpaid, now).graces).toMatchObject([{ plan: 'growth', until: grace(-10) }])
    const long = facts({ plan: 'growth', unpaidSince: daysFromNow(-plan_grace_days - 1) })
    expect(factsAfterPayment(long, now).graces).toEqual([])
  })
})
