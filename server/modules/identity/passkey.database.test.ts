import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../../testing/test-authenticator.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { nextIpAddress } from '../../testing/test-caller.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp

beforeAll(async () => {
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { account, identity } = contract

let people = 0
async function addMember(): Promise<TestPerson> {
  people++
  return testApp.people.addStaff(testApp.clinicA.id, `keyed${people}@harbour.example.org`, {
    ...{ role: 'clinic_staff', level: 2, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] },
  })
}

const browserOf = ({ cookie }: TestPerson) => openTestBrowser(testApp.app.http, cookie)

type AuthenticatorOptions = Parameters<TestAuthenticator['make']>[1]

/** Makes a passkey on a device, as somebody signed in does. */
async function registerPasskey(
  browser: TestBrowser,
  device = createTestAuthenticator(testAddress),
  how: AuthenticatorOptions = {},
) {
  const { options } = await browser.callOk(account.passkeyOptions, {})
  const answer = await browser.call(account.addPasskey, {
    name: 'Work phone',
    response: device.make(options, how),
  })
  return { device, answer }
}

async function withPasskey() {
  const person = await addMember()
  const { device, answer } = await registerPasskey(browserOf(person))
  return { person, device, passkeyId: answer.body.id }
}

/** Signs in with a device on a browser. */
async function signInWith(browser: TestBrowser, device: TestAuthenticator, how: AuthenticatorOptions = {}) {
  const { options } = await browser.callOk(identity.passkeyOptions, {})
  return browser.call(identity.checkPasskey, { response: device.sign(options, how) })
}

const newBrowser = () => openTestBrowser(testApp.app.http)
const currentUserId = async (browser: TestBrowser) =>
  (await browser.callOk(identity.session, {})).user?.uid ?? null

async function lastAudit(action: string) {
  const { rows } = await testApp.owner.query(
    'select * from audit_rows where action = $1 order by sequence desc limit 1',
    [action],
  )
  return rows[0]
}
const count = async (query: string, value: string): Promise<number> =>
  (await testApp.owner.query(query, [value])).rowCount ?? 0
const passkeysOf = ({ userId }: TestPerson) => count('select from auth.passkey where user_id = $1', userId)
const sessionsOf = ({ userId }: TestPerson) => count('select from auth.session where user_id = $1', userId)

const unknownPasskeyError = {
  status: 401,
  reason: 'passkey-not-known',
  error: { message: 'This passkey is not registered here. Sign in another way.' },
}

describe('a passkey', () => {
  it('is made by somebody signed in, told to them, and written down', async () => {
    const person = await addMember()
    const browser = browserOf(person)
    const { answer } = await registerPasskey(browser)
    expect(answer).toMatchObject({ status: 200, body: { name: 'Work phone' } })
    const { passkeys } = await browser.callOk(account.get, {})
    expect(passkeys).toEqual([answer.body])
    expect(await lastAudit('account.passkey_added')).toMatchObject({
      user_email: person.email,
      clinic_id: testApp.clinicA.id,
      details: { passkey: answer.body.id },
    })
    const { rows } = await testApp.owner.query(
      'select kind, details from auth.account_message where recipient = $1',
      [person.email],
    )
    expect(rows).toEqual([{ kind: 'account-changed', details: { change: 'passkey-added' } }])
  })

  it('is asked for with the owner of the device verified, and kept with the account’s name', async () => {
    const person = await addMember()
    const { options } = await browserOf(person).callOk(account.passkeyOptions, {})
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Candour' },
      user: { name: person.email },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    const signing = await newBrowser().callOk(identity.passkeyOptions, {})
    expect(signing.options).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  })

  it('lets its owner in', async () => {
    const { person, device } = await withPasskey()
    const browser = newBrowser()
    const answer = await signInWith(browser, device)
    expect(answer).toMatchObject({ status: 200, body: { step: 'open', user: { uid: person.userId } } })
    expect(await currentUserId(browser)).toBe(person.userId)
    expect(answer.cookies.filter((cookie) => cookie.includes('session_token'))).toHaveLength(1)
    expect(await lastAudit('user.login')).toMatchObject({
      user_email: person.email,
      details: { way: 'passkey', step: 'open' },
    })
  })

  it('says of nobody whether they have one, also where somebody is signed in', async () => {
    const { person } = await withPasskey()
    for (const browser of [newBrowser(), browserOf(person)]) {
      const { options } = await browser.callOk(identity.passkeyOptions, {})
      expect(options.allowCredentials ?? []).toEqual([])
    }
  })

  it('is both factors, for its device knows its owner: an app is not asked for besides', async () => {
    const { person, device } = await withPasskey()
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
      [person.userId],
    )
    const browser = newBrowser()
    expect((await signInWith(browser, device)).body).toMatchObject({ step: 'open' })
    expect((await browser.call(account.get, {})).status).toBe(200)
  })

  it('does not let in who is deactivated, and leaves no session', async () => {
    const { person, device } = await withPasskey()
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [person.userId])
    const before = await sessionsOf(person)
    expect(await signInWith(newBrowser(), device)).toMatchObject({ status: 403, reason: 'user-disabled' })
    expect(await sessionsOf(person)).toBe(before)
    expect((await lastAudit('user.login_failed'))!.user_email).toBe(person.email)
  })
})

