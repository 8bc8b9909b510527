import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { pin_attempts_max, session_hours_max, step_up_minutes } from '../../../contract/limits.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from './password.ts'

const { identity, account } = contract
const pin = '2580'
const session_cookie = 'candour.session_token'

let testApp: TestApp
let accounts: ReturnType<typeof createTestAccounts>
let pinHash: string
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'lock')
  pinHash = await hashPassword(pin)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const withPin = async (person: TestPerson): Promise<TestPerson> => {
  await testApp.owner.query('update auth."user" set pin_hash = $2 where id = $1', [person.userId, pinHash])
  return person
}
const currentSession = async (browser: TestBrowser) => {
  const { user, step } = await browser.callOk(identity.session, {})
  return { email: user?.email ?? null, step }
}
const signIn = (browser: TestBrowser, { email }: TestPerson) =>
  browser.call(identity.signIn, { login: email, password: testPassword })
const unlock = async (browser: TestBrowser, sessionId: string, typed = pin) =>
  browser.call(identity.unlock, { sessionId, proof: { by: 'pin', pin: typed } })

/** A person with a PIN whose browser is locked. */
async function lockedBrowser() {
  const person = await withPin(await accounts.addMember())
  const browser = accounts.browserOf(person)
  await browser.callOk(identity.lock, {})
  const [waiting] = await browser.callOk(identity.locked, {})
  return { person, browser, sessionId: waiting!.sessionId }
}

/** Works with the clock moved on, and puts it back. */
async function runLater<T>(minutes: number, work: () => Promise<T>): Promise<T> {
  testApp.clock.advance(minutes * minute_ms)
  try {
    return await work()
  } finally {
    testApp.clock.advance(-minutes * minute_ms)
  }
}

