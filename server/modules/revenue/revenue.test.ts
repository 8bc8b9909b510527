import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openPayments, testPrices, type TestPayments } from '../../testing/test-payments.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { revenue } = contract

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

const admin = () => payments.as(testApp.superAdmin)

it('is nothing before the first event, and says that plans by hand are not counted', async () => {
  const { mrrPence, arrPence, months, newestEventAt, byHand } = await admin().callOk(revenue.get, {
    months: 3,
  })
  expect([mrrPence, arrPence, months.length, newestEventAt]).toEqual([0, 0, 3, null])
  expect(byHand).toBe(2)
})

it('is what the events say, in whole pence without VAT', async () => {
  await payments.subscribe(testApp.clinicA, 'growth')
  await payments.subscribe(testApp.clinicB, 'starter')
  const told = await admin().callOk(revenue.get, { months: 2 })
  const all = testPrices.growth + testPrices.starter
  expect(told).toMatchObject({ mrrPence: all, arrPence: 12 * all, byHand: 0 })
  expect(told.months.at(-1)).toMatchObject({ newPence: all, newPractices: 2, practices: 2, paidPence: all })
  expect(told.months.at(-1)!.plans.map(({ plan, practices }) => [plan, practices])).toEqual([
    ['starter', 1],
    ['growth', 1],
    ['growth-pro', 0],
    ['enterprise', 0],
  ])
  expect(told.forecast.map(({ mrrPence }) => mrrPence)).toEqual([all, all, all])
})

it('is what was looked up where two events of one second contradict each other', async () => {
  const { rowCount } = await testApp.owner.query(
    `insert into billing_events (event_id, type, happened_at, is_fetched, customer_id, facts, received_at)
     select 'zzz', 'customer.subscription.updated', max(happened_at) over (), is_fetched, customer_id,
       facts || '{"plan": "starter", "monthlyPence": 1}', received_at
     from billing_events where facts ->> 'plan' = 'growth' limit 1`,
  )
  expect(rowCount).toBe(1)
  const { mrrPence, months } = await admin().callOk(revenue.get, { months: 1 })
  expect(mrrPence).toBe(testPrices.growth + testPrices.starter)
  expect(months.at(-1)!.plans.find(({ plan }) => plan === 'growth')!.mrrPence).toBe(testPrices.growth)
  await testApp.owner.query(`delete from billing_events where event_id = 'zzz'`)
})

it('forecasts what is arranged: a plan that was cancelled ends', async () => {
  await payments.as(testApp.clinicA.staff.owner).callOk(contract.billing.setEnding, { ends: true })
  const { mrrPence, forecast } = await admin().callOk(revenue.get, { months: 1 })
  expect(mrrPence).toBe(testPrices.growth + testPrices.starter)
  expect(forecast.at(-1)!.mrrPence).toBe(testPrices.starter)
})

it.each(['months', 'plans', 'forecast'])('comes as a file: %s', async (table) => {
  const file = await admin().send({ method: 'GET', url: `/api/admin/revenue/${table}.csv?months=2` })
  expect(file.status).toBe(200)
  const { rows } = await testApp.owner.query(
    `select details from audit_rows where action = 'revenue.exported' order by at`,
  )
  expect(rows.at(-1).details).toMatchObject({ table, months: 2 })
})

it('is for super administrators alone', async () => {
  expect((await payments.as(testApp.clinicA.staff.owner).call(revenue.get, { months: 1 })).status).toBe(403)
})
