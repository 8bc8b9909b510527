import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { PlanName } from '../../../contract/plans.ts'
import type { PeerEvent } from '../../testing/mock-stripe-state.ts'
import type { PendingJob } from '../../platform/database/transaction.ts'
import { createJobRunners } from '../../platform/jobs/job-runner.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember, addGroupPerson, giveSecondFactor } from '../../testing/test-group.ts'
import { openPayments, testPrices, type TestPayments } from '../../testing/test-payments.ts'
import { writeAudit } from '../audit/index.ts'
import { createBillingGateway } from './billing-gateway.ts'
import { adjustGroupBill } from './billing-group-sync.ts'

const { billing, clinicSettings, directory, groupBilling, practiceGroups, revenue } = contract

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

/** Lets all who are signed in be so by the clock that is moved. */
const renewSessions = () =>
  testApp.owner.query(
    `update auth.session set created_at = $1, seen_at = $1, proved_at = $1, expires_at = $1::timestamptz + interval '1 hour'`,
    [testApp.clock.now()],
  )
/** A practice on the least plan. */
async function addClinic(name: string): Promise<TestClinic> {
  const clinic = await testApp.addClinic(name)
  const least = `update clinics set plan = 'starter', graces = '[]', trial_ends_at = null where id = $1`
  await testApp.owner.query(least, [clinic.id])
  await renewSessions()
  return clinic
}
/** Lets so many days pass, of which the product is told. */
async function passDays(days: number): Promise<void> {
  const before = payments.books.events.length
  payments.advance(days)
  await payments.postSince(before)
  await renewSessions()
}

const owner = (clinic: TestClinic) => payments.as(clinic.staff.owner)
const drain = () => payments.app.jobs.drain()
const agree = (clinic: TestClinic) => owner(clinic).callOk(practiceGroups.agree, { agreement: 'billing' })
const stop = async (clinic: TestClinic) => {
  await owner(clinic).callOk(practiceGroups.stopAgreement, { agreement: 'billing' })
  await drain()
}

/** As if what a plan costs had been looked at now. */
const seenNow = () => Math.floor(testApp.clock.now().getTime() / 1000)

let groups = 0
/** A group of so many practices on the least plan, with its administrator. */
async function openGroup(count: number) {
  const name = `Bill ${++groups}`
  const clinics: TestClinic[] = []
  for (let n = 1; n <= count; n++) clinics.push(await addClinic(`${name} ${n}`))
  const [first] = clinics as [TestClinic]
  const { groupId, person } = await first.addOwnGroup()
  for (const { id } of clinics.slice(1)) await addGroupMember(testApp.owner, groupId, id)
  await renewSessions()
  const administrator = payments.as(person)
  const choose = async ({ id }: TestClinic, plan: PlanName | null) => {
    await administrator.callOk(groupBilling.setPlan, { practiceId: id, plan, previewedAt: seenNow() })
    await drain()
  }
  /** What Stripe has on the group's bill: how many of which price. */
  const bill = () =>
    subscription().items.data.map(({ price, quantity }) => `${quantity} ${price.id.slice('price_'.length)}`)
  const subscription = () =>
    [...payments.books.subscriptions.values()].findLast(({ metadata }) => metadata.groupId === groupId)!
  /** What was asked last of Stripe about it. */
  const lastAsked = () => payments.peer.asked.findLast((url) => url.includes(subscription().id))
  return { clinics, groupId, person, administrator, choose, bill, subscription, lastAsked }
}

/** The same with a plan chosen for each, which is paid for. */
async function openPayingGroup(plans: PlanName[]) {
  const group = await openGroup(plans.length)
  for (const [at, plan] of plans.entries()) {
    await agree(group.clinics[at]!)
    await group.choose(group.clinics[at]!, plan)
  }
  await pay(group)
  return group
}

type Group = Awaited<ReturnType<typeof openGroup>>

async function pay({ administrator }: Group) {
  const { url } = await administrator.callOk(groupBilling.subscribe, {})
  const before = payments.books.events.length
  payments.peer.complete(url.split('/').at(-1)!)
  await payments.postSince(before)
}

const standing = async ({ id }: TestClinic) => {
  const { rows } = await testApp.owner.query<{ plan: string; graces: { plan: string }[]; unpaid: boolean }>(
    'select plan, graces, unpaid_since is not null as unpaid from clinics where id = $1',
    [id],
  )
  return rows[0]!
}
const planOf = async (clinic: TestClinic) => (await standing(clinic)).plan
const changesOf = async ({ id }: TestClinic) =>
  (
    await testApp.owner.query(
      `select details from audit_rows where clinic_id = $1 and action = 'billing.subscription_changed'
       order by sequence`,
      [id],
    )
  ).rows