describe('a locked screen', () => {
  it('opens nothing, and says whose it is and how it opens', async () => {
    const { person, browser, sessionId } = await lockedBrowser()
    expect(await currentSession(browser)).toEqual({ email: null, step: 'locked' })
    expect(await browser.call(account.get, {})).toMatchObject({ status: 401 })
    expect(await browser.call(contract.patients.list, {})).toMatchObject({ status: 401 })
    expect(await browser.callOk(identity.locked, {})).toEqual([
      {
        sessionId,
        name: 'Tom Hughes',
        clinicName: 'Harbour Street',
        handedOver: null,
        hasPin: true,
        hasPasskey: false,
      },
    ])
    expect((await accounts.auditOf(person.userId))[0]).toMatchObject({ action: 'user.session_locked' })
  })

  it('opens with the PIN under a new token, and the old token is dead', async () => {
    const { person, browser, sessionId } = await lockedBrowser()
    const before = browser.cookie(session_cookie)!
    const { body, status } = await unlock(browser, sessionId)
    expect({ status, step: body.step, email: body.user?.email }).toEqual({
      status: 200,
      step: 'open',
      email: person.email,
    })
    expect(await currentSession(browser)).toEqual({ email: person.email, step: 'open' })
    expect(browser.cookie(session_cookie)).not.toBe(before)
    const old = openTestBrowser(testApp.app.http, `${session_cookie}=${before}`)
    expect(await currentSession(old)).toEqual({ email: null, step: 'none' })
    expect((await accounts.auditOf(person.userId))[0]).toMatchObject({
      action: 'user.session_unlocked',
      details: { by: 'pin' },
    })
  })

  it('opens with the password, which counts as a proof; the PIN does not', async () => {
    const byPin = await lockedBrowser()
    const byPassword = await lockedBrowser()
    await runLater(step_up_minutes + 1, async () => {
      await unlock(byPin.browser, byPin.sessionId)
      await byPassword.browser.callOk(identity.unlock, {
        sessionId: byPassword.sessionId,
        proof: { by: 'password', password: testPassword },
      })
      const answers = [byPin, byPassword].map(({ browser }) => browser.call(account.setPin, { pin: '9146' }))
      expect((await Promise.all(answers)).map(({ reason }) => reason)).toEqual([
        'requires-recent-login',
        null,
      ])
    })
  })

  it('stays locked after a wrong PIN, password or passkey, each written down', async () => {
    const { person, browser, sessionId } = await lockedBrowser()
    const wrong = [
      { by: 'pin', pin: '9999' },
      { by: 'password', password: 'incorrect horse' },
      { by: 'passkey', response: { id: 'x', type: 'public-key' } },
    ] as const
    const reasons: unknown[] = []
    for (const proof of wrong)
      reasons.push((await browser.call(identity.unlock, { sessionId, proof: { ...proof } })).reason)
    expect(reasons).toEqual(['wrong-pin', 'wrong-password', 'passkey-not-known'])
    expect(await currentSession(browser)).toEqual({ email: null, step: 'locked' })
    const written = (await accounts.auditOf(person.userId)).slice(0, 3)
    expect(written).toEqual(
      reasons.toReversed().map((reason) => ({ action: 'user.unlock_failed', details: { reason } })),
    )
  })

  it('has no PIN to guess where none is set', async () => {
    const person = await accounts.addMember()
    const browser = accounts.browserOf(person)
    await browser.callOk(identity.lock, {})
    const [waiting] = await browser.callOk(identity.locked, {})
    expect(waiting).toMatchObject({ hasPin: false })
    expect(await unlock(browser, waiting!.sessionId)).toMatchObject({ status: 401, reason: 'wrong-pin' })
  })

  it('ends after too many wrong PINs, however many instances are asked, and the right one comes too late', async () => {
    const { person, browser, sessionId } = await lockedBrowser()
    const other = await testApp.openSecondInstance()
    const tries = Array.from({ length: pin_attempts_max }, (_one, at) =>
      unlock(at % 2 ? browser.through(other.http) : browser, sessionId, '9999'),
    )
    const reasons = (await Promise.all(tries)).map(({ reason }) => reason)
    expect(reasons).toEqual(reasons.map(() => 'wrong-pin'))
    expect(await unlock(browser.through(other.http), sessionId)).toMatchObject({
      status: 401,
      reason: 'user-token-expired',
    })
    await other.close()
    expect(await currentSession(browser)).toEqual({ email: null, step: 'none' })
    const { rows } = await testApp.owner.query('select id from auth.session where user_id = $1', [
      person.userId,
    ])
    expect(rows).toEqual([])
  })

  it('gives all tries anew once it was opened', async () => {
    const { browser, sessionId } = await lockedBrowser()
    for (let round = 0; round < 2; round++) {
      for (let at = 1; at < pin_attempts_max; at++) await unlock(browser, sessionId, '9999')
      expect((await unlock(browser, sessionId)).status).toBe(200)
      await browser.callOk(identity.lock, {})
    }
  })

  it('takes no PIN after twenty wrong ones in a day, however often it was opened in between', async () => {
    const { browser, sessionId } = await lockedBrowser()
    for (let round = 0; round < 5; round++) {
      for (let at = 1; at < pin_attempts_max; at++) await unlock(browser, sessionId, '9999')
      const right = await unlock(browser, sessionId)
      expect(right.reason).toBe(round < 4 ? null : 'too-many-requests')
      if (round < 4) await browser.callOk(identity.lock, {})
    }
    const byPassword = { by: 'password', password: testPassword } as const
    expect((await browser.call(identity.unlock, { sessionId, proof: byPassword })).status).toBe(200)
  })

  it('stays closed to whoever was deactivated meanwhile', async () => {
    const { person, browser, sessionId } = await lockedBrowser()
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [person.staffId])
    expect(await browser.callOk(identity.locked, {})).toEqual([])
    expect(await unlock(browser, sessionId)).toMatchObject({ status: 403, reason: 'account-deactivated' })
    expect(await currentSession(browser)).toEqual({ email: null, step: 'none' })
  })

  it('may be left by signing out', async () => {
    const { browser, sessionId } = await lockedBrowser()
    await browser.callOk(identity.signOut, {})
    expect(await unlock(browser, sessionId)).toMatchObject({ reason: 'user-token-expired' })
  })
})

describe('a screen that is left alone', () => {
  it('locks by itself after the minutes that the clinic sets, and opens where it was left', async () => {
    const clinic = await testApp.addClinic('Quick Lock')
    await testApp.owner.query('update clinics set session_idle_minutes = 5 where id = $1', [clinic.id])
    const browser = accounts.browserOf(await withPin(await accounts.addMember(clinic.id)))
    expect(await runLater(4, () => currentSession(browser))).toMatchObject({ step: 'open' })
    await runLater(6, async () => {
      expect(await currentSession(browser)).toEqual({ email: null, step: 'locked' })
      expect(await browser.call(account.get, {})).toMatchObject({ status: 401 })
      const [waiting] = await browser.callOk(identity.locked, {})
      await unlock(browser, waiting!.sessionId)
      expect(await currentSession(browser)).toMatchObject({ step: 'open' })
    })
  })

  it('stays awake while it is used', async () => {
    const browser = accounts.browserOf(await accounts.addMember())
    for (const minutes of [20, 40, 60]) await runLater(minutes, () => browser.callOk(account.get, {}))
    expect(await runLater(85, () => currentSession(browser))).toMatchObject({ step: 'open' })
    expect(await runLater(95, () => currentSession(browser))).toMatchObject({ step: 'locked' })
  })

  it('ends for good after the hours there are, however often it was unlocked', async () => {
    const browser = accounts.browserOf(await withPin(await accounts.addMember()))
    const half = (session_hours_max * 60) / 2
    await runLater(half, async () => {
      const [waiting] = await browser.callOk(identity.locked, {})
      expect((await unlock(browser, waiting!.sessionId)).status).toBe(200)
    })
    await runLater(2 * half + 1, async () => {
      expect(await browser.callOk(identity.locked, {})).toEqual([])
      expect(await currentSession(browser)).toEqual({ email: null, step: 'none' })
    })
  })
})

