import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { patient_session_minutes, pin_attempts_max } from '../../contract/limits.ts'
import { hashPassword } from '../../server/modules/identity/index.ts'
import { createTestAccounts } from '../../server/testing/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../../server/testing/test-browser.ts'
import { birthDate } from '../../server/testing/test-clinic.ts'
import { minute_ms } from '../../server/testing/test-clock.ts'
import type { TestPerson } from '../../server/testing/test-people.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'

// A tablet that is taken from the waiting room while a patient has it, or a copy of all that its browser holds. That every
// operation of the practice is refused to it: tests/access/kiosk-lock.test.ts.

const { account, identity, kiosks, signing } = contract

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'stolen')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** A browser with all that another one holds, somewhere else. */
function copyOf(browser: TestBrowser): TestBrowser {
  const cookies = browser.cookies().map((name) => `${name}=${browser.cookie(name)!}`)
  return openTestBrowser(testApp.app.http, cookies.join('; '))
}

/** A tablet whose patient has proved the birth date, and a copy of it in somebody else's hands. */
async function stealTablet() {
  const person: TestPerson = await testApp.clinicA.addColleague()
  await testApp.owner.query('update auth."user" set pin_hash = $2 where id = $1', [
    person.userId,
    await hashPassword('258046'),
  ])
  const tablet = accounts.browserOf(person)
  const patientId = await testApp.clinicA.addPatient()
  const { consentId } = await testApp.clinicA.addSent({ patientId })
  const another = await testApp.clinicA.addSent({ patientId })
  const { handoverId } = await tablet.callOk(kiosks.handOver, { consentIds: [consentId] })
  await tablet.callOk(kiosks.verify, { handoverId, dateOfBirth: birthDate })
  return { person, consentId, another, handoverId, thief: copyOf(tablet) }
}

it('shows the one form that the patient opened, and nothing of the practice or of anybody else', async () => {
  const { thief, consentId, another } = await stealTablet()
  expect((await thief.call(signing.read, { consentId })).status).toBe(200)
  expect((await thief.call(signing.read, { consentId: another.consentId })).status).toBe(401)
  expect(await thief.callOk(identity.session, {})).toEqual({ user: null, step: 'locked' })
  const pages = [
    '/api/clinic/patients',
    '/api/clinic/consents',
    '/api/account',
    '/api/admin/clinics',
    '/api/fhir/Consent',
  ]
  for (const page of pages) expect((await thief.get(page)).status, page).toBe(401)
})

it('shows it for as long as a birth date is good for, and no longer', async () => {
  const { thief, consentId } = await stealTablet()
  testApp.clock.advance((patient_session_minutes + 1) * minute_ms)
  const late = await thief.call(signing.read, { consentId })
  testApp.clock.advance(-(patient_session_minutes + 1) * minute_ms)
  expect([late.status, late.reason]).toEqual([401, 'unauthenticated'])
})

it('has as many tries at the PIN as any browser, wherever it is, and is nobody’s then', async () => {
  const { thief, handoverId } = await stealTablet()
  const [waiting] = await thief.callOk(identity.locked, {})
  for (let tries = 0; tries < pin_attempts_max; tries++)
    await thief.call(identity.unlock, {
      ...{ sessionId: waiting!.sessionId, proof: { by: 'pin', pin: `1000${tries}` } },
    })
  const right = { by: 'pin', pin: '258046' } as const
  expect(
    (await thief.call(identity.unlock, { sessionId: waiting!.sessionId, proof: right })).error,
  ).not.toBeNull()
  expect((await thief.callOk(identity.session, {})).step).toBe('none')
  expect((await thief.call(kiosks.get, { handoverId })).status).toBe(404)
})

it('is nobody’s once whoever handed it over has ended its session elsewhere', async () => {
  const { thief, person, handoverId } = await stealTablet()
  const elsewhere = accounts.browserOf({
    ...person,
    cookie: await testApp.people.openSession(person.userId, person.staffId),
  })
  const { sessions } = await elsewhere.callOk(account.get, {})
  for (const { id, isThis } of sessions)
    if (!isThis) await elsewhere.callOk(account.endSession, { sessionId: id })
  expect((await thief.callOk(identity.session, {})).step).toBe('none')
  expect(await thief.callOk(identity.locked, {})).toEqual([])
  expect((await thief.call(kiosks.get, { handoverId })).status).toBe(404)
  expect((await thief.call(kiosks.verify, { handoverId, dateOfBirth: birthDate })).status).toBe(404)
})
