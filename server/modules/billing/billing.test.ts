import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { plan_preview_minutes } from '../../../contract/limits.ts'
import { rawQuery } from '../../testing/raw-query.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openPayments, testPrices, type TestPayments } from '../../testing/test-payments.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { billing, directory } = contract

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

const owner = (clinic: TestClinic) => payments.as(clinic.staff.owner)
const getBilling = (clinic: TestClinic) => owner(clinic).callOk(billing.get, {})
const planOf = async (clinic: TestClinic) =>
  (await testApp.owner.query('select plan from clinics where id = $1', [clinic.id])).rows[0].plan
const attemptsOf = async (clinic: TestClinic) =>
  (
    await testApp.owner.query(
      'select kind, state, failure from billing_attempts where clinic_id = $1 order by created_at',
      [clinic.id],
    )
  ).rows
const deliver = (since: number) => payments.postSince(since)

describe('beginning to pay', () => {
  it('leads to a page of Stripe, and holds once Stripe says so', async () => {
    const clinic = await testApp.addClinic('Bright Lane')
    expect(await getBilling(clinic)).toMatchObject({ takesCards: true, subscription: null })
    await payments.subscribe(clinic, 'growth')
    const { plan, heldPlan, subscription, prices } = await getBilling(clinic)
    expect([plan, heldPlan]).toEqual(['growth', 'growth-pro'])
    expect(subscription).toMatchObject({ status: 'active', plan: 'growth', monthlyPence: testPrices.growth })
    expect(prices.map((price) => price.plan)).toEqual(['starter', 'growth', 'growth-pro'])
    expect(await attemptsOf(clinic)).toEqual([{ kind: 'checkout', state: 'done', failure: null }])
  })

  it('charges nothing for what is left of a trial', async () => {
    const clinic = await testApp.addClinic('Trial Terrace')
    await testApp.owner.query(
      `update clinics set plan = 'starter', trial_ends_at = $2::timestamptz where id = $1`,
      [clinic.id, new Date(testApp.clock.now().getTime() + 20 * 86_400_000)],
    )
    await payments.subscribe(clinic, 'starter')
    const { subscription, trialEndsAt, heldPlan } = await getBilling(clinic)
    expect(subscription!.status).toBe('trialing')
    expect(trialEndsAt).toBe(subscription!.periodEndsAt)
    // A trial holds every feature, whatever is paid for afterwards.
    expect(heldPlan).toBe('growth-pro')
    expect(
      payments.books.invoices.filter(({ customer }) => customer === payments.customerOf(clinic.id)),
    ).toEqual([])
  })

  it('is refused for a plan without a price, twice, and without the right to', async () => {
    const clinic = await testApp.addClinic('No Price')
    expect((await owner(clinic).call(billing.subscribe, { plan: 'enterprise' })).reason).toBe('no-price')
    const dentist = payments.as(clinic.staff.dentist)
    expect((await dentist.call(billing.subscribe, { plan: 'growth' })).status).toBe(403)
    expect((await dentist.call(billing.get, {})).status).toBe(200)
    expect((await dentist.call(billing.notices, {})).status).toBe(403)
    await payments.subscribe(clinic, 'growth')
    expect((await owner(clinic).call(billing.subscribe, { plan: 'growth' })).reason).toBe('has-subscription')
  })

  it('closes a page that was opened before: nobody pays on two', async () => {
    const clinic = await testApp.addClinic('Two Tabs')
    const first = await owner(clinic).callOk(billing.subscribe, { plan: 'starter' })
    await owner(clinic).callOk(billing.subscribe, { plan: 'growth' })
    expect(() => payments.peer.complete(first.url.split('/').at(-1)!)).toThrow('resource_missing')
  })

  it('says so where this installation takes no cards', async () => {
    const clinic = await testApp.addClinic('Cash Only')
    const { takesCards, prices } = await clinic.as('owner').callOk(billing.get, {})
    expect([takesCards, prices]).toEqual([false, []])
    expect((await clinic.as('owner').call(billing.subscribe, { plan: 'growth' })).reason).toBe('no-price')
  })
})

