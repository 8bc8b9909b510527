import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import type { PeerEvent } from '../../testing/mock-stripe-state.ts'
import { openPayments, type TestPayments } from '../../testing/test-payments.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let payments: TestPayments
beforeAll(async () => {
  testApp = await openTestApp()
  payments = await openPayments(testApp)
})
afterAll(async () => {
  await payments.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** How a practice stands in the end: all of it that does not name a row. */
async function accountRowOf(clinicId: string) {
  const { rows } = await testApp.owner.query(
    `select c.plan, c.graces, c.unpaid_since, c.trial_ends_at, a.status, a.plan as subscribed, a.monthly_pence,
       a.period_ends_at, a.ends_at, a.next_plan, a.next_monthly_pence, a.next_plan_at
     from clinics c join billing_accounts a on a.clinic_id = c.id where c.id = $1`,
    [clinicId],
  )
  return rows[0]
}
const statusOf = async (clinicId: string) => (await accountRowOf(clinicId)).status as string

/** In a fixed order that is none. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((each, at) => ({ each, key: (at * 7919 + 104_729) % 997 }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ each }) => each)

const postAll = async (events: readonly PeerEvent[]) => {
  for (const event of events) expect(await payments.post(event)).toBe(200)
  await payments.app.jobs.drain()
}

describe('a year of a subscription', () => {
  it('reaches every state, and ends the same however its events arrive', async () => {
    const clinics: Record<'ordered' | 'twice' | 'late' | 'shuffled' | 'missed', TestClinic> = {
      ordered: await testApp.addClinic('Ordered'),
      twice: await testApp.addClinic('Twice'),
      late: await testApp.addClinic('Late'),
      shuffled: await testApp.addClinic('Shuffled'),
      missed: await testApp.addClinic('Missed'),
    }
    const all = Object.values(clinics)
    const trialEndsAt = new Date(testApp.clock.now().getTime() + 14 * 86_400_000)
    await testApp.owner.query(`update clinics set plan = 'starter', trial_ends_at = $1`, [trialEndsAt])
    const owner = (clinic: TestClinic) => payments.as(clinic.staff.owner)
    for (const clinic of all) {
      const { url } = await owner(clinic).callOk(contract.billing.subscribe, {
        plan: 'growth',
      })
      payments.peer.complete(url.split('/').at(-1)!)
    }

    const deliveredCounts = new Map(all.map(({ id }) => [id, 0]))
    const reached: string[] = []
    /** The ordered ones hear at once, in order, and one of them each event again. */
    async function hear(): Promise<void> {
      for (const clinic of [clinics.ordered, clinics.twice]) {
        const events = payments.eventsOf(clinic.id)
        const newEvents = events.slice(deliveredCounts.get(clinic.id))
        deliveredCounts.set(clinic.id, events.length)
        await postAll(clinic === clinics.twice ? [...newEvents, ...newEvents.toReversed()] : newEvents)
      }
      reached.push(await statusOf(clinics.ordered.id))
    }
    const each = (
      act: (subscription: ReturnType<TestPayments['subscriptionOf']>, clinic: TestClinic) => void,
    ) => {
      for (const clinic of all) act(payments.subscriptionOf(clinic.id), clinic)
    }
    /** So many days after the running period ends. */
    const passPeriod = (days: number) => {
      const { items } = payments.subscriptionOf(clinics.ordered.id)
      const left_ms = items.data[0]!.current_period_end * 1000 - testApp.clock.now().getTime()
      payments.advance(left_ms / 86_400_000 + days)
    }
    const letCardsFail = (fails: boolean) =>
      each(({ customer }) => void (payments.books.customers.get(customer)!.cardFails = fails))

    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ status: 'trialing', plan: 'growth' })
    passPeriod(1)
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ status: 'active', trial_ends_at: null })
    payments.advance(10)
    each((subscription) => payments.books.change(subscription, 'price_growth-pro'))
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ plan: 'growth-pro', graces: [] })
    payments.advance(5)
    each((subscription) => payments.books.arrange(subscription, 'price_starter'))
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ plan: 'growth-pro', next_plan: 'starter' })
    passPeriod(2)
    await hear()
    const reduced = await accountRowOf(clinics.ordered.id)
    expect(reduced).toMatchObject({ plan: 'starter', next_plan: null })
    expect(reduced.graces).toMatchObject([{ plan: 'growth-pro', from: 'payments' }])
    // The card fails, and is put right after two tries.
    letCardsFail(true)
    passPeriod(4)
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ status: 'past_due', plan: 'starter' })
    expect((await accountRowOf(clinics.ordered.id)).unpaid_since).not.toBeNull()
    letCardsFail(false)
    each(({ customer }) => payments.books.payOpen(customer))
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ status: 'active', unpaid_since: null })
    // It fails for good.
    each((subscription) => payments.books.change(subscription, 'price_growth-pro', { isCharged: false }))
    letCardsFail(true)
    passPeriod(8)
    await hear()
    expect(await accountRowOf(clinics.ordered.id)).toMatchObject({ status: 'unpaid', plan: 'growth-pro' })
    letCardsFail(false)
    each(({ customer }) => payments.books.payOpen(customer))
    await hear()
    // It is cancelled, resumed, and cancelled after all.
    each((subscription) => payments.books.setEnding(subscription, true))
    await hear()
    expect((await accountRowOf(clinics.ordered.id)).ends_at).not.toBeNull()
    each((subscription) => payments.books.setEnding(subscription, false))
    await hear()
    expect((await accountRowOf(clinics.ordered.id)).ends_at).toBeNull()
    payments.advance(120)
    await hear()
    each((subscription) => payments.books.setEnding(subscription, true))
    passPeriod(3)
    await hear()
    expect([...new Set(reached)].toSorted()).toEqual(['active', 'canceled', 'past_due', 'trialing', 'unpaid'])

    // The others hear now: all at once in order, in no order, and one nothing at all but what is asked for.
    await postAll(payments.eventsOf(clinics.late.id))
    for (const event of shuffled(payments.eventsOf(clinics.shuffled.id))) {
      await payments.post(event)
      await payments.app.jobs.drain()
    }
    const expected = await accountRowOf(clinics.ordered.id)
    expect(expected).toMatchObject({ status: 'canceled', plan: 'starter', unpaid_since: null })
    expect(expected.graces).toMatchObject([{ plan: 'growth-pro' }])
    for (const clinic of [clinics.twice, clinics.late, clinics.shuffled])
      expect(await accountRowOf(clinic.id), clinic.name).toEqual(expected)

    expect(await statusOf(clinics.missed.id)).toBeNull()
    await payments.app.sweep('billing.payments')
    await payments.app.jobs.drain()
    const missed = await accountRowOf(clinics.missed.id)
    expect(missed).toMatchObject({ status: 'canceled', plan: 'starter', graces: expected.graces })

    // Each event stands once, and what is counted of money is the same for each of them.
    const { rows } = await testApp.owner.query(
      `select a.clinic_id, count(*)::int as events, count(distinct event_id)::int as names,
         count(*) filter (where applied_at is null)::int as waiting
       from billing_events e join billing_accounts a using (customer_id) group by 1`,
    )
    for (const row of rows) expect(row).toMatchObject({ events: row.names, waiting: 0 })
    const ofOrdered = rows.find(({ clinic_id: id }) => id === clinics.ordered.id)
    expect(ofOrdered.events).toBeGreaterThan(25)
  })
})

describe('two looks', () => {
  it('that end in another order than they began leave what the later one saw', async () => {
    const clinic = await testApp.addClinic('Overtaken')
    const { id } = clinic
    await testApp.owner.query(
      `insert into billing_accounts (clinic_id, customer_id, status, plan, subscription_id, looks_begun, look_applied, created_at)
       values ($1, 'cus_overtaken', 'active', 'growth', 'sub_overtaken', 5, 9, now())`,
      [id],
    )
    // A look that drew 6 ends after one that drew 9.
    payments.books.customers.set('cus_overtaken', {
      id: 'cus_overtaken',
      object: 'customer',
      cardFails: false,
    })
    await payments.app.sweep('billing.payments')
    await payments.app.jobs.drain()
    expect(await accountRowOf(id)).toMatchObject({ status: 'active', subscribed: 'growth' })
  })
})
