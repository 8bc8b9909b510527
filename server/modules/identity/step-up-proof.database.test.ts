import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { session_hours_max, step_up_minutes } from '../../../contract/limits.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { createTestAuthenticator } from '../../testing/test-authenticator.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

const { account, identity } = contract
const session_cookie = 'candour.session_token'
const expired_minutes = step_up_minutes + 1

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'proof')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** Works with the clock moved on, and puts it back. */
async function runLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  testApp.clock.advance(minutes * minute_ms)
  try {
    return await work()
  } finally {
    testApp.clock.advance(-minutes * minute_ms)
  }
}
/** Whether something dangerous is refused; a removed phone changes nothing for whoever has none. */
const dangerousReason = async (browser: TestBrowser) => (await browser.call(account.removePhone, {})).reason
const currentSession = async (browser: TestBrowser) => {
  const { user, step } = await browser.callOk(identity.session, {})
  return { clinic: user?.clinicName ?? null, step }
}

/** A person with a passkey on a device. */
async function withPasskey() {
  const person = await accounts.addMember()
  const browser = accounts.browserOf(person)
  const device = createTestAuthenticator(testAddress)
  const { options } = await browser.callOk(account.passkeyOptions, {})
  await browser.callOk(account.addPasskey, { name: 'Phone', response: device.make(options) })
  const sign = async (on: TestBrowser) => device.sign((await on.callOk(identity.passkeyOptions, {})).options)
  return { person, browser, sign }
}

describe('proving that it is me', () => {
  it('by the password opens what is dangerous for some minutes', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    await runLater(expired_minutes, async () => {
      expect(await dangerousReason(browser)).toBe('requires-recent-login')
      await browser.callOk(identity.confirm, { by: 'password', password: testPassword })
      expect(await dangerousReason(browser)).toBeNull()
    })
    expect(await runLater(2 * expired_minutes, () => dangerousReason(browser))).toBe('requires-recent-login')
    const written = (await accounts.auditOf(person.userId)).find(({ action }) => action === 'user.confirmed')
    expect(written!.details).toEqual({ by: 'password' })
  })

  it('by a code of the app, which is right once', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const { secret } = await browser.callOk(account.startSecondFactor, {})
    await browser.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
    await runLater(expired_minutes, async () => {
      const code = accounts.codeOf(secret)
      await browser.callOk(identity.confirm, { by: 'app', code })
      expect(await dangerousReason(browser)).toBeNull()
      expect(await browser.call(identity.confirm, { by: 'app', code })).toMatchObject({
        status: 401,
        reason: 'invalid-verification-code',
      })
    })
  })

  it('by a passkey of mine, and no session is left over from it', async () => {
    const { person, browser, sign } = await withPasskey()
    await runLater(expired_minutes, async () => {
      await browser.callOk(identity.confirm, { by: 'passkey', response: await sign(browser) })
      expect(await dangerousReason(browser)).toBeNull()
    })
    const { rows } = await testApp.owner.query('select stage from auth.session where user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([{ stage: 'open' }])
  })

  it('not by a passkey of somebody else, an app that I do not have, or a wrong password; each is written down', async () => {
    const { sign } = await withPasskey()
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    const proofs = [
      { by: 'passkey', response: await sign(browser) },
      { by: 'app', code: '123456' },
      { by: 'password', password: 'incorrect horse' },
    ] as const
    const reasons = ['passkey-not-known', 'invalid-verification-code', 'wrong-password']
    await runLater(expired_minutes, async () => {
      for (const [at, proof] of proofs.entries())
        expect(await browser.call(identity.confirm, proof)).toMatchObject({
          status: 401,
          reason: reasons[at],
        })
      expect(await dangerousReason(browser)).toBe('requires-recent-login')
    })
    const written = (await accounts.auditOf(person.userId)).filter(
      ({ action }) => action === 'user.confirmation_failed',
    )
    expect(written.map(({ details }) => details)).toEqual(reasons.toReversed().map((reason) => ({ reason })))
  })

  it('ends after ten guesses, across instances, and then not even the right password helps', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const other = await testApp.openSecondInstance()
    const guess = (at: number, password = 'a guess') =>
      (at % 2 ? browser.through(other.http) : browser).call(identity.confirm, { by: 'password', password })
    const answers = await Promise.all(Array.from({ length: 10 }, (_one, at) => guess(at)))
    expect(answers.map(({ reason }) => reason)).toEqual(answers.map(() => 'wrong-password'))
    expect(await guess(1, testPassword)).toMatchObject({ status: 429, reason: 'too-many-requests' })
    await other.close()
  })

  it('unlocks the screen by a passkey of mine alone', async () => {
    const { browser, sign } = await withPasskey()
    const someoneElse = await withPasskey()
    await browser.callOk(identity.lock, {})
    const [waiting] = await browser.callOk(identity.locked, {})
    expect(waiting!.hasPasskey).toBe(true)
    const unlock = async (response: Awaited<ReturnType<typeof sign>>) =>
      browser.call(identity.unlock, { sessionId: waiting!.sessionId, proof: { by: 'passkey', response } })
    expect(await unlock(await someoneElse.sign(browser))).toMatchObject({ reason: 'passkey-not-known' })
    expect((await unlock(await sign(browser))).status).toBe(200)
    expect(await currentSession(browser)).toMatchObject({ step: 'open' })
  })
})