describe('two people at one computer', () => {
  /** Amara has locked the screen, and Tom has signed in since. */
  async function atReception() {
    const amara = await lockedBrowser()
    const tom = await withPin(await accounts.addMember(testApp.clinicA.id, { name: ['Priya', 'Nair'] }))
    await signIn(amara.browser, tom)
    return { ...amara, amara: amara.person, tom }
  }

  it('keeps the locked session of the one while the other works', async () => {
    const { browser, amara, tom, sessionId } = await atReception()
    expect(await currentSession(browser)).toEqual({ email: tom.email, step: 'open' })
    const waiting = await browser.callOk(identity.locked, {})
    expect(waiting.map(({ sessionId: id }) => id)).toEqual([sessionId])
    const { rows } = await testApp.owner.query('select stage from auth.session where user_id = $1', [
      amara.userId,
    ])
    expect(rows).toEqual([{ stage: 'locked' }])
  })

  it('changes over and back, locking whoever was there', async () => {
    const { browser, amara, tom, sessionId } = await atReception()
    expect((await unlock(browser, sessionId)).status).toBe(200)
    expect(await currentSession(browser)).toEqual({ email: amara.email, step: 'open' })
    const [waiting, ...more] = await browser.callOk(identity.locked, {})
    expect({ name: waiting!.name, more }).toEqual({ name: 'Priya Nair', more: [] })
    expect((await unlock(browser, waiting!.sessionId)).status).toBe(200)
    expect(await currentSession(browser)).toEqual({ email: tom.email, step: 'open' })
    expect((await browser.callOk(identity.locked, {})).map(({ name }) => name)).toEqual(['Tom Hughes'])
  })

  it('does not change over on a wrong PIN', async () => {
    const { browser, tom, sessionId } = await atReception()
    expect(await unlock(browser, sessionId, '9999')).toMatchObject({ reason: 'wrong-pin' })
    expect(await currentSession(browser)).toEqual({ email: tom.email, step: 'open' })
  })

  it('drops from the computer what has ended elsewhere', async () => {
    const { browser, amara } = await atReception()
    await testApp.owner.query('delete from auth.session where user_id = $1', [amara.userId])
    expect(browser.cookies().includes('candour.held')).toBe(true)
    expect(await browser.callOk(identity.locked, {})).toEqual([])
    expect(browser.cookies().includes('candour.held')).toBe(false)
  })

  it('ends the session of somebody who signs in anew instead of unlocking', async () => {
    const { browser, person, sessionId } = await lockedBrowser()
    await signIn(browser, person)
    expect(await browser.callOk(identity.locked, {})).toEqual([])
    expect(await unlock(browser, sessionId)).toMatchObject({ reason: 'user-token-expired' })
  })

  it('gives nothing without a proof to whoever carries the cookie away', async () => {
    const { browser } = await atReception()
    const held = browser.cookie('candour.held')!
    const thief = openTestBrowser(testApp.app.http, `candour.held=${held}; ${session_cookie}=${held}`)
    expect(await currentSession(thief)).toEqual({ email: null, step: 'locked' })
    expect(await thief.call(account.get, {})).toMatchObject({ status: 401 })
    const [waiting] = await thief.callOk(identity.locked, {})
    expect(Object.keys(waiting!).toSorted()).toEqual(
      ['clinicName', 'handedOver', 'hasPasskey', 'hasPin', 'name', 'sessionId'].toSorted(),
    )
    expect(await unlock(thief, waiting!.sessionId, '9999')).toMatchObject({ reason: 'wrong-pin' })
  })

  it('lets nobody unlock a session that another browser holds', async () => {
    const { sessionId } = await lockedBrowser()
    const elsewhere = await lockedBrowser()
    for (const browser of [openTestBrowser(testApp.app.http), elsewhere.browser])
      expect(await unlock(browser, sessionId)).toMatchObject({ status: 401, reason: 'user-token-expired' })
  })
})