describe('a passkey shows once more that it is you', () => {
  const { confirm } = identity

  async function confirmWith(browser: TestBrowser, device: TestAuthenticator) {
    const { options } = await browser.callOk(identity.passkeyOptions, {})
    return browser.call(confirm, { by: 'passkey', response: device.sign(options) })
  }

  it('where it is one’s own, and leaves the session as it is', async () => {
    const { person, device } = await withPasskey()
    await testApp.owner.query(
      `update auth.session set proved_at = proved_at - interval '11 minutes' where user_id = $1`,
      [person.userId],
    )
    const browser = browserOf(person)
    expect((await browser.call(account.passkeyOptions, {})).reason).toBe('requires-recent-login')
    expect((await confirmWith(browser, device)).status).toBe(200)
    expect((await browser.call(account.passkeyOptions, {})).status).toBe(200)
    expect(await currentUserId(browser)).toBe(person.userId)
    expect(await sessionsOf(person)).toBe(1)
  })

  it('and not where it is somebody else’s', async () => {
    const [{ person }, other] = [await withPasskey(), await withPasskey()]
    const browser = browserOf(person)
    expect(await confirmWith(browser, other.device)).toMatchObject({
      status: 401,
      reason: 'passkey-not-known',
    })
    expect(await currentUserId(browser)).toBe(person.userId)
    expect(await sessionsOf(other.person)).toBe(1)
  })
})

