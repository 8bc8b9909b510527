import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { plan_grace_days } from '../../../contract/limits.ts'
import {
  fallbackPlan,
  planNames,
  plans,
  usage_notice_percents,
  type PlanName,
} from '../../../contract/plans.ts'
import { day_ms } from '../../platform/clock.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { billing, clinicSettings, integrations, videos } = contract
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

type Plan = { plan: PlanName; graces?: object[]; unpaidSince?: Date | null; trialEndsAt?: Date | null }

async function clinicOnPlan({
  plan,
  graces = [],
  unpaidSince = null,
  trialEndsAt = null,
}: Plan): Promise<TestClinic> {
  const clinic = await testApp.addClinic(`On ${crypto.randomUUID()}`)
  await testApp.owner.query(
    'update clinics set plan = $2, graces = $3, unpaid_since = $4, trial_ends_at = $5 where id = $1',
    [clinic.id, plan, JSON.stringify(graces), unpaidSince, trialEndsAt],
  )
  return clinic
}

const daysAgo = (days: number) => new Date(testApp.clock.now().getTime() - days * day_ms)
const publishVersion = async (clinic: TestClinic) =>
  (await clinic.as('owner').callOk(clinicSettings.branding, {})).version

/** What each limit of the table refuses, asked as its people would. */
const limits: Record<string, (clinic: TestClinic) => Promise<{ status: number; reason: string | null }>> = {
  'a colour': async (clinic) =>
    clinic
      .as('owner')
      .call(clinicSettings.changeColour, { colour: '#0b5563', version: await publishVersion(clinic) }),
  'a logo': async (clinic) =>
    clinic
      .as('owner')
      .call(clinicSettings.setLogo, { image: picture, version: await publishVersion(clinic) }),
  'an API key': (clinic) =>
    clinic.as('owner').call(integrations.createKey, { name: 'Key', scopes: ['system/Consent.read'] }),
  'a webhook': (clinic) =>
    clinic.as('owner').call(integrations.createWebhook, {
      ...{ name: 'Hook', url: 'https://hooks.example.org/x', events: ['consent.signed'] },
    }),
}
const isInPlan = (limit: string, plan: PlanName): boolean =>
  limit === 'a colour' || limit === 'a logo' ? plans[plan].hasBranding : plans[plan].hasIntegrations

describe.each(planNames)('on %s', (plan) => {
  it.each(Object.keys(limits))('%s is made or refused as the table says', async (limit) => {
    const answer = await limits[limit]!(await clinicOnPlan({ plan }))
    expect(answer.reason ?? answer.status).toBe(isInPlan(limit, plan) ? 200 : 'not-in-plan')
  })

  it('videos have the room that the table says', async () => {
    const clinic = await clinicOnPlan({ plan })
    const { allowed } = await clinic.as('owner').callOk(videos.usage, {})
    expect(allowed).toBe(plans[plan].video_storage_bytes)
  })

  it('an unpaid invoice takes nothing away while the grace runs, and adds nothing after it', async () => {
    const clinic = await clinicOnPlan({ plan, unpaidSince: daysAgo(plan_grace_days - 1) })
    const shrunk = await clinicOnPlan({ plan, unpaidSince: daysAgo(plan_grace_days + 1) })
    for (const [limit, ask] of Object.entries(limits)) {
      const answer = await ask(clinic)
      expect(answer.reason ?? answer.status, limit).toBe(isInPlan(limit, plan) ? 200 : 'not-in-plan')
      const after = await ask(shrunk)
      expect(after.reason ?? after.status, limit).toBe(isInPlan(limit, fallbackPlan) ? 200 : 'not-in-plan')
    }
  })

  it('no consent is refused, far over the number and long after the last payment', async () => {
    const clinic = await clinicOnPlan({ plan, unpaidSince: daysAgo(400) })
    await fill(clinic, 3 * (plans[plan].consents_a_month ?? 10))
    const { consentId } = await clinic.addSent()
    expect(consentId).toMatch(/-/)
  })
})