describe('changing a plan', () => {
  it('to a larger one costs to the penny what was shown, and holds at once', async () => {
    const clinic = await testApp.addClinic('Larger Lane')
    await payments.subscribe(clinic, 'starter')
    payments.advance(0)
    const preview = await owner(clinic).callOk(billing.preview, { plan: 'growth' })
    expect(preview).toMatchObject({ isImmediate: true, monthlyPence: testPrices.growth })
    expect(preview.dueNowPence - preview.vatPence).toBe(testPrices.growth - testPrices.starter)
    const before = payments.books.events.length
    await owner(clinic).callOk(billing.change, { plan: 'growth', previewedAt: preview.previewedAt })
    expect(payments.books.invoices.at(-1)!.total).toBe(preview.dueNowPence)
    expect(await planOf(clinic)).toBe('growth')
    await deliver(before)
    expect(await planOf(clinic)).toBe('growth')
  })

  it('needs amounts that were looked at not long ago', async () => {
    const clinic = await testApp.addClinic('Late Look')
    await payments.subscribe(clinic, 'starter')
    const { previewedAt } = await owner(clinic).callOk(billing.preview, { plan: 'growth' })
    const late = previewedAt - (plan_preview_minutes + 1) * 60
    for (const asked of [null, late])
      expect((await owner(clinic).call(billing.change, { plan: 'growth', previewedAt: asked })).reason).toBe(
        'preview-outdated',
      )
  })

  it('to a smaller one waits for the end of the period, and can be taken back', async () => {
    const clinic = await testApp.addClinic('Smaller Street')
    await payments.subscribe(clinic, 'growth-pro')
    const preview = await owner(clinic).callOk(billing.preview, { plan: 'starter' })
    expect(preview).toMatchObject({ isImmediate: false, dueNowPence: 0, monthlyPence: testPrices.starter })
    await owner(clinic).callOk(billing.change, { plan: 'starter', previewedAt: null })
    const { plan, subscription } = await getBilling(clinic)
    expect(plan).toBe('growth-pro')
    expect(subscription).toMatchObject({ nextPlan: 'starter', nextPlanAt: subscription!.periodEndsAt })
    await owner(clinic).callOk(billing.change, { plan: 'growth-pro', previewedAt: null })
    expect((await getBilling(clinic)).subscription!.nextPlan).toBeNull()
  })

  it('leaves all as it was where the card refuses', async () => {
    const clinic = await testApp.addClinic('Refused Road')
    await payments.subscribe(clinic, 'starter')
    payments.books.customers.get(payments.customerOf(clinic.id))!.cardFails = true
    const { previewedAt } = await owner(clinic).callOk(billing.preview, { plan: 'growth' })
    const refused = await owner(clinic).call(billing.change, { plan: 'growth', previewedAt })
    expect(refused.reason).toBe('card-refused')
    expect(await planOf(clinic)).toBe('starter')
    expect((await attemptsOf(clinic)).at(-1)).toEqual({
      kind: 'change',
      state: 'failed',
      failure: 'card_declined',
    })
  })

  it('changes nothing where Stripe does not answer, and says so', async () => {
    const clinic = await testApp.addClinic('Down Street')
    await payments.subscribe(clinic, 'starter')
    payments.peer.letBeDown(true)
    try {
      for (const call of [
        owner(clinic).call(billing.setEnding, { ends: true }),
        owner(clinic).call(billing.invoices, {}),
        owner(clinic).call(billing.openPortal, {}),
        owner(clinic).call(billing.preview, { plan: 'growth' }),
      ])
        expect((await call).reason).toBe('payments-unanswered')
      // What is known here is shown all the same.
      expect((await getBilling(clinic)).subscription!.status).toBe('active')
    } finally {
      payments.peer.letBeDown(false)
    }
  })

  it('is refused without a plan to change, to the same plan, and while it ends', async () => {
    const clinic = await testApp.addClinic('Nothing Yet')
    for (const call of [
      owner(clinic).call(billing.preview, { plan: 'growth' }),
      owner(clinic).call(billing.change, { plan: 'growth', previewedAt: null }),
      owner(clinic).call(billing.setEnding, { ends: true }),
      owner(clinic).call(billing.openPortal, {}),
      owner(clinic).call(billing.changeVatNumber, { vatNumber: '' }),
    ])
      expect((await call).reason).toBe('no-subscription')
    await payments.subscribe(clinic, 'growth')
    expect((await owner(clinic).call(billing.preview, { plan: 'growth' })).reason).toBe('same-plan')
    expect((await owner(clinic).call(billing.preview, { plan: 'enterprise' })).reason).toBe('no-price')
    await owner(clinic).callOk(billing.setEnding, { ends: true })
    const ending = await owner(clinic).call(billing.change, { plan: 'starter', previewedAt: null })
    expect(ending.reason).toBe('is-ending')
  })
})

describe('ending a plan', () => {
  it('waits for the end of the period, and can be taken back; people cannot be put on another meanwhile', async () => {
    const clinic = await testApp.addClinic('Ending End')
    await payments.subscribe(clinic, 'growth')
    await owner(clinic).callOk(billing.setEnding, { ends: true })
    const { subscription, notices } = await getBilling(clinic)
    expect(subscription!.endsAt).toBe(subscription!.periodEndsAt)
    expect(notices.map(({ kind }) => kind)).toContain('plan-ends')
    const asked = { clinicId: clinic.id, plan: 'enterprise', trialUntil: null, reason: 'Agreed' } as const
    expect((await testApp.as(testApp.superAdmin).call(directory.changePlan, asked)).reason).toBe(
      'paid-by-card',
    )
    await owner(clinic).callOk(billing.setEnding, { ends: false })
    expect((await getBilling(clinic)).subscription!.endsAt).toBeNull()
  })
})