describe('one bill', () => {
  it('is agreed to by each practice, chosen and paid by the group, and holds once Stripe says so', async () => {
    const group = await openGroup(3)
    const [one, two, three] = group.clinics as [TestClinic, TestClinic, TestClinic]
    expect((await owner(one).callOk(practiceGroups.membership, {})).group!.agreements).not.toContain(
      'billing',
    )
    const { administrator } = group
    const asked = { practiceId: one.id, plan: 'growth' as const, previewedAt: null }
    expect((await administrator.call(groupBilling.setPlan, asked)).reason).toBe('practice-not-billed')
    expect((await administrator.call(groupBilling.subscribe, {})).reason).toBe('no-practices')
    await agree(one)
    await agree(two)
    await group.choose(one, 'growth')
    await group.choose(two, 'growth-pro')
    await group.choose(two, 'growth')
    expect(await administrator.callOk(groupBilling.get, {})).toMatchObject({
      practices: [
        { id: one.id, pays: 'group', plan: 'growth', heldPlan: 'starter' },
        { id: two.id, pays: 'group', plan: 'growth', heldPlan: 'starter' },
        { id: three.id, pays: 'itself', plan: null, heldPlan: null },
      ],
      ...{ monthlyPence: 2 * testPrices.growth, subscription: null, takesCards: true },
    })
    await pay(group)
    expect(group.bill()).toEqual(['2 growth'])
    const shown = await administrator.callOk(groupBilling.get, {})
    expect(shown.subscription).toMatchObject({ status: 'active', monthlyPence: 2 * testPrices.growth })
    expect(shown.practices.map(({ heldPlan }) => heldPlan)).toEqual(['growth', 'growth', null])
    expect(await planOf(three)).toBe('starter')
    expect(await changesOf(one)).toMatchObject([
      { details: { groupId: group.groupId, after: { plan: 'growth', status: 'active' } } },
    ])
    expect(await owner(one).callOk(billing.get, {})).toMatchObject({
      ...{ plan: 'growth', subscription: null, paidByGroup: shown.group },
    })
    expect((await administrator.callOk(groupBilling.invoices, {})).length).toBe(1)
    expect((await administrator.callOk(groupBilling.openPortal, {})).url).toContain('portal')
    expect((await administrator.call(groupBilling.subscribe, {})).reason).toBe('has-subscription')
  })

  it('follows what is chosen: another plan, one more practice, and a larger plan holds on for its time', async () => {
    const group = await openPayingGroup(['growth-pro', 'growth'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    expect(group.bill().toSorted()).toEqual(['1 growth', '1 growth-pro'])
    await group.choose(one, 'growth')
    expect(group.bill()).toEqual(['2 growth'])
    expect(await standing(one)).toMatchObject({ plan: 'growth', graces: [{ plan: 'growth-pro' }] })
    const three = await addClinic('Joined Later')
    await addGroupMember(testApp.owner, group.groupId, three.id)
    await agree(three)
    await group.choose(three, 'starter')
    expect(group.bill()).toEqual(['2 growth', '1 starter'])
    expect(await planOf(two)).toBe('growth')
    // Nothing changes by being done again.
    const before = [group.bill(), await standing(one), await changesOf(one)]
    await payments.postSince(0)
    expect([group.bill(), await standing(one), await changesOf(one)]).toEqual(before)
  })

  it('is counted in the revenue practice by practice, and by hand no longer', async () => {
    const group = await openGroup(2)
    for (const [at, plan] of (['growth', 'starter'] as const).entries()) {
      await agree(group.clinics[at]!)
      await group.choose(group.clinics[at]!, plan)
    }
    const counted = async () => {
      const told = await payments.as(testApp.superAdmin).callOk(revenue.get, { months: 1 })
      const { practices, plans } = told.months.at(-1)!
      const [starter, growth] = plans
      return [told.mrrPence, practices, told.byHand, starter!.practices, growth!.practices]
    }
    const before = await counted()
    await pay(group)
    const moved = [testPrices.growth + testPrices.starter, 2, -2, 1, 1]
    expect(await counted()).toEqual(before.map((figure, at) => figure + moved[at]!))
  })

  it('keeps what is left of a trial', async () => {
    const group = await openGroup(1)
    const [one] = group.clinics as [TestClinic]
    await testApp.owner.query('update clinics set trial_ends_at = $2 where id = $1', [
      ...[one.id, new Date(testApp.clock.now().getTime() + 20 * 86_400_000)],
    ])
    await agree(one)
    await group.choose(one, 'starter')
    await pay(group)
    expect(await owner(one).callOk(billing.get, {})).toMatchObject({
      ...{ plan: 'starter', heldPlan: 'growth-pro', trialEndsAt: null },
    })
  })
})

/** The same job with other prices than the installation has. */
async function openAdjusting(priceIds: Partial<Record<PlanName, string>>) {
  const pending: PendingJob[] = []
  const { runPlatformJob } = createJobRunners({
    ...{ database: payments.app.database, clock: testApp.clock, writeAudit },
    insertJobs: async (_client, jobs) => void pending.push(...jobs),
  })
  const gate = createBillingGateway({
    payments: () => Promise.resolve(payments.billing),
    ...{ priceIds, calculatesTax: false, clock: testApp.clock },
  })
  const stripe = (await gate.stripe())!
  const deps = { gate: { ...gate, stripe: () => Promise.resolve(stripe) }, runPlatformJob }
  return { pending, stripe, adjust: (groupId: string) => adjustGroupBill(deps, groupId) }
}
const addPrice = (id: string, pence: number) => {
  const { prices } = payments.books
  const price = { ...prices.get('price_growth')!, id, unit_amount: pence }
  prices.set(id, price)
  return price as typeof price & { recurring: object }
}
const chooseMeanwhile = ({ id }: TestClinic, plan: PlanName) =>
  testApp.owner.query('update group_billed_practices set plan = $2 where clinic_id = $1', [id, plan])

describe('an adjustment', () => {
  it('during which something else is chosen is followed by the next one, which leaves that', async () => {
    const group = await openPayingGroup(['growth', 'growth'])
    const { groupId } = group
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    const { pending, stripe, adjust } = await openAdjusting(payments.planPrices)
    const { subscriptions } = stripe
    const update = subscriptions.update.bind(subscriptions)
    subscriptions.update = (async (...asked: Parameters<typeof update>) => {
      const updated = await update(...asked)
      await chooseMeanwhile(two, 'growth-pro')
      return updated
    }) as typeof update
    await chooseMeanwhile(one, 'starter')
    await adjust(groupId)
    expect(group.bill().toSorted()).toEqual(['1 growth', '1 starter'])
    expect(pending).toEqual([{ queue: 'group-billing.adjust', data: { groupId } }])
    await adjust(groupId)
    expect(group.bill().toSorted()).toEqual(['1 growth-pro', '1 starter'])
    expect([pending.length, await planOf(one), await planOf(two)]).toEqual([1, 'starter', 'growth-pro'])
  })

  it('charges at once what a bill grows by, and pays back nothing of what it shrinks by', async () => {
    const group = await openPayingGroup(['growth', 'starter'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    const invoiced = () =>
      payments.books.invoices
        .filter(({ customer }) => customer === group.subscription().customer)
        .map((invoice) => invoice.total_excluding_tax)
    const first = testPrices.growth + testPrices.starter
    await group.choose(one, 'growth-pro')
    const more = testPrices['growth-pro'] - testPrices.growth
    expect(invoiced()).toEqual([first, more])
    await group.choose(one, 'starter')
    expect([group.bill(), invoiced()]).toEqual([['2 starter'], [first, more]])
    expect(await standing(one)).toMatchObject({ plan: 'starter', graces: [{ plan: 'growth-pro' }] })
    // The same plan again is another one.
    await group.choose(one, 'growth-pro')
    expect(invoiced()).toEqual([first, more, testPrices['growth-pro'] - testPrices.starter])
    await group.choose(one, null)
    await group.choose(two, null)
    expect([group.subscription().status, invoiced().length]).toEqual(['canceled', 3])
    expect(group.lastAsked()).toContain('prorate=false')
  })

  it('moves items to the price that a plan has now, once, charged from the next period on', async () => {
    const group = await openPayingGroup(['growth', 'growth', 'starter'])
    const [one, , three] = group.clinics as [TestClinic, TestClinic, TestClinic]
    const { groupId } = group
    addPrice('price_growth_new', 8900)
    const ofGroup = () =>
      payments.books.invoices.filter(({ customer }) => customer === group.subscription().customer)
    const { adjust } = await openAdjusting({ ...payments.planPrices, growth: 'price_growth_new' })
    await adjust(groupId)
    expect([group.bill(), ofGroup().length]).toEqual([['2 growth_new', '1 starter'], 1])
    expect([await planOf(one), await planOf(three)]).toEqual(['growth', 'starter'])
    const asked = payments.peer.asked.length
    const before = [group.bill(), await standing(one), await changesOf(one)]
    await adjust(groupId)
    expect([group.bill(), await standing(one), await changesOf(one)]).toEqual(before)
    const changes = (url: string) => url.endsWith(`/subscriptions/${group.subscription().id}`)
    expect(payments.peer.asked.slice(asked).filter(changes)).toEqual([])
    // The whole installation is on the new price in the end; here it is the first one that reads what was paid.
    payments.advance(32)
    await renewSessions()
    expect(ofGroup().at(-1)!.total_excluding_tax).toBe(2 * 8900 + testPrices.starter)
    await adjust(groupId)
    expect(await planOf(one)).toBe('growth')
  })

  it('to a plan whose price is by another interval, or never was known, changes nothing and tells', async () => {
    const group = await openPayingGroup(['growth', 'growth', 'starter'])
    const [one, , three] = group.clinics as [TestClinic, TestClinic, TestClinic]
    const { groupId } = group
    // Of all plans that are left, this one is by the year.
    addPrice('price_growth_year', 90_000).recurring = {
      interval: 'year',
      interval_count: 1,
      usage_type: 'licensed',
    }
    const yearly = await openAdjusting({ growth: 'price_growth_year' })
    await expect(yearly.adjust(groupId)).rejects.toThrow('a price of another interval')
    // What was paid before prices were kept with it.
    await testApp.owner.query(`update group_billing_accounts set parts = '[]' where group_id = $1`, [groupId])
    addPrice('price_growth_other', 8900)
    const { adjust } = await openAdjusting({ ...payments.planPrices, growth: 'price_growth_other' })
    await owner(three).callOk(practiceGroups.stopAgreement, { agreement: 'billing' })
    await expect(adjust(groupId)).rejects.toThrow('no plan’s')
    expect([group.bill(), group.subscription().status]).toEqual([['2 growth', '1 starter'], 'active'])
    expect(await planOf(one)).toBe('growth')
    const left = 'select 1 from group_billed_practices where clinic_id = $1'
    expect((await testApp.owner.query(left, [three.id])).rows).toEqual([])
    await drain()
    expect(group.bill()).toEqual(['2 growth'])
  })

  it('of a plan that has no price any more takes practices off it, and adds none', async () => {
    const group = await openPayingGroup(['growth', 'growth', 'starter'])
    const [one, , three] = group.clinics as [TestClinic, TestClinic, TestClinic]
    const { growth: _none, ...others } = payments.planPrices
    const { adjust } = await openAdjusting(others)
    await chooseMeanwhile(three, 'growth')
    await expect(adjust(group.groupId)).rejects.toThrow('no price for the plan growth')
    expect(group.bill()).toEqual(['2 growth', '1 starter'])
    await chooseMeanwhile(three, 'starter')
    await chooseMeanwhile(one, 'starter')
    await adjust(group.groupId)
    expect([group.bill(), await planOf(one)]).toEqual([['1 growth', '2 starter'], 'starter'])
  })

  it('to a plan without a price changes nothing, and gives nobody what is not paid for', async () => {
    const group = await openPayingGroup(['growth', 'growth', 'starter'])
    const [one, , three] = group.clinics as [TestClinic, TestClinic, TestClinic]
    const late = await addClinic('Not Paid For')
    await addGroupMember(testApp.owner, group.groupId, late.id)
    await agree(late)
    await group.administrator.callOk(groupBilling.setPlan, {
      ...{ practiceId: late.id, plan: 'growth', previewedAt: seenNow() },
    })
    await chooseMeanwhile(three, 'enterprise')
    const { adjust } = await openAdjusting(payments.planPrices)
    await expect(adjust(group.groupId)).rejects.toThrow('no price for the plan enterprise')
    expect([group.bill(), await planOf(late)]).toEqual([['2 growth', '1 starter'], 'starter'])
    expect((await owner(late).callOk(billing.get, {})).isGroupPaying).toBe(false)
    await chooseMeanwhile(three, 'growth')
    await drain()
    expect([group.bill(), await planOf(late)]).toEqual([['4 growth'], 'growth'])
    const asked = { practiceId: one.id, plan: 'enterprise' as const, previewedAt: null }
    expect((await group.administrator.call(groupBilling.setPlan, asked)).reason).toBe('no-price')
  })

  it('of a practice whose own card begins to pay meanwhile leaves what its card holds', async () => {
    const group = await openPayingGroup(['growth'])
    const [one] = group.clinics as [TestClinic]
    const { adjust } = await openAdjusting(payments.planPrices)
    const other = new pg.Client(testApp.logins.app)
    await other.connect()
    try {
      const { owner: own } = testApp
      await own.query('begin')
      await own.query(`update clinics set plan = 'growth-pro' where id = $1`, [one.id])
      await own.query(
        `insert into billing_accounts (clinic_id, customer_id, status, created_at) values ($1, 'cus_race', 'active', now())`,
        [one.id],
      )
      const adjusted = adjust(group.groupId)
      const waiting = 'select 1 from pg_locks where not granted'
      while ((await other.query(waiting)).rows.length === 0);
      await own.query('commit')
      await adjusted
      expect(await planOf(one)).toBe('growth-pro')
    } finally {
      await other.end()
    }
  })
})

describe('a practice that stops', () => {
  it('goes off the bill, keeps its plan for the grace, and nothing happens twice', async () => {
    const group = await openPayingGroup(['growth', 'growth'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    await stop(one)
    expect(group.bill()).toEqual(['1 growth'])
    const stopped = await standing(one)
    expect(stopped).toMatchObject({ plan: 'starter', graces: [{ plan: 'growth' }] })
    expect(await planOf(two)).toBe('growth')
    // Somebody agrees a plan with it since; the group's bill says nothing of it any more.
    await testApp.owner.query(`update clinics set plan = 'enterprise' where id = $1`, [one.id])
    await payments.postSince(0)
    expect(await standing(one)).toEqual({ ...stopped, plan: 'enterprise' })
    expect(await owner(one).callOk(billing.get, {})).toMatchObject({ paidByGroup: null })
  })

  it('by leaving the group is on its own again, and the last one ends the bill', async () => {
    const group = await openPayingGroup(['growth', 'growth-pro'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    await owner(one).callOk(practiceGroups.leave, {})
    await drain()
    expect([group.bill(), await planOf(one)]).toEqual([['1 growth-pro'], 'starter'])
    await group.choose(two, null)
    expect(group.subscription().status).toBe('canceled')
    expect(await standing(two)).toMatchObject({ plan: 'starter', graces: [{ plan: 'growth-pro' }] })
    const { rows } = await testApp.owner.query('select 1 from group_billed_practices where group_id = $1', [
      group.groupId,
    ])
    expect(rows).toEqual([])
  })

  it('by closing its account is off the bill', async () => {
    const group = await openPayingGroup(['growth', 'growth'])
    const [, other] = group.clinics as [TestClinic, TestClinic]
    await owner(other).callOk(clinicSettings.close, { name: other.name })
    await drain()
    expect(group.bill()).toEqual(['1 growth'])
    const again = { practiceId: other.id, plan: 'growth' as const, previewedAt: null }
    const answer = await group.administrator.call(groupBilling.setPlan, again)
    expect(answer.reason).toBe('practice-not-billed')
  })

  it('before anybody paid leaves nothing behind', async () => {
    const group = await openGroup(1)
    const [one] = group.clinics as [TestClinic]
    await agree(one)
    await group.choose(one, 'growth')
    await stop(one)
    expect(await planOf(one)).toBe('starter')
    expect((await group.administrator.call(groupBilling.subscribe, {})).reason).toBe('no-practices')
  })
})

describe('a group that does not pay', () => {
  it('has all its practices unpaid since then, told without a card to change, until it pays', async () => {
    const group = await openPayingGroup(['growth', 'growth-pro'])
    const [one] = group.clinics as [TestClinic]
    const { customer } = group.subscription()
    payments.books.customers.get(customer)!.cardFails = true
    await passDays(32)
    expect((await group.administrator.callOk(groupBilling.get, {})).subscription).toMatchObject({
      ...{ status: 'past_due', unpaidSince: expect.any(String) },
    })
    expect(await standing(one)).toMatchObject({ plan: 'growth', unpaid: true })
    const { group: name } = await group.administrator.callOk(groupBilling.get, {})
    const [notice] = await owner(one).callOk(billing.notices, {})
    expect(notice).toMatchObject({ kind: 'payment-failed', paidByGroup: name })
    payments.books.customers.get(customer)!.cardFails = false
    const failed = payments.books.events.length
    payments.books.payOpen(customer)
    await payments.postSince(failed)
    expect(await standing(one)).toMatchObject({ plan: 'growth', unpaid: false })
  })

  it('comes to no larger bill before it has paid, and is credited nothing', async () => {
    const group = await openPayingGroup(['growth', 'growth'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    const late = await addClinic('Late')
    await addGroupMember(testApp.owner, group.groupId, late.id)
    await agree(late)
    const { customer } = group.subscription()
    payments.books.customers.get(customer)!.cardFails = true
    await passDays(32)
    for (const asked of [
      { practiceId: late.id, plan: 'starter' as const, previewedAt: seenNow() },
      { practiceId: one.id, plan: 'growth-pro' as const, previewedAt: seenNow() },
    ])
      expect((await group.administrator.call(groupBilling.setPlan, asked)).reason).toBe('bill-unpaid')
    await group.choose(one, 'starter')
    expect(group.bill().toSorted()).toEqual(['1 growth', '1 starter'])
    await group.choose(one, null)
    await group.choose(two, null)
    expect(group.subscription().status).toBe('canceled')
    expect(group.lastAsked()).toContain('prorate=false')
  })

  it('any more has them on the least plan with a grace, once', async () => {
    const group = await openPayingGroup(['growth', 'growth-pro'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    await group.administrator.callOk(groupBilling.setEnding, { ends: true })
    const { subscription } = await group.administrator.callOk(groupBilling.get, {})
    expect(subscription!.endsAt).toBe(subscription!.periodEndsAt)
    expect((await owner(one).callOk(billing.notices, {})).map(({ kind }) => kind)).toContain('plan-ends')
    await group.administrator.callOk(groupBilling.setEnding, { ends: false })
    await group.administrator.callOk(groupBilling.setEnding, { ends: true })
    await passDays(32)
    expect(await standing(one)).toMatchObject({ plan: 'starter', graces: [{ plan: 'growth' }] })
    expect(await standing(two)).toMatchObject({ plan: 'starter', graces: [{ plan: 'growth-pro' }] })
    await testApp.owner.query(`update clinics set plan = 'enterprise' where id = $1`, [one.id])
    await payments.app.sweep('billing.payments')
    await drain()
    expect(await planOf(one)).toBe('enterprise')
    // It pays again for what is chosen still.
    await pay(group)
    expect([await planOf(one), await planOf(two)]).toEqual(['growth', 'growth-pro'])
  })

  it('ends the same however its events arrive', async () => {
    const [ordered, shuffled, missed] = [
      await openPayingGroup(['growth', 'starter']),
      await openPayingGroup(['growth', 'starter']),
      await openPayingGroup(['growth', 'starter']),
    ] as const
    const all = [ordered, shuffled, missed]
    const eventsSince = new Map<Group, PeerEvent[]>()
    const before = payments.books.events.length
    for (const { subscription } of all)
      payments.books.customers.get(subscription().customer)!.cardFails = true
    payments.advance(33)
    await renewSessions()
    for (const { subscription } of all) {
      payments.books.customers.get(subscription().customer)!.cardFails = false
      payments.books.payOpen(subscription().customer)
      payments.books.setStatus(subscription(), 'canceled')
    }
    for (const group of all) {
      const { customer } = group.subscription()
      const told = payments.books.events.slice(before)
      eventsSince.set(
        group,
        told.filter(({ data }) => data.object.customer === customer),
      )
    }
    for (const event of eventsSince.get(ordered)!) await payments.post(event)
    await drain()
    for (const event of eventsSince.get(shuffled)!.toReversed()) {
      await payments.post(event)
      await drain()
    }
    await payments.app.sweep('billing.payments')
    await drain()
    for (const { clinics } of all)
      expect(await standing(clinics[0]!), clinics[0]!.name).toMatchObject({
        ...{ plan: 'starter', graces: [{ plan: 'growth' }], unpaid: false },
      })
  })
})

describe('before a plan is chosen', () => {
  const totals = ({ subscription }: Group) =>
    payments.books.invoices
      .filter(({ customer }) => customer === subscription().customer)
      .map(({ total }) => total)

  it('its price is seen to the penny, and that is what is charged', async () => {
    const group = await openPayingGroup(['growth', 'starter'])
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    const { administrator } = group
    await passDays(11)
    const asked = { practiceId: two.id, plan: 'growth-pro' as const }
    const seen = await administrator.callOk(groupBilling.previewPlan, asked)
    expect(seen).toMatchObject({
      ...{ plan: 'growth-pro', isImmediate: true, from: expect.any(String) },
      monthlyPence: testPrices.growth + testPrices['growth-pro'],
    })
    expect(seen.dueNowPence).toBeGreaterThan(0)
    expect(seen.vatPence).toBe(Math.round((seen.dueNowPence - seen.vatPence) / 5))
    expect(group.bill()).toEqual(['1 growth', '1 starter'])
    // Nobody is charged what nobody saw, or saw too long ago.
    for (const previewedAt of [null, seen.previewedAt - 24 * 3600])
      expect(await administrator.call(groupBilling.setPlan, { ...asked, previewedAt })).toMatchObject({
        reason: 'preview-outdated',
      })
    payments.advance(3 / (24 * 60))
    await administrator.callOk(groupBilling.setPlan, { ...asked, previewedAt: seen.previewedAt })
    await drain()
    expect([group.bill(), totals(group).at(-1)]).toEqual([['1 growth', '1 growth-pro'], seen.dueNowPence])
    const smaller = { practiceId: one.id, plan: 'starter' as const }
    expect(await administrator.callOk(groupBilling.previewPlan, smaller)).toMatchObject({
      ...{ dueNowPence: 0, vatPence: 0 },
      monthlyPence: testPrices.starter + testPrices['growth-pro'],
    })
    await administrator.callOk(groupBilling.setPlan, { ...smaller, previewedAt: null })
    await drain()
    expect([group.bill(), totals(group).length]).toEqual([['1 growth-pro', '1 starter'], 2])
  })

  it('that of one more practice is seen too, and none where nothing would be charged', async () => {
    const group = await openPayingGroup(['growth'])
    const [one] = group.clinics as [TestClinic]
    const { administrator } = group
    const late = await addClinic('One More')
    await addGroupMember(testApp.owner, group.groupId, late.id)
    const preview = (practiceId: string, plan: PlanName) =>
      administrator.call(groupBilling.previewPlan, { practiceId, plan })
    expect((await preview(late.id, 'starter')).reason).toBe('practice-not-billed')
    await payments.subscribe(late, 'starter')
    await owner(late).callOk(billing.setEnding, { ends: true })
    await agree(late)
    const ofLate = { practiceId: late.id, plan: 'growth' as const }
    expect(await administrator.callOk(groupBilling.previewPlan, ofLate)).toMatchObject({
      ...{ dueNowPence: 0, monthlyPence: testPrices.growth },
    })
    const third = await addClinic('And Another')
    await addGroupMember(testApp.owner, group.groupId, third.id)
    await agree(third)
    const { dueNowPence, monthlyPence } = await administrator.callOk(groupBilling.previewPlan, {
      ...{ practiceId: third.id, plan: 'growth' },
    })
    expect([dueNowPence, monthlyPence]).toEqual([testPrices.growth * 1.2, 2 * testPrices.growth])
    expect((await preview(one.id, 'growth')).reason).toBe('same-plan')
    expect((await preview(one.id, 'enterprise')).reason).toBe('no-price')
    payments.peer.letBeDown(true)
    expect((await preview(one.id, 'growth-pro')).reason).toBe('payments-unanswered')
    payments.peer.letBeDown(false)
    const { customer } = group.subscription()
    payments.books.customers.get(customer)!.cardFails = true
    await passDays(32)
    expect((await preview(one.id, 'growth-pro')).reason).toBe('bill-unpaid')
    await group.choose(one, null)
    await group.choose(third, null)
    await group.choose(late, null)
    expect((await preview(one.id, 'growth')).reason).toBe('no-subscription')
  })
})

describe('the VAT number of a group', () => {
  it('is Stripe’s to check and keep, and stands with its bill', async () => {
    const group = await openPayingGroup(['growth'])
    const { administrator } = group
    const save = (vatNumber: string) => administrator.call(groupBilling.changeVatNumber, { vatNumber })
    const kept = async () => (await administrator.callOk(groupBilling.get, {})).vatNumber
    expect(await kept()).toBe('')
    expect((await save('gb 123 4567 89')).status).toBe(200)
    expect(await kept()).toBe('GB123456789')
    expect((await save('GB000000000')).reason).toBe('vat-number-refused')
    expect(await kept()).toBe('GB123456789')
    expect((await save('')).status).toBe(200)
    expect(await kept()).toBe('')
    const unpaid = await openGroup(1)
    const refused = await unpaid.administrator.call(groupBilling.changeVatNumber, { vatNumber: '' })
    expect(refused.reason).toBe('no-subscription')
  })
})

describe('a practice that is suspended', () => {
  it('stays on the bill as its own subscription would, which the group reads and ends', async () => {
    const group = await openPayingGroup(['growth', 'starter'])
    const [, two] = group.clinics as [TestClinic, TestClinic]
    const change = async (status: 'suspended' | 'active') =>
      payments.as(testApp.superAdmin).callOk(directory.changeStatus, {
        ...{ clinicId: two.id, status, reason: 'Checked by phone' },
      })
    const statuses = async () =>
      (await group.administrator.callOk(groupBilling.get, {})).practices.map(({ status }) => status)
    await change('suspended')
    await payments.app.sweep('billing.payments')
    await drain()
    expect(await statuses()).toEqual(['active', 'suspended'])
    expect([group.bill(), await planOf(two)]).toEqual([['1 growth', '1 starter'], 'starter'])
    await change('active')
    await drain()
    expect([group.bill(), await statuses()]).toEqual([
      ['1 growth', '1 starter'],
      ['active', 'active'],
    ])
  })
})

describe('a practice whose group is to pay', () => {
  it('and does not yet reads whom to ask when its trial ends, and not to choose a plan', async () => {
    const group = await openGroup(1)
    const [one] = group.clinics as [TestClinic]
    const inDays = (days: number) => new Date(testApp.clock.now().getTime() + days * 86_400_000)
    await testApp.owner.query('update clinics set trial_ends_at = $2 where id = $1', [one.id, inDays(3)])
    const noticeOf = async () => (await owner(one).callOk(billing.notices, {}))[0]
    expect(await noticeOf()).toMatchObject({ kind: 'trial-ends-soon', awaitedGroup: null })
    await agree(one)
    const { group: name } = await group.administrator.callOk(groupBilling.get, {})
    const awaiting = { paidByGroup: null, awaitedGroup: name }
    expect(await noticeOf()).toMatchObject({ kind: 'trial-ends-soon', ...awaiting })
    await testApp.owner.query('update clinics set trial_ends_at = $2 where id = $1', [one.id, inDays(-1)])
    expect(await noticeOf()).toMatchObject({ kind: 'trial-over', ...awaiting })
  })
})

describe('nobody pays twice', () => {
  it('a practice that pays by card cannot agree, and one that agreed cannot pay by card', async () => {
    const group = await openGroup(2)
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    await payments.subscribe(one, 'growth')
    const asked = await owner(one).call(practiceGroups.agree, { agreement: 'billing' })
    expect(asked.reason).toBe('pays-by-card')
    await agree(two)
    expect((await owner(two).call(billing.subscribe, { plan: 'growth' })).reason).toBe('group-pays')
    await stop(two)
    await owner(two).callOk(billing.subscribe, { plan: 'growth' })
  })

  it('one whose card still pays is on the group’s bill once that is over', async () => {
    const group = await openPayingGroup(['growth', 'starter'])
    const late = await addClinic('Still Paid')
    await addGroupMember(testApp.owner, group.groupId, late.id)
    await payments.subscribe(late, 'starter')
    await owner(late).callOk(billing.setEnding, { ends: true })
    await agree(late)
    await group.choose(late, 'growth-pro')
    expect(group.bill()).toEqual(['1 growth', '1 starter'])
    expect(await planOf(late)).toBe('starter')
    const shown = await group.administrator.callOk(groupBilling.get, {})
    expect(shown.practices.filter(({ isOnBill }) => !isOnBill).map(({ id }) => id)).toEqual([late.id])
    expect(shown.monthlyPence).toBe(shown.subscription!.monthlyPence)
    const { paidByGroup, isGroupPaying, notices } = await owner(late).callOk(billing.get, {})
    expect([paidByGroup, isGroupPaying]).toEqual([shown.group, false])
    expect(notices).toMatchObject([{ kind: 'plan-ends', paidByGroup: null }])
    await passDays(32)
    expect(group.bill()).toEqual(['1 growth', '1 starter', '1 growth-pro'])
    expect(await planOf(late)).toBe('growth-pro')
  })

  it('one that pays by card after all, on a page it opened before, goes off the group’s bill', async () => {
    const group = await openGroup(2)
    const [one, two] = group.clinics as [TestClinic, TestClinic]
    const { url } = await owner(one).callOk(billing.subscribe, { plan: 'growth-pro' })
    for (const clinic of [one, two]) {
      await agree(clinic)
      await group.choose(clinic, 'growth')
    }
    await pay(group)
    expect(group.bill()).toEqual(['2 growth'])
    const before = payments.books.events.length
    payments.peer.complete(url.split('/').at(-1)!)
    await payments.postSince(before)
    expect(group.bill()).toEqual(['1 growth'])
    expect([await planOf(one), await planOf(two)]).toEqual(['growth-pro', 'growth'])
  })

  it('a group is led to no page to pay on twice, and of two subscriptions the newest stays', async () => {
    const group = await openGroup(1)
    const [one] = group.clinics as [TestClinic]
    await agree(one)
    await group.choose(one, 'growth')
    expect((await owner(one).callOk(billing.get, {})).isGroupPaying).toBe(false)
    await group.administrator.callOk(groupBilling.subscribe, {})
    const { groupId } = group
    const { rows } = await testApp.owner.query<{ customer: string }>(
      'select customer_id as customer from group_billing_accounts where group_id = $1',
      [groupId],
    )
    const { customer } = rows[0]!
    const begin = () =>
      payments.books.begin(customer, [{ price: 'price_growth', quantity: 1 }], {
        ...{ metadata: { groupId }, trialEnd: null },
      })
    const first = begin()
    // Nobody was told of it yet.
    expect((await group.administrator.call(groupBilling.subscribe, {})).reason).toBe('has-subscription')
    payments.advance(1)
    await renewSessions()
    const second = begin()
    await (await openAdjusting(payments.planPrices)).adjust(groupId)
    expect([first.status, second.status, await planOf(one)]).toEqual(['canceled', 'active', 'growth'])
  })

  it('a group is one customer, whichever of its administrators begins', async () => {
    const group = await openGroup(1)
    const [one] = group.clinics as [TestClinic]
    await agree(one)
    await group.choose(one, 'growth')
    const colleague = await one.addColleague()
    await renewSessions()
    await giveSecondFactor(testApp.owner, colleague)
    await addGroupPerson(testApp.owner, colleague, group.groupId, 'group_admin')
    await group.administrator.callOk(groupBilling.subscribe, {})
    // What the first one made was not kept.
    await testApp.owner.query('delete from group_billing_accounts where group_id = $1', [group.groupId])
    const { url } = await payments.as(colleague).callOk(groupBilling.subscribe, {})
    payments.peer.complete(url.split('/').at(-1)!)
    expect(payments.books.customers.has(group.subscription().customer)).toBe(true)
    const customers = payments.peer.asked.filter((asked) => /customers\/[^/]+$/.test(asked)).slice(-2)
    expect(new Set(customers).size).toBe(1)
  })

  it('its plan is not changed by hand', async () => {
    const group = await openPayingGroup(['growth'])
    const change = { clinicId: group.clinics[0]!.id, plan: 'growth-pro' as const, trialUntil: null }
    const admin = payments.as(testApp.superAdmin)
    const answer = await admin.call(directory.changePlan, { ...change, reason: 'Agreed by phone' })
    expect(answer.reason).toBe('paid-by-group')
  })
})

describe('the database', () => {
  it('lets a group choose for practices that agreed alone, and a practice only end', async () => {
    const group = await openPayingGroup(['growth'])
    const other = await openPayingGroup(['growth'])
    const [own, others] = [group.clinics[0]!, other.clinics[0]!]
    const quiet = await addClinic('Never Asked')
    await addGroupMember(testApp.owner, group.groupId, quiet.id)
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    try {
      const query = rawQuery(app)
      const asGroup = { role: 'candour_group', groupId: group.groupId } as const
      const insert = `insert into group_billed_practices (clinic_id, group_id, plan, set_by, set_at)
        values ($1, $2, 'growth', 'x', now())`
      for (const id of [others.id, quiet.id])
        await expect(query(asGroup, insert, [id, group.groupId])).rejects.toThrow('row-level security')
      const every = 'select clinic_id as clinic from group_billed_practices'
      expect(await query(asGroup, every)).toEqual([{ clinic: own.id }])
      const change = `update group_billed_practices set plan = 'starter' returning clinic_id as clinic`
      expect(await query(asGroup, change)).toEqual([{ clinic: own.id }])
      const account = 'select group_id as "group" from group_billing_accounts'
      expect(await query(asGroup, account)).toEqual([{ group: group.groupId }])
      await expect(query(asGroup, `update group_billed_practices set paid_since = now()`)).rejects.toThrow(
        'permission denied',
      )
      expect(await query(asGroup, 'select clinic_id as clinic, plan from group_plans()')).toEqual([
        { clinic: own.id, plan: 'growth' },
      ])
      for (const column of ['plan', 'graces', 'trial_ends_at', 'unpaid_since'])
        await expect(query(asGroup, `select ${column} from clinics`)).rejects.toThrow('permission denied')
      const asPractice = { role: 'candour_clinic', clinicId: own.id } as const
      await expect(query(asPractice, 'select plan from group_plans()')).rejects.toThrow('permission denied')
      expect(await query(asPractice, account)).toEqual([{ group: group.groupId }])
      expect(await query(asPractice, every)).toEqual([{ clinic: own.id }])
      await expect(query(asPractice, change)).rejects.toThrow('permission denied')
      await expect(query(asPractice, `update group_billed_practices set ended_at = null`)).rejects.toThrow(
        'row-level security',
      )
      expect(
        await query({ role: 'candour_clinic', clinicId: quiet.id }, `${account} union all ${every}`),
      ).toEqual([])
    } finally {
      await app.end()
    }
  })

  it('is asked for no other group’s practice, and an auditor changes nothing', async () => {
    const group = await openPayingGroup(['growth'])
    const other = await openPayingGroup(['growth'])
    const foreign = { practiceId: other.clinics[0]!.id, plan: 'starter' as const, previewedAt: null }
    const refused = await group.administrator.call(groupBilling.setPlan, foreign)
    expect([refused.status, refused.reason]).toEqual([404, 'practice-not-billed'])
    expect((await group.administrator.callOk(groupBilling.get, {})).practices.length).toBe(1)
    const colleague = await group.clinics[0]!.addColleague()
    await renewSessions()
    await giveSecondFactor(testApp.owner, colleague)
    await addGroupPerson(testApp.owner, colleague, group.groupId, 'group_auditor')
    const auditor = payments.as(colleague)
    expect((await auditor.callOk(groupBilling.get, {})).role).toBe('group_auditor')
    expect((await auditor.callOk(groupBilling.invoices, {})).length).toBe(1)
    const own = { practiceId: group.clinics[0]!.id, plan: 'starter' as const, previewedAt: null }
    for (const answer of [
      await auditor.call(groupBilling.setPlan, own),
      await auditor.call(groupBilling.subscribe, {}),
      await auditor.call(groupBilling.openPortal, {}),
      await auditor.call(groupBilling.setEnding, { ends: true }),
      await auditor.call(groupBilling.previewPlan, { practiceId: own.practiceId, plan: own.plan }),
      await auditor.call(groupBilling.changeVatNumber, { vatNumber: '' }),
    ])
      expect(answer.reason).toBe('group-administrators-only')
    expect(group.bill()).toEqual(['1 growth'])
  })
})