/** Counts so many more consents as sent now, beside one that really was. */
async function fill(clinic: TestClinic, count: number): Promise<void> {
  const { consentId } = await clinic.addSent()
  const { rows } = await testApp.owner.query(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'consents' and column_name not in ('id') and is_generated = 'NEVER' and is_identity = 'NO'`,
  )
  const { names } = rows[0]
  await testApp.owner.query(
    `insert into consents (id, ${names}) select gen_random_uuid(), ${names} from consents, generate_series(2, $2) where id = $1`,
    [consentId, count],
  )
}

describe('what is told of a month’s consents', () => {
  const limit = plans.starter.consents_a_month!
  it.each([
    [Math.ceil((limit * 80) / 100) - 1, []],
    ...usage_notice_percents.map((percent) => [Math.ceil((limit * percent) / 100), [`usage-${percent}`]]),
    [limit * 3, ['usage-120']],
  ] as [number, string[]][])('with %s sent is %j', async (sent, kinds) => {
    const clinic = await clinicOnPlan({ plan: 'starter' })
    await fill(clinic, sent)
    const notices = await clinic.as('owner').callOk(billing.notices, {})
    expect(notices.map(({ kind }) => kind)).toEqual(kinds)
    if (kinds.length > 0) expect(notices[0]).toMatchObject({ sent, limit })
  })

  it('is nothing where the number is agreed', async () => {
    const clinic = await clinicOnPlan({ plan: 'enterprise' })
    await fill(clinic, 500)
    expect(await clinic.as('owner').callOk(billing.notices, {})).toEqual([])
  })
})

describe('what is told of payments', () => {
  it.each([
    ['an unpaid invoice', { unpaidSince: 5 }, ['payment-failed']],
    ['an unpaid invoice after the grace', { unpaidSince: 31 }, ['plan-shrunk']],
    ['a trial with weeks to go', { trialEndsAt: -20 }, []],
    ['a trial that ends in days', { trialEndsAt: -3 }, ['trial-ends-soon']],
    ['a trial that is over', { trialEndsAt: 3 }, ['trial-over']],
  ] as [string, { unpaidSince?: number; trialEndsAt?: number }, string[]][])(
    '%s',
    async (_what, days, kinds) => {
      const { unpaidSince, trialEndsAt } = days
      const clinic = await clinicOnPlan({
        plan: 'growth',
        unpaidSince: unpaidSince === undefined ? null : daysAgo(unpaidSince),
        trialEndsAt: trialEndsAt === undefined ? null : daysAgo(trialEndsAt),
      })
      expect((await clinic.as('owner').callOk(billing.notices, {})).map(({ kind }) => kind)).toEqual(kinds)
    },
  )

  it('a larger plan that holds on', async () => {
    const until = daysAgo(-10).toISOString()
    const clinic = await clinicOnPlan({
      plan: 'starter',
      graces: [{ plan: 'growth-pro', until, from: 'hand' }],
    })
    const notices = await clinic.as('owner').callOk(billing.notices, {})
    expect(notices).toEqual([
      { kind: 'in-grace', at: until, sent: null, limit: null, paidByGroup: null, awaitedGroup: null },
    ])
  })
})

describe('a plan set by hand', () => {
  it('to a smaller one lets the larger hold on, and is in the practice’s own log with its reason', async () => {
    const clinic = await clinicOnPlan({ plan: 'growth-pro' })
    const asked = { clinicId: clinic.id, plan: 'starter', trialUntil: null, reason: 'Fewer chairs' } as const
    await testApp.as(testApp.superAdmin).callOk(contract.directory.changePlan, asked)
    const { plan, heldPlan, graces } = await clinic.as('owner').callOk(billing.get, {})
    expect([plan, heldPlan, graces.length]).toEqual(['starter', 'growth-pro', 1])
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'clinic.plan_changed' and clinic_id = $1`,
      [clinic.id],
    )
    expect(rows[0].details).toMatchObject({ reason: 'Fewer chairs', after: { plan: 'starter' } })
  })
})
