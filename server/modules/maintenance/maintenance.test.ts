import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { switch_propagation_seconds_max } from '../../../contract/limits.ts'
import { birthDate } from '../../testing/test-clinic.ts'
import { day_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { maintenance, patients, signing } = contract

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const admin = () => testApp.as(testApp.superAdmin)
const reason = 'The database is moved'
/** After this every instance has heard of it. */
const settle = () => testApp.clock.advance((switch_propagation_seconds_max + 1) * 1000)

async function change(isOn: boolean, until: string | null = null): Promise<void> {
  await admin().callOk(maintenance.change, { isOn, reason, until })
  settle()
}
const addTask = () =>
  testApp.clinicA.as('receptionist').call(patients.create, {
    ...{ firstName: 'Ada', lastName: 'Byron', dateOfBirth: birthDate, email: 'ada@example.org' },
  })

describe('maintenance', () => {
  it('keeps practices from writing and from nothing else, says until when, and ends', async () => {
    const consent = await testApp.clinicA.addSent()
    const { token: accessToken } = await testApp.clinicA.addLink(consent)
    await change(true, new Date(testApp.clock.now().getTime() + 1_800_000).toISOString())

    const { status, code, reason, error, headers } = await addTask()
    expect([status, code, reason]).toEqual([503, 'unavailable', 'maintenance'])
    expect(error!.message).toContain('You can view records')
    expect(Number(headers['retry-after'])).toBeGreaterThan(1700)
    expect((await testApp.clinicA.as('receptionist').call(patients.list, {})).status).toBe(200)

    const proved = await testApp.anonymous().call(signing.verify, { accessToken, dateOfBirth: birthDate })
    expect(proved.status).toBe(200)

    await change(false)
    expect((await addTask()).status).not.toBe(503)
  })

  it('holds on another instance too, and after a restart', async () => {
    await change(true)
    const other = await testApp.openSecondInstance()
    const { cookie } = testApp.clinicA.as('receptionist')
    const answer = await other.http.inject({
      method: 'POST',
      url: '/api/clinic/patients',
      headers: { cookie },
      payload: {},
    })
    expect(answer.statusCode).toBe(503)
    await other.close()
    await change(false)
  })

  it('lets a patient sign, and works on in the background', async () => {
    const { consentId, patient } = await testApp.clinicA.addViewed()
    await change(true)
    const told = await patient.call(contract.questions.ask, {
      ...{ consentId, part: null, text: 'How long will it be sore?', isBlocking: false },
    })
    expect(told.status).toBe(200)
    expect(await testApp.runJobs()).toBeGreaterThanOrEqual(0)
    await change(false)
  })

  it('is written down with its reason and its expected end', async () => {
    await change(true)
    const { rows } = await testApp.owner.query(
      `select * from audit_rows where action = 'maintenance.changed' order by sequence desc limit 1`,
    )
    expect(rows[0]).toMatchObject({ subject: 'maintenance', details: { isOn: true, reason, until: null } })
    expect(await admin().callOk(maintenance.get, {})).toMatchObject({
      isOn: true,
      reason,
      by: 'Rowan Pemberton',
    })
    await change(false)
  })

  it('refuses an end that has passed', async () => {
    const until = new Date(testApp.clock.now().getTime() - day_ms).toISOString()
    const answer = await admin().call(maintenance.change, { isOn: true, reason, until })
    expect([answer.status, answer.reason]).toEqual([400, 'ends-before-now'])
  })
})
