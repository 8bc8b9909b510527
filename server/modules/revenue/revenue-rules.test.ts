import { dateInTimeZone } from '../../../contract/calendar-day.ts'
import { describe, expect, it } from 'vitest'
import type { PlanName } from '../../../contract/plans.ts'
import { scheduledPence, revenueOf, type ScheduledSubscription, type RevenueEvent } from './revenue-rules.ts'

const months = ['2026-01', '2026-02', '2026-03', '2026-04']
const monthOf = (at: Date) => dateInTimeZone(at).slice(0, 7)
const said = (
  day: string,
  customerId: string,
  status: 'active' | 'trialing' | 'past_due' | 'unpaid' | 'canceled',
  monthlyPence: number,
  plan: PlanName = 'growth',
): RevenueEvent => ({
  customerId,
  happenedAt: new Date(`2026-${day}T10:00:00Z`),
  facts: { about: 'subscription', subscriptionId: `sub_${customerId}`, status, plan, monthlyPence },
})
const invoice = (
  day: string,
  invoiceId: string,
  outcome: 'paid' | 'failed',
  netPence: number,
): RevenueEvent => ({
  customerId: 'a',
  happenedAt: new Date(`2026-${day}T10:00:00Z`),
  facts: { about: 'invoice', invoiceId, outcome, netPence },
})
const counted = (events: RevenueEvent[], of = months) => revenueOf(events, { months: of, monthOf })

describe('what recurs', () => {
  const events = [
    said('01-05', 'a', 'trialing', 2900),
    said('01-20', 'a', 'active', 2900),
    said('02-02', 'b', 'active', 7900),
    said('02-03', 'a', 'active', 7900),
    said('03-04', 'a', 'active', 2900),
    said('03-10', 'b', 'past_due', 7900),
    said('04-01', 'b', 'unpaid', 7900),
    said('04-09', 'a', 'canceled', 2900),
  ]

  it('is new when it is first paid, grows, shrinks and goes, each in its month', () => {
    expect(counted(events).map((month) => [month.month, month.mrrPence, month.practices])).toEqual([
      ['2026-01', 2900, 1],
      ['2026-02', 15_800, 2],
      ['2026-03', 10_800, 2],
      ['2026-04', 0, 0],
    ])
    const moves = counted(events).map((month) => [
      ...[month.newPence, month.expansionPence, month.contractionPence, month.churnPence],
    ])
    expect(moves).toEqual([
      [2900, 0, 0, 0],
      [7900, 5000, 0, 0],
      [0, 0, 5000, 0],
      [0, 0, 0, 10_800],
    ])
  })

  it('adds up: what stands at the end is what stood before and all that moved', () => {
    let before = 0
    for (const month of counted(events)) {
      const { mrrPence, newPence, expansionPence, contractionPence, churnPence } = month
      before += newPence + expansionPence - contractionPence - churnPence
      expect(mrrPence).toBe(before)
    }
  })

  it('stands on through months in which nothing happens, and from before the first that is shown', () => {
    const since = counted([said('01-05', 'a', 'active', 2900)], ['2026-03', '2026-04'])
    expect(since.map(({ mrrPence, newPence }) => [mrrPence, newPence])).toEqual([
      [2900, 0],
      [2900, 0],
    ])
    expect(since.at(-1)!.plans.find(({ plan }) => plan === 'growth')).toMatchObject({
      practices: 1,
      mrrPence: 2900,
      newPence: 0,
    })
  })
})

describe('each plan', () => {
  const events = [
    said('01-05', 'a', 'active', 2900, 'starter'),
    said('01-06', 'b', 'active', 2900, 'starter'),
    said('02-03', 'a', 'active', 7900, 'growth'),
    said('03-01', 'b', 'canceled', 2900, 'starter'),
    said('04-01', 'a', 'active', 2900, 'starter'),
  ]
  const told = (name: PlanName) =>
    counted(events).map(({ plans }) => {
      const { mrrPence, practices, ...moved } = plans.find(({ plan }) => plan === name)!
      const { newPence, expansionPence, contractionPence, churnPence } = moved
      return [mrrPence, practices, newPence, expansionPence, contractionPence, churnPence]
    })

  it('is moved by those who change to it, and by those who leave from it', () => {
    expect(told('starter')).toEqual([
      [5800, 2, 5800, 0, 0, 0],
      [2900, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 2900],
      [2900, 1, 0, 0, 5000, 0],
    ])
    expect(told('growth')).toEqual([
      [0, 0, 0, 0, 0, 0],
      [7900, 1, 0, 5000, 0, 0],
      [7900, 1, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 0],
    ])
  })

  it('is part of what recurs: all plans of a month make up the whole, and so do their moves', () => {
    for (const { plans, ...month } of counted(events))
      for (const name of [
        ...(['mrrPence', 'practices', 'newPence'] as const),
        ...(['expansionPence', 'contractionPence', 'churnPence'] as const),
      ])
        expect(
          plans.reduce((sum, each) => sum + each[name], 0),
          `${month.month} ${name}`,
        ).toBe(month[name])
  })
})

