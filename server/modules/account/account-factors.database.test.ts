import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { step_up_minutes } from '../../../contract/limits.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { account, identity } = contract
const session_cookie = 'candour.session_token'
const strongerPassword = 'a stable of correct horses'

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'factor')
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  expect(
    testApp.logged.filter((line) => line.includes(testPassword) || line.includes(strongerPassword)),
  ).toEqual([])
  await testApp.close()
})

const openOtherBrowser = async ({ userId, staffId }: TestPerson) =>
  accounts.browserOf({ cookie: await testApp.people.openSession(userId, staffId) })
const isSignedIn = async (browser: Pick<TestBrowser, 'call'>) =>
  (await browser.call(account.get, {})).status === 200
const noticesOf = async ({ email }: TestPerson) =>
  (await accounts.messagesTo(email)).map(({ change }) => change)

/** Sets an authenticator app up; answers its secret and recovery codes. */
async function enrol(browser: TestBrowser) {
  const { secret, recoveryCodes } = await browser.callOk(account.startSecondFactor, {})
  await browser.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
  return { secret, recoveryCodes }
}

describe('my password', () => {
  it('changes for whoever knows the present one; every other session ends, and devices are forgotten', async () => {
    const person = await accounts.addMember()
    const [browser, elsewhere] = [accounts.browserOf(person), await openOtherBrowser(person)]
    await testApp.owner.query(
      `insert into auth.trusted_device (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [`hash-${person.userId}`, person.userId],
    )
    const before = browser.cookie(session_cookie)!
    await browser.callOk(account.changePassword, { current: testPassword, password: strongerPassword })
    expect([await isSignedIn(browser), await isSignedIn(elsewhere)]).toEqual([true, false])
    expect(await isSignedIn(openTestBrowser(testApp.app.http, `${session_cookie}=${before}`))).toBe(false)
    expect((await browser.callOk(account.get, {})).secondFactor.trustedDevices).toBe(0)
    const answers = [testPassword, strongerPassword].map((password) =>
      testApp.anonymous().call(identity.signIn, { login: person.email, password }),
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([401, 200])
    expect(await noticesOf(person)).toEqual(['password'])
    const written = (await accounts.auditOf(person.userId)).find(({ action }) =>
      action.startsWith('account.'),
    )
    expect(written).toEqual({ action: 'account.password_changed', details: {} })
  })

  it('stays when the present one is wrong, and guessing ends', async () => {
    const person = await accounts.addMember()
    const [browser, elsewhere] = [accounts.browserOf(person), await openOtherBrowser(person)]
    const guess = () =>
      browser.call(account.changePassword, { current: 'a guess', password: strongerPassword })
    expect(await guess()).toMatchObject({ status: 400, reason: 'wrong-password' })
    for (let at = 1; at < 10; at++) await guess()
    expect(await guess()).toMatchObject({ status: 429, reason: 'too-many-requests' })
    const right = await browser.call(account.changePassword, {
      current: testPassword,
      password: strongerPassword,
    })
    expect(right).toMatchObject({ status: 429, reason: 'too-many-requests' })
    expect(await isSignedIn(elsewhere)).toBe(true)
    expect(await noticesOf(person)).toEqual([])
  })

  it('must keep to the policy, and names the rules it breaks', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    const faultsOf = async (password: string) => {
      const { reason, error } = await browser.call(account.changePassword, {
        current: testPassword,
        password,
      })
      return { reason, faults: error?.details.faults }
    }
    expect(await faultsOf('kx7!vd')).toEqual({ reason: 'weak-password', faults: ['too-short'] })
    expect(await faultsOf('harbour street 99')).toEqual({ reason: 'weak-password', faults: ['personal'] })
    expect(
      (await testApp.anonymous().call(identity.signIn, { login: person.email, password: testPassword }))
        .status,
    ).toBe(200)
  })
})

describe('my second factor', () => {
  it('is on with its first code, under a new token; remembered devices are asked again', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    await testApp.owner.query(
      `insert into auth.trusted_device (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [`hash-${person.userId}`, person.userId],
    )
    const before = browser.cookie(session_cookie)!
    const { recoveryCodes } = await enrol(browser)
    expect(recoveryCodes).toHaveLength(10)
    // 31 letters: 24 of them are beyond the 112 bits below which a plain hash would not do (ASVS V6.5.2).
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-hj-km-np-z2-9]{4}(-[a-hj-km-np-z2-9]{4}){5}$/)
    expect(await isSignedIn(openTestBrowser(testApp.app.http, `${session_cookie}=${before}`))).toBe(false)
    expect((await browser.callOk(account.get, {})).secondFactor).toEqual({
      isOn: true,
      isRequired: false,
      mayTurnOffApp: true,
      mayRemovePasskey: true,
      recoveryCodesLeft: 10,
      trustedDevices: 0,
    })
    const { body } = await testApp
      .anonymous()
      .call(identity.signIn, { login: person.email, password: testPassword })
    expect(body).toEqual({ step: 'second-factor', user: null })
    expect(await noticesOf(person)).toEqual(['second-factor-on'])
  })

  it('is off until a code was right, and guessing at it ends', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const { secret } = await browser.callOk(account.startSecondFactor, {})
    const wrong = accounts.codeOf(secret) === '000000' ? '111111' : '000000'
    const confirm = (code: string) => browser.call(account.confirmSecondFactor, { code })
    for (let at = 0; at < 10; at++)
      expect(await confirm(wrong)).toMatchObject({ status: 401, reason: 'invalid-verification-code' })
    expect(await confirm(accounts.codeOf(secret))).toMatchObject({ status: 429, reason: 'too-many-requests' })
    expect((await browser.callOk(account.get, {})).secondFactor.isOn).toBe(false)
  })

  it('goes on being asked for while another app is set up, and is replaced by its first code alone', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    const old = await enrol(browser)
    const { secret } = await browser.callOk(account.startSecondFactor, {})
    expect((await browser.callOk(account.get, {})).secondFactor.isOn).toBe(true)
    const stale = await browser.call(account.confirmSecondFactor, { code: accounts.codeOf(old.secret, 1) })
    expect(stale).toMatchObject({ reason: 'invalid-verification-code' })
    await browser.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
    const next = async (of: string, steps: number) => {
      const signingIn = openTestBrowser(testApp.app.http)
      await signingIn.callOk(identity.signIn, { login: person.email, password: testPassword })
      return signingIn.call(identity.secondFactor, { code: accounts.codeOf(of, steps), kind: 'app' })
    }
    expect(await next(old.secret, 1)).toMatchObject({ status: 401 })
    expect(await next(secret, 1)).toMatchObject({ status: 200 })
    const lost = openTestBrowser(testApp.app.http)
    await lost.callOk(identity.signIn, { login: person.email, password: testPassword })
    const recovering = await lost.call(identity.secondFactor, {
      code: old.recoveryCodes[0]!,
      kind: 'recovery',
    })
    expect(recovering).toMatchObject({ status: 401, reason: 'invalid-verification-code' })
  })

  it('must be begun and confirmed within some minutes', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    const { secret } = await browser.callOk(account.startSecondFactor, {})
    testApp.clock.advance(11 * minute_ms)
    const answer = await browser.call(account.confirmSecondFactor, { code: accounts.codeOf(secret) })
    testApp.clock.advance(-11 * minute_ms)
    expect(answer).toMatchObject({ status: 401, reason: 'invalid-verification-code' })
  })

  it('can be turned off, and its recovery codes renewed, where nobody asks for it', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    expect(await browser.call(account.renewRecoveryCodes, {})).toMatchObject({
      status: 409,
      reason: 'second-factor-off',
    })
    const { recoveryCodes } = await enrol(browser)
    const renewed = await browser.callOk(account.renewRecoveryCodes, {})
    expect(renewed.recoveryCodes.filter((code) => recoveryCodes.includes(code))).toEqual([])
    await browser.callOk(account.removeSecondFactor, {})
    expect((await browser.callOk(account.get, {})).secondFactor).toMatchObject({
      isOn: false,
      recoveryCodesLeft: 0,
    })
    expect(await noticesOf(person)).toEqual(['second-factor-on', 'recovery-codes', 'second-factor-off'])
  })

  it('stays where the platform or any clinic of mine asks for it', async () => {
    const person = await accounts.addMember()
    const strict = await testApp.addClinic('Strict')
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [strict.id])
    await testApp.owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name) values ($1, $2, $3, 'Tom', 'Hughes')`,
      [strict.id, person.userId, person.email],
    )
    const admin = await accounts.addAdmin()
    for (const browser of [accounts.browserOf(person), accounts.browserOf(admin)]) {
      await enrol(browser)
      expect((await browser.callOk(account.get, {})).secondFactor.isRequired).toBe(true)
      expect(await browser.call(account.removeSecondFactor, {})).toMatchObject({
        status: 403,
        reason: 'second-factor-required',
      })
      expect((await browser.callOk(account.get, {})).secondFactor.isOn).toBe(true)
    }
  })

  it('is asked for again on every device once they are forgotten', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    const { secret } = await enrol(browser)
    const device = openTestBrowser(testApp.app.http)
    const signIn = { login: person.email, password: testPassword }
    await device.callOk(identity.signIn, signIn)
    await device.callOk(identity.secondFactor, {
      code: accounts.codeOf(secret, 1),
      kind: 'app',
      remember: true,
    })
    expect((await device.callOk(identity.signIn, signIn)).step).toBe('open')
    await browser.callOk(account.forgetDevices, {})
    expect((await device.callOk(identity.signIn, signIn)).step).toBe('second-factor')
  })
})

describe('my PIN', () => {
  it('is kept as a hash, told of, and removed', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    await browser.callOk(account.setPin, { pin: '2580' })
    expect((await browser.callOk(account.get, {})).hasPin).toBe(true)
    const { rows } = await testApp.owner.query('select pin_hash from auth."user" where id = $1', [
      person.userId,
    ])
    expect(rows[0].pin_hash).toMatch(/^\$argon2id\$/)
    await browser.callOk(account.removePin, {})
    expect((await browser.callOk(account.get, {})).hasPin).toBe(false)
    expect(await noticesOf(person)).toEqual(['pin', 'pin'])
  })

  it('is none that everybody tries first', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    for (const pin of ['1111', '1234', '4321'])
      expect(await browser.call(account.setPin, { pin })).toMatchObject({
        status: 400,
        reason: 'pin-too-simple',
      })
    for (const pin of ['123', '123456789', '12a4', ''])
      expect(await browser.call(account.setPin, { pin })).toMatchObject({
        status: 400,
        code: 'invalid-argument',
      })
    expect((await browser.callOk(account.get, {})).hasPin).toBe(false)
  })
})

describe('what is dangerous', () => {
  const dangerous: [string, (browser: TestBrowser) => Promise<{ reason: string | null }>][] = [
    ['another address', (browser) => browser.call(account.changeEmail, { email: 'new@example.org' })],
    ['another phone', (browser) => browser.call(account.sendPhoneCode, { phone: '07700 900999' })],
    ['no phone', (browser) => browser.call(account.removePhone, {})],
    ['a second factor', (browser) => browser.call(account.startSecondFactor, {})],
    ['no second factor', (browser) => browser.call(account.removeSecondFactor, {})],
    ['recovery codes', (browser) => browser.call(account.renewRecoveryCodes, {})],
    ['a PIN', (browser) => browser.call(account.setPin, { pin: '2580' })],
    ['a passkey', (browser) => browser.call(account.passkeyOptions, {})],
    ['no account', (browser) => browser.call(account.remove, {})],
  ]

  it.each(dangerous)('asks for a factor proved just now: %s', async (_what, act) => {
    const browser = accounts.browserOf(await accounts.addMember())
    testApp.clock.advance((step_up_minutes + 1) * minute_ms)
    const { reason } = await act(browser)
    testApp.clock.advance(-(step_up_minutes + 1) * minute_ms)
    expect(reason).toBe('requires-recent-login')
  })
})