describe('acting for another clinic of mine', () => {
  /** A second staff record of a person, in a clinic of its own. */
  async function alsoAt(person: TestPerson, name: string, settings = '') {
    const clinic = await testApp.addClinic(name)
    if (settings) await testApp.owner.query(`update clinics set ${settings} where id = $1`, [clinic.id])
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, registered)
       values ($1, $2, $3, 'Tom', 'Hughes', true) returning id`,
      [clinic.id, person.userId, person.email],
    )
    return { clinic, staffId: rows[0]!.id }
  }

  it('changes the session under a new token, and proves nothing', async () => {
    const person = await accounts.addMember()
    const { staffId, clinic } = await alsoAt(person, 'Second Home')
    const browser = accounts.browserOf(person)
    const before = browser.cookie(session_cookie)!
    await runLater(expired_minutes, async () => {
      const { user, step } = await browser.callOk(identity.actFor, { staffId })
      expect({ step, clinic: user?.clinicName }).toEqual({ step: 'open', clinic: 'Second Home' })
      expect(await dangerousReason(browser)).toBe('requires-recent-login')
    })
    expect(await currentSession(browser)).toEqual({ clinic: 'Second Home', step: 'open' })
    const old = openTestBrowser(testApp.app.http, `${session_cookie}=${before}`)
    expect(await currentSession(old)).toEqual({ clinic: null, step: 'none' })
    const [written] = await accounts.auditOf(person.userId)
    expect(written).toEqual({
      action: 'user.clinic_changed',
      details: { from: testApp.clinicA.id, to: clinic.id },
    })
  })

  it('is for my own staff records alone', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    for (const staffId of [
      testApp.clinicB.staff.owner.staffId!,
      testApp.clinicA.staff.owner.staffId!,
      crypto.randomUUID(),
    ])
      expect(await browser.call(identity.actFor, { staffId })).toMatchObject({
        status: 404,
        reason: 'not-yours',
      })
    expect(await currentSession(browser)).toEqual({ clinic: 'Harbour Street', step: 'open' })
  })

  it.each([
    ['suspended', `status = 'suspended'`, '', 'clinic-suspended'],
    ['of nobody', '', `status = 'inactive'`, 'account-deactivated'],
    [
      'closed to me at this hour',
      '',
      `login_hours_restricted = true, login_hours = '{}'`,
      'login-day-refused',
    ],
  ])(
    'is refused where that clinic is %s, and I stay where I am',
    async (what, settings, standing, reason) => {
      const person = await accounts.addMember()
      const { staffId } = await alsoAt(person, `Clinic ${what}`, settings)
      if (standing) await testApp.owner.query(`update staff set ${standing} where id = $1`, [staffId])
      const browser = accounts.browserOf(person)
      expect(await browser.call(identity.actFor, { staffId })).toMatchObject({ status: 403, reason })
      expect(await currentSession(browser)).toEqual({ clinic: 'Harbour Street', step: 'open' })
    },
  )

  it('asks for a second factor where that clinic does, and goes on there', async () => {
    const person = await accounts.addMember()
    const { staffId } = await alsoAt(person, 'Careful', 'requires_second_factor = true')
    const browser = accounts.browserOf(person)
    expect(await browser.callOk(identity.actFor, { staffId })).toEqual({ step: 'enrol', user: null })
    expect(await browser.call(account.get, {})).toMatchObject({ status: 401 })
    const { secret } = await browser.callOk(identity.startEnrolment, {})
    const { user } = await browser.callOk(identity.finishEnrolment, { code: accounts.codeOf(secret) })
    expect(user?.clinicName).toBe('Careful')
  })

  it('does not lengthen the session, and is held to the hours of that clinic', async () => {
    const person = await accounts.addMember()
    const { staffId } = await alsoAt(person, 'Short Days', 'session_hours = 2')
    const browser = accounts.browserOf(person)
    await runLater(25, () => browser.callOk(identity.actFor, { staffId }))
    const { rows } = await testApp.owner.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from auth.session where user_id = $1`,
      [person.userId],
    )
    expect(rows).toEqual([{ seconds: 2 * 3600 }])
    expect(session_hours_max).toBeGreaterThan(2)
  })

  it('is refused to a session that is older than that clinic allows', async () => {
    const person = await accounts.addMember()
    const { staffId } = await alsoAt(person, 'Shorter Days', 'session_hours = 2')
    await testApp.owner.query(
      `update auth.session set created_at = now() - interval '3 hours' where user_id = $1`,
      [person.userId],
    )
    const browser = accounts.browserOf(person)
    expect(await browser.call(identity.actFor, { staffId })).toMatchObject({
      status: 401,
      reason: 'user-token-expired',
    })
    expect(await currentSession(browser)).toEqual({ clinic: 'Harbour Street', step: 'open' })
  })
})