describe('a passkey lets nobody in', () => {
  it('whom nobody knows', async () => {
    const answer = await signInWith(newBrowser(), createTestAuthenticator(testAddress))
    expect(answer).toMatchObject(unknownPasskeyError)
    expect(answer.cookies).toEqual([])
    expect((await lastAudit('user.login_failed'))!.details).toEqual({ reason: 'passkey-not-known' })
  })

  it('for another challenge than this browser was asked', async () => {
    const { device } = await withPasskey()
    const { options: asked } = await newBrowser().callOk(identity.passkeyOptions, {})
    const browser = newBrowser()
    await browser.callOk(identity.passkeyOptions, {})
    const response = device.sign(asked)
    expect(await browser.call(identity.checkPasskey, { response })).toMatchObject(unknownPasskeyError)
    expect(await newBrowser().call(identity.checkPasskey, { response })).toMatchObject(unknownPasskeyError)
  })

  it('the second time for the same challenge, whether the first was right or wrong', async () => {
    const { person, device } = await withPasskey()
    const browser = newBrowser()
    const { options } = await browser.callOk(identity.passkeyOptions, {})
    const response = device.sign(options)
    expect((await browser.call(identity.checkPasskey, { response })).status).toBe(200)
    expect(await browser.call(identity.checkPasskey, { response })).toMatchObject(unknownPasskeyError)

    const { options: again } = await browser.callOk(identity.passkeyOptions, {})
    const wrong = { ...device.sign(again), ...{ id: createTestAuthenticator(testAddress).credentialId } }
    expect(await browser.call(identity.checkPasskey, { response: wrong })).toMatchObject(unknownPasskeyError)
    expect(await browser.call(identity.checkPasskey, { response: device.sign(again) })).toMatchObject(
      unknownPasskeyError,
    )
    expect(await sessionsOf(person)).toBe(2)
  })

  it('with the name of somebody else’s', async () => {
    const { person, device } = await withPasskey()
    const forger = createTestAuthenticator(testAddress)
    const browser = newBrowser()
    const { options } = await browser.callOk(identity.passkeyOptions, {})
    const response = { ...forger.sign(options), id: device.credentialId, rawId: device.credentialId }
    expect(await browser.call(identity.checkPasskey, { response })).toMatchObject(unknownPasskeyError)
    expect(await sessionsOf(person)).toBe(1)
  })

  it('who could not show that the device is theirs, or signs on another site', async () => {
    const { person, device } = await withPasskey()
    expect(await signInWith(newBrowser(), device, { isVerified: false })).toMatchObject(unknownPasskeyError)
    expect(await signInWith(newBrowser(), device, { origin: 'https://elsewhere.example' })).toMatchObject(
      unknownPasskeyError,
    )
    expect(await sessionsOf(person)).toBe(1)
  })

  it('from a copy of the device, which lags behind in counting', async () => {
    const { device } = await withPasskey()
    expect((await signInWith(newBrowser(), device, { counter: 7 })).status).toBe(200)
    expect(await signInWith(newBrowser(), device, { counter: 7 })).toMatchObject(unknownPasskeyError)
    expect(await signInWith(newBrowser(), device, { counter: 3 })).toMatchObject(unknownPasskeyError)
  })

  it('with an answer that was meant for making one, or that is none', async () => {
    const { person, device } = await withPasskey()
    const browser = browserOf(person)
    const { options } = await browser.callOk(account.passkeyOptions, {})
    expect(await browser.call(identity.checkPasskey, { response: device.sign(options) })).toMatchObject(
      unknownPasskeyError,
    )
    for (const odd of [{}, { response: null }, { response: { clientDataJSON: 'e30' } }]) {
      await browser.callOk(identity.passkeyOptions, {})
      const response = { id: device.credentialId, type: 'public-key' as const, ...odd }
      expect(await browser.call(identity.checkPasskey, { response })).toMatchObject(unknownPasskeyError)
    }
  })

  it('where it is not a way to sign in', async () => {
    const { signIn } = testApp.config
    const other = await testApp.openSecondInstance({
      signIn: { ...signIn, ways: { ...signIn.ways, passkey: false } },
    })
    const browser = openTestBrowser(other.http)
    const refused = { status: 403, reason: 'operation-not-allowed' }
    // Its challenge opens nothing: a passkey can still be somebody's second factor.
    expect((await browser.call(identity.passkeyOptions, {})).status).toBe(200)
    const response = { id: 'x', type: 'public-key' as const }
    expect(await browser.call(identity.checkPasskey, { response })).toMatchObject(refused)
    await other.close()
  })

  it('after very many that were wrong from one address', async () => {
    const from = nextIpAddress()
    const response = { id: 'x', type: 'public-key' as const }
    const wrong = () => newBrowser().call(identity.checkPasskey, { response }, { from })
    await wrong()
    await testApp.owner.query(`update rate_limits set points = 50 where key like 'sign-in.passkey:%'`)
    expect(await wrong()).toMatchObject({ status: 429, reason: 'too-many-requests' })
    await testApp.owner.query(`delete from rate_limits where key like 'sign-in.passkey:%'`)
  })
})