describe('a practice that pays', () => {
  it('is not closed before its plan is cancelled: nobody is charged for what is closed', async () => {
    const clinic = await testApp.addClinic('Closing Close')
    await payments.subscribe(clinic, 'growth')
    const close = () => owner(clinic).call(contract.clinicSettings.close, { name: 'Closing Close' })
    expect((await close()).reason).toBe('still-charged')
    await owner(clinic).callOk(billing.setEnding, { ends: true })
    expect((await close()).status).toBe(200)
  })

  it('keeps for its time what was agreed in person before', async () => {
    const clinic = await testApp.addClinic('Agreed Avenue')
    await payments.subscribe(clinic, 'growth')
    const { plan, heldPlan, graces, notices } = await getBilling(clinic)
    expect([plan, heldPlan]).toEqual(['growth', 'growth-pro'])
    expect(graces.map((grace) => grace.plan)).toEqual(['growth-pro'])
    expect(notices.map(({ kind }) => kind)).toContain('in-grace')
  })
})

describe('invoices and the VAT number', () => {
  it('are those of the practice alone, net and gross', async () => {
    const clinic = await testApp.addClinic('Invoice Row')
    await payments.subscribe(clinic, 'growth')
    const invoices = await owner(clinic).callOk(billing.invoices, {})
    expect(invoices).toHaveLength(1)
    expect(invoices[0]).toMatchObject({ status: 'paid', netPence: 7900, totalPence: 9480 })
    expect(await owner(testApp.clinicB).callOk(billing.invoices, {})).toEqual([])
    expect((await owner(clinic).callOk(billing.openPortal, {})).url).toContain('/portal/')
  })

  it('is kept where Stripe takes it, replaced and removed', async () => {
    const clinic = await testApp.addClinic('Number Nine')
    await payments.subscribe(clinic, 'starter')
    const set = (vatNumber: string) => owner(clinic).call(billing.changeVatNumber, { vatNumber })
    await set('gb 123 4567 89')
    expect((await getBilling(clinic)).vatNumber).toBe('GB123456789')
    await set('GB987654321')
    expect((await getBilling(clinic)).vatNumber).toBe('GB987654321')
    expect((await set('GB000000000')).reason).toBe('vat-number-refused')
    expect((await set('DE123')).code).toBe('invalid-argument')
    expect((await getBilling(clinic)).vatNumber).toBe('GB987654321')
    await set('')
    expect((await getBilling(clinic)).vatNumber).toBe('')
  })
})

describe('an event', () => {
  it('is not read unless Stripe signed it, not long ago', async () => {
    const clinic = await testApp.addClinic('Signed Street')
    await payments.subscribe(clinic, 'growth')
    const event = payments.eventsOf(clinic.id).at(-1)!
    const forged = { ...event, id: 'evt_forged' }
    expect(await payments.post(forged, { by: 'whsec_wrong' })).toBe(401)
    const old = new Date(testApp.clock.now().getTime() - 301_000)
    expect(await payments.post(forged, { at: old })).toBe(401)
    expect(await payments.post('{"object":"list"}')).toBe(400)
    expect(await payments.post(forged)).toBe(200)
    // Without keys nobody can have signed anything.
    const unsigned = await testApp
      .anonymous()
      .send({ method: 'POST', url: '/api/provider/stripe', payload: '{}' })
    expect(unsigned.status).toBe(401)
  })

  it('of somebody else’s customer is taken and not kept', async () => {
    const stranger = { id: 'sub_x', object: 'subscription', customer: 'cus_stranger' }
    const event = {
      id: 'evt_stranger',
      object: 'event',
      type: 'customer.subscription.updated',
      created: 1,
      data: { object: stranger },
    } as const
    await payments.post({
      ...event,
      data: { object: { ...stranger, status: 'active', items: { data: [] } } },
    })
    const { rows } = await testApp.owner.query(
      `select 1 from billing_events where customer_id = 'cus_stranger'`,
    )
    expect(rows).toEqual([])
  })

  it('is changed and taken away by no role of the application, and read by no practice', async () => {
    const app = new pg.Client(testApp.logins.app)
    await app.connect()
    try {
      const query = rawQuery(app)
      for (const role of ['candour_admin', 'candour_clinic', 'candour_job'] as const)
        for (const change of [
          'delete from billing_events',
          `update billing_events set facts = '{}'`,
          `update billing_events set happened_at = now()`,
        ])
          await expect(query({ role, clinicId: testApp.clinicA.id }, change), role).rejects.toThrow(
            'permission denied',
          )
      const practice = { role: 'candour_clinic', clinicId: testApp.clinicA.id } as const
      await expect(query(practice, 'select 1 from billing_events')).rejects.toThrow('permission denied')
      await expect(query(practice, `update billing_accounts set plan = 'enterprise'`)).rejects.toThrow(
        'permission denied',
      )
      await expect(query(practice, `update clinics set plan = 'enterprise'`)).rejects.toThrow(
        'permission denied',
      )
    } finally {
      await app.end()
    }
  })

  it('keeps no name, no address and no card', async () => {
    const { rows } = await testApp.owner.query('select facts from billing_events')
    expect(rows.length).toBeGreaterThan(10)
    const names = new Set(rows.flatMap(({ facts }) => Object.keys(facts)))
    expect([...names].toSorted()).toEqual(
      [
        'about',
        'invoiceId',
        'monthlyPence',
        'netPence',
        'outcome',
        'parts',
        'plan',
        'status',
        'subscriptionId',
      ].toSorted(),
    )
  })
})
