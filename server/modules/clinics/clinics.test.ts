import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { clinics } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

test('staff read their own clinic', async () => {
  const clinic = await testApp.clinicA.as('receptionist').callOk(clinics.get, {})
  expect(clinic).toMatchObject({
    id: testApp.clinicA.id,
    name: 'Harbour Street',
    isActive: true,
    isSuspended: false,
  })
})

test('an administrator lists every clinic by name with its active staff, page by page', async () => {
  await testApp.addClinic('Bay View', 'suspended')
  const admin = testApp.as(testApp.superAdmin)
  const all = await admin.callOk(clinics.listForAdmin, {})
  const { rows } = await testApp.owner.query<{ staff: number }>(
    `select count(*)::int as staff from staff where clinic_id = $1 and status = 'active'`,
    [testApp.clinicA.id],
  )
  expect(all.total).toBe(3)
  expect(all.rows.map(({ name, isActive, isSuspended }) => [name, isActive, isSuspended])).toEqual([
    ['Bay View', false, true],
    ['Canal Side', true, false],
    ['Harbour Street', true, false],
  ])
  expect(all.rows[2]!.staff).toBe(rows[0]!.staff)
  const second = await admin.callOk(clinics.listForAdmin, { page: 2, pageSize: 2 })
  expect(second.rows.map(({ name }) => name)).toEqual(['Harbour Street'])
  expect((await admin.callOk(clinics.listForAdmin, { page: 9 })).rows).toEqual([])
})

test('the list is for administrators alone', async () => {
  for (const caller of [testApp.clinicA.as('owner'), testApp.as(testApp.stranger), testApp.anonymous()]) {
    expect([401, 403]).toContain((await caller.call(clinics.listForAdmin, {})).status)
  }
  expect([401, 403]).toContain((await testApp.as(testApp.superAdmin).call(clinics.get, {})).status)
})

describe('how people sign in to a clinic', () => {
  const usual = {
    timeZone: 'Europe/London',
    sessionIdleMinutes: 30,
    sessionHours: 12,
    requiresSecondFactor: false,
  } as const
  const strict = { ...usual, timeZone: 'Europe/Dublin', sessionHours: 8, requiresSecondFactor: true } as const

  it('is read and changed by those who may open the settings, for their own clinic alone', async () => {
    const clinic = await testApp.addClinic('Settings Square')
    expect(await clinic.as('auditor').callOk(clinics.security, {})).toMatchObject(usual)
    expect(await clinic.as('manager').callOk(clinics.changeSecurity, strict)).toEqual(strict)
    expect((await clinic.as('owner').call(clinics.security, {})).code).toBe('unauthenticated')
    expect(await testApp.clinicA.as('owner').callOk(clinics.security, {})).toMatchObject(usual)
    const { rows } = await testApp.owner.query(
      `select action, subject, user_name as by, details from audit_rows where clinic_id = $1 and action like 'clinic.%'`,
      [clinic.id],
    )
    expect(rows).toEqual([
      {
        action: 'clinic.security_changed',
        subject: clinic.id,
        by: 'Siân Rees',
        details: { before: usual, after: strict },
      },
    ])
  })

  it('is not for others, nor for somebody who has not proved lately who they are', async () => {
    for (const who of ['receptionist', 'dentist', 'lead'] as const) {
      expect((await testApp.clinicA.as(who).call(clinics.security, {})).status).toBe(403)
      expect((await testApp.clinicA.as(who).call(clinics.changeSecurity, strict)).status).toBe(403)
    }
    testApp.clock.advance(11 * minute_ms)
    const refused = await testApp.clinicA.as('owner').call(clinics.changeSecurity, strict)
    testApp.clock.advance(-11 * minute_ms)
    expect([refused.status, refused.reason]).toEqual([403, 'requires-recent-login'])
    expect(await testApp.clinicA.as('owner').callOk(clinics.security, {})).toMatchObject(usual)
  })

  it.each<[field: string, value: unknown]>([
    ['timeZone', 'Europe/Atlantis'],
    ['timeZone', ''],
    ['sessionIdleMinutes', 1],
    ['sessionIdleMinutes', 241],
    ['sessionIdleMinutes', 2.5],
    ['sessionHours', 0],
    ['sessionHours', 13],
    ['requiresSecondFactor', 'yes'],
  ])('cannot be: %s %j', async (field, value) => {
    const refused = await testApp.clinicA
      .as('owner')
      .call(clinics.changeSecurity, { ...usual, [field]: value } as never)
    expect(refused.code).toBe('invalid-argument')
    expect(refused.error!.details.fields!.map((fault) => fault.field)).toEqual([field])
  })

  it('says who has a second factor, and keeps in writing why a practice does without one', async () => {
    const clinic = await testApp.addClinic('Opted Out')
    const owner = clinic.as('owner')
    const { people, ...never } = (await owner.callOk(clinics.security, {})).secondFactor
    expect(never).toEqual({ from: null, optOut: null })
    expect(people.having).toEqual([])
    expect(people.lacking.length).toBeGreaterThan(1)
    await testApp.owner.query(
      `update clinics set requires_second_factor = true, second_factor_from = now() + interval '3 days' where id = $1`,
      [clinic.id],
    )
    expect((await owner.callOk(clinics.security, {})).secondFactor.from).toMatch(/^\d{4}-/)
    const silent = await owner.call(clinics.changeSecurity, usual)
    expect([silent.status, silent.reason]).toEqual([400, 'reason-missing'])
    const secondFactorReason = 'One shared computer without phones in surgery; reviewed in March.'
    await owner.callOk(clinics.changeSecurity, { ...usual, secondFactorReason })
    const { from, optOut } = (await owner.callOk(clinics.security, {})).secondFactor
    expect(from).toBeNull()
    expect(optOut).toEqual({
      reason: secondFactorReason,
      byName: expect.stringMatching(/\w+ \w+/),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    })
    const { rows } = await testApp.owner.query<{ details: Record<string, unknown> }>(
      `select details from audit_rows where clinic_id = $1 and action = 'clinic.security_changed'`,
      [clinic.id],
    )
    expect(rows.at(-1)!.details).toMatchObject({ secondFactorOptOut: { reason: secondFactorReason } })
    // Other settings leave it; it is taken back by asking for a second factor again.
    await owner.callOk(clinics.changeSecurity, { ...usual, sessionHours: 10 })
    expect((await owner.callOk(clinics.security, {})).secondFactor.optOut).toEqual(optOut)
    await owner.callOk(clinics.changeSecurity, { ...usual, requiresSecondFactor: true })
    const { rows: taken } = await testApp.owner.query(
      'select requires_second_factor as required, second_factor_opt_out as opt_out from clinics where id = $1',
      [clinic.id],
    )
    expect(taken).toEqual([{ required: true, opt_out: null }])
  })

  it('holds from the next request: who is idle for longer than allowed is locked out', async () => {
    const clinic = await testApp.addClinic('Idle Islet')
    const isIn = async () => (await clinic.as('receptionist').call(clinics.get, {})).status === 200
    testApp.clock.advance(4 * minute_ms)
    expect(await isIn()).toBe(true)
    await clinic.as('owner').callOk(clinics.changeSecurity, { ...usual, sessionIdleMinutes: 2 })
    testApp.clock.advance(3 * minute_ms)
    expect(await isIn()).toBe(false)
    testApp.clock.advance(-7 * minute_ms)
  })
})

test('nothing went wrong behind the answers', () => {
  expect(testApp.loggedErrors).toEqual([])
})