describe('a group that pays for several practices', () => {
  const bill = (
    day: string,
    status: 'active' | 'canceled',
    parts: [PlanName, number, number][],
    customerId = 'group',
  ) => {
    const event = said(day, customerId, status, 0)
    const each = parts.map(([plan, practices, pence]) => ({
      plan,
      practices,
      monthlyPence: pence * practices,
    }))
    const monthlyPence = each.reduce((sum, part) => sum + part.monthlyPence, 0)
    return { ...event, facts: { ...event.facts, monthlyPence, parts: each } } as RevenueEvent
  }
  const events = [
    said('01-03', 'a', 'active', 2900, 'starter'),
    bill('01-05', 'active', [
      ['starter', 2, 2900],
      ['growth', 1, 7900],
    ]),
    // One of the two goes on to growth.
    bill('02-03', 'active', [
      ['starter', 1, 2900],
      ['growth', 2, 7900],
    ]),
    // One stops, and the last one of starter with it.
    bill('03-04', 'active', [['growth', 2, 7900]]),
    bill('04-09', 'canceled', [['growth', 2, 7900]]),
  ]

  it('counts each practice, new and gone, and what all of them pay', () => {
    const rows = counted(events).map((month) => [
      ...[month.mrrPence, month.practices, month.newPractices, month.churnedPractices],
    ])
    expect(rows).toEqual([
      [16_600, 4, 4, 0],
      [21_600, 4, 0, 0],
      [18_700, 3, 0, 1],
      [2900, 1, 0, 2],
    ])
  })

  it('moves each plan by what is paid for it, and the whole by the plans', () => {
    const told = (name: PlanName) =>
      counted(events).map(({ plans }) => {
        const { mrrPence, practices, ...moved } = plans.find(({ plan }) => plan === name)!
        const { newPence, expansionPence, contractionPence, churnPence } = moved
        return [mrrPence, practices, newPence, expansionPence, contractionPence, churnPence]
      })
    expect(told('starter')).toEqual([
      [8700, 3, 8700, 0, 0, 0],
      [5800, 2, 0, 0, 2900, 0],
      [2900, 1, 0, 0, 0, 2900],
      [2900, 1, 0, 0, 0, 0],
    ])
    expect(told('growth')).toEqual([
      [7900, 1, 7900, 0, 0, 0],
      [15_800, 2, 0, 7900, 0, 0],
      [15_800, 2, 0, 0, 0, 0],
      [0, 0, 0, 0, 0, 15_800],
    ])
    for (const { plans, ...month } of counted(events))
      for (const name of ['mrrPence', 'practices', 'newPence', 'contractionPence', 'churnPence'] as const)
        expect(plans.reduce((sum, each) => sum + each[name], 0)).toBe(month[name])
  })
})

describe('payments', () => {
  it('that fail count once, however often they are tried, and are recovered where they failed', () => {
    const all = counted([
      invoice('01-05', 'in_1', 'paid', 2900),
      invoice('02-05', 'in_2', 'failed', 2900),
      invoice('02-08', 'in_2', 'failed', 2900),
      invoice('03-01', 'in_2', 'paid', 2900),
      invoice('03-05', 'in_3', 'failed', 2900),
    ])
    expect(
      all.map((month) => [month.paidPence, month.failedPayments, month.failedPence, month.recoveredPence]),
    ).toEqual([
      [2900, 0, 0, 0],
      [0, 1, 2900, 2900],
      [2900, 1, 2900, 0],
      [0, 0, 0, 0],
    ])
  })
})

describe('the forecast', () => {
  const plain: ScheduledSubscription = {
    ...{ status: 'active', monthlyPence: 1000, trialEndsAt: null, endsAt: null },
    ...{ nextMonthlyPence: null, nextPlanAt: null },
  }
  const at = new Date('2026-06-01T00:00:00Z')
  const [before, after] = [new Date('2026-05-20T00:00:00Z'), new Date('2026-06-20T00:00:00Z')]
  it.each([
    ['what is paid', plain, 1000],
    ['what ends before', { ...plain, endsAt: before }, 0],
    ['what ends later', { ...plain, endsAt: after }, 1000],
    ['a smaller plan from before', { ...plain, nextMonthlyPence: 400, nextPlanAt: before }, 400],
    ['a smaller plan from later', { ...plain, nextMonthlyPence: 400, nextPlanAt: after }, 1000],
    ['a trial with a card that ends before', { ...plain, status: 'trialing', trialEndsAt: before }, 1000],
    ['a trial that ends later', { ...plain, status: 'trialing', trialEndsAt: after }, 0],
    ['what is late', { ...plain, status: 'past_due' }, 1000],
    ['what nobody pays any more', { ...plain, status: 'unpaid' }, 0],
  ] as [string, ScheduledSubscription, number][])('counts %s', (_what, arranged, pence) => {
    expect(scheduledPence([arranged], at)).toBe(pence)
  })
})