describe('making a passkey is refused', () => {
  const refused = {
    status: 400,
    reason: 'passkey-refused',
    error: { message: 'The passkey could not be used.' },
  }

  it('for another challenge, the second time, unverified, from another site, and for what is none', async () => {
    const person = await addMember()
    const browser = browserOf(person)
    const device = createTestAuthenticator(testAddress)
    const { options: others } = await browserOf(await addMember()).callOk(account.passkeyOptions, {})
    await browser.callOk(account.passkeyOptions, {})
    const make = (response: { id: string; type: 'public-key' }) =>
      browser.call(account.addPasskey, { name: 'Phone', response })
    expect(await make(device.make(others))).toMatchObject(refused)
    expect((await registerPasskey(browser, device, { isVerified: false })).answer).toMatchObject(refused)
    expect(
      (await registerPasskey(browser, device, { origin: 'https://elsewhere.example' })).answer,
    ).toMatchObject(refused)
    await browser.callOk(account.passkeyOptions, {})
    expect(await make({ id: 'x', type: 'public-key' })).toMatchObject(refused)
    const signing = await browser.callOk(identity.passkeyOptions, {})
    expect(await make(device.make(signing.options))).toMatchObject(refused)
    expect(await passkeysOf(person)).toBe(0)

    expect((await registerPasskey(browser, device)).answer.status).toBe(200)
    expect(await lastAudit('account.update_refused')).toMatchObject({
      details: { reason: 'passkey-refused' },
    })
  })

  it('for a device that is kept already, whoever’s it is: its owner still comes in', async () => {
    const { person, device } = await withPasskey()
    const other = await addMember()
    expect((await registerPasskey(browserOf(other), device)).answer).toMatchObject(refused)
    expect((await registerPasskey(browserOf(person), device)).answer).toMatchObject(refused)
    expect((await signInWith(newBrowser(), device)).body.user?.uid).toBe(person.userId)
  })

  it('on a browser where somebody else has signed in since it was asked', async () => {
    const [one, other] = [await addMember(), await addMember()]
    const browser = browserOf(one)
    const { options } = await browser.callOk(account.passkeyOptions, {})
    browser.addCookie(other.cookie)
    const response = createTestAuthenticator(testAddress).make(options)
    expect(await browser.call(account.addPasskey, { name: 'Phone', response })).toMatchObject(refused)
    expect([await passkeysOf(one), await passkeysOf(other)]).toEqual([0, 0])
  })

  it('to whoever has not proved a factor lately', async () => {
    const { person, passkeyId } = await withPasskey()
    const browser = browserOf(person)
    await testApp.owner.query('update auth.session set proved_at = $2 where user_id = $1', [
      person.userId,
      new Date(testApp.clock.now().getTime() - 11 * minute_ms),
    ])
    const response = { id: 'x', type: 'public-key' as const }
    const answers = [
      await browser.call(account.passkeyOptions, {}),
      await browser.call(account.addPasskey, { name: 'Phone', response }),
      await browser.call(account.removePasskey, { passkeyId }),
    ]
    expect(answers.map(({ reason }) => reason)).toEqual(Array(3).fill('requires-recent-login'))
    expect(await passkeysOf(person)).toBe(1)
  })
})

describe('one’s own passkeys', () => {
  it('get another name, and are removed: then they let nobody in', async () => {
    const { person, device, passkeyId } = await withPasskey()
    const browser = browserOf(person)
    await browser.callOk(account.renamePasskey, { passkeyId, name: 'Old phone' })
    expect((await browser.callOk(account.get, {})).passkeys).toMatchObject([
      { id: passkeyId, name: 'Old phone' },
    ])
    await browser.callOk(account.removePasskey, { passkeyId })
    expect(await signInWith(newBrowser(), device)).toMatchObject(unknownPasskeyError)
    expect((await lastAudit('account.passkey_removed'))!.details).toEqual({ passkey: passkeyId })
    const { rows } = await testApp.owner.query(
      'select details from auth.account_message where recipient = $1 order by created_at',
      [person.email],
    )
    expect(rows.map(({ details }) => details.change)).toEqual(['passkey-added', 'passkey-removed'])
    expect((await browser.call(account.removePasskey, { passkeyId })).reason).toBe('passkey-not-found')
  })

  it('are nobody else’s', async () => {
    const { person, device, passkeyId } = await withPasskey()
    const other = browserOf(await addMember())
    const absent = { status: 404, reason: 'passkey-not-found' }
    expect(await other.call(account.renamePasskey, { passkeyId, name: 'Mine' })).toMatchObject(absent)
    expect(await other.call(account.removePasskey, { passkeyId })).toMatchObject(absent)
    expect((await other.callOk(account.get, {})).passkeys).toEqual([])
    expect((await browserOf(person).callOk(account.get, {})).passkeys[0]?.name).toBe('Work phone')
    expect((await signInWith(newBrowser(), device)).status).toBe(200)
  })
})
