import { Secret, TOTP } from 'otpauth'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { second_factor_minutes, trusted_device_days } from '../../../contract/limits.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../../testing/test-authenticator.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from './password.ts'

const password = 'correct horse battery'
const { identity, account } = contract

let testApp: TestApp
let passwordHash: string
beforeAll(async () => {
  testApp = await openTestApp()
  passwordHash = await hashPassword(password)
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

let members = 0
async function withPassword(person: TestPerson): Promise<TestPerson> {
  await testApp.owner.query(
    `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), person.userId, passwordHash],
  )
  return person
}
async function addMember(clinicId = testApp.clinicA.id): Promise<TestPerson> {
  members++
  const member = { role: 'clinic_staff', level: 4, jobTitle: 'Manager' } as const
  const email = `second${members}@harbour.example.org`
  return withPassword(await testApp.people.addStaff(clinicId, email, { ...member, name: ['Siân', 'Rees'] }))
}

const at = (secret: string, stepsLater = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: testApp.clock.now().getTime() + stepsLater * 30_000,
  })

const browser = (...cookies: string[]): TestCaller =>
  createTestCaller(testApp.app.http, cookies.map(cookieOf).join('; '))
const signIn = ({ email }: Pick<TestPerson, 'email'>, caller = testApp.anonymous()) =>
  caller.call(identity.signIn, { login: email, password })

/** Turns the second factor on for a person who is signed in; answers the secret and the recovery codes. */
async function enrol(person: TestPerson) {
  const caller = testApp.as(person)
  const { secret, recoveryCodes } = await caller.callOk(account.startSecondFactor, {})
  await caller.callOk(account.confirmSecondFactor, { code: at(secret) })
  return { secret, recoveryCodes }
}

/** A person with an authenticator app, and the browser that has given their password. */
async function pending() {
  const person = await addMember()
  const kept = await enrol(person)
  const first = await signIn(person)
  expect(first.body).toEqual({ step: 'second-factor', user: null })
  return { person, ...kept, owing: browser(...first.cookies) }
}

describe('a sign-in that owes its second factor', () => {
  it('opens with a code of the app, under a new token', async () => {
    const { person, secret, owing } = await pending()
    const answer = await owing.call(identity.secondFactor, { code: at(secret, 1), kind: 'app' })
    expect(answer.body).toMatchObject({ step: 'open', user: { uid: person.userId } })
    const opened = browser(...answer.cookies)
    expect(opened.cookie).not.toBe(owing.cookie)
    expect((await opened.call(contract.patients.list, {})).status).toBe(200)
    expect((await owing.callOk(identity.session, {})).step).toBe('none')
  })

  it('says so, and nothing of the person', async () => {
    const { owing } = await pending()
    expect(await owing.callOk(identity.session, {})).toEqual({ step: 'second-factor', user: null })
  })

  it('takes no code twice, not even of two at once', async () => {
    const { person, secret, owing } = await pending()
    const second = browser(...(await signIn(person)).cookies)
    const code = at(secret, 1)
    const answers = await Promise.all(
      [owing, second].map((caller) => caller.call(identity.secondFactor, { code, kind: 'app' })),
    )
    expect(answers.map(({ reason }) => reason).toSorted()).toEqual(['invalid-verification-code', null])
  })

  it('refuses a wrong code and says what to do', async () => {
    const { owing } = await pending()
    const answer = await owing.call(identity.secondFactor, { code: '000000', kind: 'app' })
    expect([answer.status, answer.reason, answer.error?.message]).toEqual([
      401,
      'invalid-verification-code',
      'The code is not correct. Check it and try again.',
    ])
    const { rows } = await testApp.owner.query(
      `select details from audit_rows where action = 'user.second_factor_failed' order by sequence desc limit 1`,
    )
    expect(rows[0].details).toEqual({ reason: 'invalid-verification-code' })
  })

  it('ends after ten wrong codes, from whatever browser, and the first factor is asked again', async () => {
    const { person, secret, owing } = await pending()
    for (let tries = 0; tries < 10; tries++)
      await owing.call(identity.secondFactor, { code: '000000', kind: 'app' })
    const late = await owing.call(identity.secondFactor, { code: at(secret, 1), kind: 'app' })
    expect([late.status, late.reason]).toEqual([429, 'too-many-requests'])
    expect((await owing.callOk(identity.session, {})).step).toBe('none')
    const again = browser(...(await signIn(person)).cookies)
    expect((await again.call(identity.secondFactor, { code: at(secret, 1), kind: 'app' })).status).toBe(429)
    await testApp.runJobs()
    const told = (await testApp.mail()).filter(
      ({ to, text }) => to === person.email && text.includes('wrong codes'),
    )
    expect(told).toHaveLength(1)
  })

  it('is over after some minutes', async () => {
    const { secret, owing } = await pending()
    testApp.clock.advance((second_factor_minutes + 1) * minute_ms)
    const answer = await owing.call(identity.secondFactor, { code: at(secret), kind: 'app' })
    testApp.clock.advance(-(second_factor_minutes + 1) * minute_ms)
    expect(answer.reason).toBe('code-expired')
  })

  it('looks at hours, person and clinic again', async () => {
    const { person, secret, owing } = await pending()
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [person.staffId])
    const answer = await owing.call(identity.secondFactor, { code: at(secret, 1), kind: 'app' })
    expect([answer.status, answer.reason]).toEqual([403, 'account-deactivated'])
    expect((await owing.callOk(identity.session, {})).step).toBe('none')
  })
})

describe('recovery codes', () => {
  it('each open once, however they are typed, and are fewer afterwards', async () => {
    const { person, recoveryCodes, owing } = await pending()
    const typed = recoveryCodes[3]!.toUpperCase().replaceAll('-', ' ')
    const answer = await owing.call(identity.secondFactor, { code: typed, kind: 'recovery' })
    expect(answer.body).toMatchObject({ step: 'open' })
    const { secondFactor } = await browser(...answer.cookies).callOk(account.get, {})
    expect(secondFactor).toMatchObject({ isOn: true, recoveryCodesLeft: 9 })
    const again = browser(...(await signIn(person)).cookies)
    expect((await again.call(identity.secondFactor, { code: typed, kind: 'recovery' })).reason).toBe(
      'invalid-verification-code',
    )
  })

  it('are kept as hashes', async () => {
    const { recoveryCodes, secret } = await pending()
    const { rows } = await testApp.owner.query('select * from auth.second_factor')
    const kept = JSON.stringify(rows)
    for (const plain of [secret, ...recoveryCodes]) expect(kept).not.toContain(plain)
  })
})

describe('a remembered device', () => {
  it('is not asked again for some weeks; other devices and other people are', async () => {
    const { person, secret, owing } = await pending()
    const answer = await owing.call(identity.secondFactor, {
      code: at(secret, 1),
      kind: 'app',
      remember: true,
    })
    const device = answer.cookies.find((cookie) => cookie.includes('.device='))!
    expect(device).toMatch(/HttpOnly/)
    expect((await signIn(person, browser(device))).body.step).toBe('open')
    expect((await signIn(person)).body.step).toBe('second-factor')
    const other = await addMember()
    await enrol(other)
    expect((await signIn(other, browser(device))).body.step).toBe('second-factor')
    testApp.clock.advance((trusted_device_days + 1) * day_ms)
    const late = await signIn(person, browser(device))
    testApp.clock.advance(-(trusted_device_days + 1) * day_ms)
    expect(late.body.step).toBe('second-factor')
  })

  it('is forgotten when the second factor is set up anew', async () => {
    const { person, secret, owing } = await pending()
    const answer = await owing.call(identity.secondFactor, {
      code: at(secret, 1),
      kind: 'app',
      remember: true,
    })
    const device = answer.cookies.find((cookie) => cookie.includes('.device='))!
    const opened = browser(...answer.cookies)
    const anew = await opened.callOk(account.startSecondFactor, {})
    await opened.callOk(account.confirmSecondFactor, { code: at(anew.secret) })
    expect((await signIn(person, browser(device))).body.step).toBe('second-factor')
  })
})

describe('a first factor alone', () => {
  /** Two browsers that gave the password of somebody whose clinic asks for a second factor. */
  async function twoOwing() {
    const clinicId = await testApp.people.addClinic('Twice Careful')
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [clinicId])
    const member = await addMember(clinicId)
    const enter = async () => browser(...(await signIn(member)).cookies)
    return { member, thief: await enter(), owner: await enter() }
  }

  it('sets up nothing once somebody else with the password did, and its session is over', async () => {
    const { member, thief, owner } = await twoOwing()
    const theirs = await thief.callOk(identity.startEnrolment, {})
    const { secret } = await owner.callOk(identity.startEnrolment, {})
    expect((await thief.call(identity.finishEnrolment, { code: at(theirs.secret) })).reason).toBe(
      'invalid-verification-code',
    )
    const done = await owner.call(identity.finishEnrolment, { code: at(secret) })
    expect(done.body).toMatchObject({ step: 'open' })
    for (const refused of [
      await thief.call(identity.startEnrolment, {}),
      await thief.call(identity.finishEnrolment, { code: at(theirs.secret) }),
    ])
      expect(refused.reason).toBe('code-expired')
    const later = browser(...(await signIn(member)).cookies)
    expect((await later.call(identity.secondFactor, { code: at(secret, 1), kind: 'app' })).status).toBe(200)
  })

  it('does not replace what was confirmed between its start and its end', async () => {
    const { thief, owner } = await twoOwing()
    const { secret } = await owner.callOk(identity.startEnrolment, {})
    await owner.callOk(identity.finishEnrolment, { code: at(secret) })
    expect((await thief.call(identity.startEnrolment, {})).reason).toBe('code-expired')
    const { rows } = await testApp.owner.query(
      'select count(*)::int as on from auth.second_factor where confirmed_at is not null',
    )
    expect(rows[0].on).toBeGreaterThan(0)
  })

  it('is not enough to go on with once the second one was turned on elsewhere', async () => {
    const person = await addMember()
    const elsewhere = browser(...(await signIn(person)).cookies)
    expect((await elsewhere.call(contract.patients.list, {})).status).toBe(200)
    await enrol(person)
    expect((await elsewhere.call(contract.patients.list, {})).status).toBe(401)
  })
})

describe('what a clinic decides', () => {
  const change = (clinicId: string, set: string) =>
    testApp.owner.query(`update clinics set ${set} where id = $1`, [clinicId])

  it('holds from the next request: a second factor, and how long a session lasts', async () => {
    const clinicId = await testApp.people.addClinic('Later Careful')
    const member = await addMember(clinicId)
    const opened = browser(...(await signIn(member)).cookies)
    await change(clinicId, 'requires_second_factor = true')
    expect((await opened.call(contract.patients.list, {})).status).toBe(401)
    expect(await opened.callOk(identity.session, {})).toEqual({ user: null, step: 'enrol' })
    await change(clinicId, 'requires_second_factor = false, session_hours = 1, session_idle_minutes = 240')
    expect((await opened.call(contract.patients.list, {})).status).toBe(200)
    testApp.clock.advance(61 * minute_ms)
    const late = await opened.call(contract.patients.list, {})
    testApp.clock.advance(-61 * minute_ms)
    expect(late.status).toBe(401)
  })

  it('asks for the first factor anew before a second one is set up in an old session', async () => {
    const clinicId = await testApp.people.addClinic('Much Later')
    const member = await addMember(clinicId)
    const opened = browser(...(await signIn(member)).cookies)
    await change(clinicId, 'requires_second_factor = true')
    testApp.clock.advance(15 * minute_ms)
    const stale = await opened.call(identity.startEnrolment, {})
    testApp.clock.advance(-15 * minute_ms)
    expect(stale.reason).toBe('code-expired')
  })

  it('keeps nobody out of another clinic', async () => {
    const member = await addMember()
    const other = await testApp.people.addClinic('Night Shift')
    await testApp.owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, registered, last_login_at,
         login_hours_restricted, login_hours) values ($1, $2, $3, 'Siân', 'Rees', true, now(), true, '{}')`,
      [other, member.userId, member.email],
    )
    const { body } = await signIn(member)
    expect(body).toMatchObject({ step: 'open', user: { clinicId: testApp.clinicA.id } })
  })
})

describe('where a second factor is required', () => {
  it('the app is set up with a right code, its key and ten recovery codes shown once', async () => {
    const clinicId = await testApp.people.addClinic('Very Careful')
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [clinicId])
    const member = await addMember(clinicId)
    const first = await signIn(member)
    expect(first.body).toEqual({ step: 'enrol', user: null })
    const owing = browser(...first.cookies)
    expect((await owing.call(contract.patients.list, {})).status).toBe(401)
    const { secret, recoveryCodes, uri } = await owing.callOk(identity.startEnrolment, {})
    expect(recoveryCodes).toHaveLength(10)
    expect(uri).toContain('otpauth://totp/Candour:')
    expect((await owing.call(identity.finishEnrolment, { code: '000000' })).reason).toBe(
      'invalid-verification-code',
    )
    const done = await owing.call(identity.finishEnrolment, { code: at(secret) })
    expect(done.body).toMatchObject({ step: 'open', user: { secondFactorBy: null } })
    expect((await signIn(member)).body.step).toBe('second-factor')
  })

  it('staff of a clinic that asks for it set it up, and one that is on cannot be replaced that way', async () => {
    const clinicId = await testApp.people.addClinic('Careful Dental')
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [clinicId])
    const member = await addMember(clinicId)
    const owing = browser(...(await signIn(member)).cookies)
    const { secret } = await owing.callOk(identity.startEnrolment, {})
    await owing.callOk(identity.finishEnrolment, { code: at(secret) })
    const later = browser(...(await signIn(member)).cookies)
    expect((await later.call(identity.startEnrolment, {})).reason).toBe('code-expired')
  })
})

/** A browser that has given somebody's password. */
async function owingBrowser({ email }: TestPerson): Promise<TestBrowser> {
  const opened = openTestBrowser(testApp.app.http)
  await opened.callOk(identity.signIn, { login: email, password })
  return opened
}

/** Sets up a passkey in a sign-in that must have one. */
async function enrolPasskey(owing: TestBrowser) {
  const device = createTestAuthenticator(testAddress)
  const { options } = await owing.callOk(identity.startPasskeyEnrolment, {})
  const made = await owing.call(identity.finishPasskeyEnrolment, {
    name: 'Work laptop',
    response: device.make(options),
  })
  return { device, made }
}

async function givePasskey(owing: TestBrowser, device: TestAuthenticator, remember = false) {
  const { options } = await owing.callOk(identity.passkeyOptions, {})
  return owing.call(identity.givePasskey, { response: device.sign(options), remember })
}

describe('a practice that asks for a second factor from a day on', () => {
  const grace_days = 14
  async function withinGrace() {
    const clinicId = await testApp.people.addClinic('New Practice')
    const from = new Date(testApp.clock.now().getTime() + grace_days * day_ms)
    await testApp.owner.query(
      'update clinics set requires_second_factor = true, second_factor_from = $2 where id = $1',
      [clinicId, from],
    )
    return { clinicId, from, member: await addMember(clinicId) }
  }

  it('tells each person the day, and from then on opens nothing but the setting up', async () => {
    const { from, member } = await withinGrace()
    const early = await owingBrowser(member)
    expect(await early.callOk(identity.session, {})).toMatchObject({
      step: 'open',
      user: { secondFactorBy: from.toISOString() },
    })
    testApp.clock.advance(grace_days * day_ms)
    const late = await owingBrowser(member)
    expect(await late.callOk(identity.session, {})).toEqual({ user: null, step: 'enrol' })
    expect(await late.callOk(identity.secondFactorOptions, {})).toEqual({
      give: [],
      setUp: ['app', 'passkey'],
    })
    for (const refused of [
      await late.call(contract.patients.list, {}),
      await late.call(account.get, {}),
      await late.call(contract.clinics.get, {}),
    ])
      expect(refused.status).toBe(401)
    testApp.clock.advance(-grace_days * day_ms)
  })

  it('does not remind whoever has a passkey, and asks for it after a password from that day on', async () => {
    const { member } = await withinGrace()
    const own = openTestBrowser(testApp.app.http, member.cookie)
    const device = createTestAuthenticator(testAddress)
    const { options } = await own.callOk(account.passkeyOptions, {})
    await own.callOk(account.addPasskey, { name: 'Phone', response: device.make(options) })
    expect((await own.callOk(identity.session, {})).user?.secondFactorBy).toBeNull()
    expect((await (await owingBrowser(member)).callOk(identity.session, {})).step).toBe('open')
    testApp.clock.advance(grace_days * day_ms)
    const owing = await owingBrowser(member)
    expect(await owing.callOk(identity.secondFactorOptions, {})).toEqual({ give: ['passkey'], setUp: [] })
    expect((await owing.call(contract.patients.list, {})).status).toBe(401)
    expect((await givePasskey(owing, createTestAuthenticator(testAddress))).reason).toBe('passkey-not-known')
    expect((await givePasskey(owing, device, true)).body).toMatchObject({ step: 'open' })
    // The device is remembered, as after the code of an app.
    expect(await owing.callOk(identity.signIn, { login: member.email, password })).toMatchObject({
      step: 'open',
    })
    testApp.clock.advance(-grace_days * day_ms)
  })

  it('takes a passkey that is set up when it is asked for, and lets nobody remove the last one', async () => {
    const { clinicId, member } = await withinGrace()
    await testApp.owner.query('update clinics set second_factor_from = null where id = $1', [clinicId])
    const owing = await owingBrowser(member)
    const { device, made } = await enrolPasskey(owing)
    expect(made.body).toMatchObject({ step: 'open', user: { uid: member.userId } })
    const [passkey] = (await owing.callOk(account.get, {})).passkeys
    expect(passkey?.name).toBe('Work laptop')
    expect(await owing.call(account.removePasskey, { passkeyId: passkey!.id })).toMatchObject({
      status: 403,
      reason: 'second-factor-required',
    })
    // By the passkey alone, which is both factors.
    const direct = openTestBrowser(testApp.app.http)
    const { options } = await direct.callOk(identity.passkeyOptions, {})
    expect(await direct.callOk(identity.checkPasskey, { response: device.sign(options) })).toMatchObject({
      step: 'open',
    })
  })

  it('asks for the passkey of whoever goes on into it from a practice that does not ask', async () => {
    const member = await addMember()
    const own = openTestBrowser(testApp.app.http, member.cookie)
    const device = createTestAuthenticator(testAddress)
    const { options } = await own.callOk(account.passkeyOptions, {})
    await own.callOk(account.addPasskey, { name: 'Phone', response: device.make(options) })
    const strict = await testApp.people.addClinic('Strict Practice')
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [strict])
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, registered) values ($1, $2, $3, 'Siân', 'Rees', true)
       returning id`,
      [strict, member.userId, member.email],
    )
    const entered = await owingBrowser(member)
    expect(await entered.callOk(identity.actFor, { staffId: rows[0]!.id })).toEqual({
      step: 'second-factor',
      user: null,
    })
    expect((await entered.call(contract.patients.list, {})).status).toBe(401)
    expect((await givePasskey(entered, device)).body).toMatchObject({ user: { clinicId: strict } })
  })
})

describe('a super administrator', () => {
  let admins = 0
  const addAdmin = async () =>
    withPassword(
      await testApp.people.addUser('Ines Vogel', `ines${++admins}@candour.example.org`, 'super_admin'),
    )
  const platform = (caller: TestBrowser) => caller.call(contract.clinics.listForAdmin, {})

  it('without any second factor sets up a passkey, and no app, before anything opens', async () => {
    const admin = await addAdmin()
    const owing = await owingBrowser(admin)
    expect(await owing.callOk(identity.session, {})).toEqual({ user: null, step: 'enrol' })
    expect(await owing.callOk(identity.secondFactorOptions, {})).toEqual({ give: [], setUp: ['passkey'] })
    expect((await owing.call(identity.startEnrolment, {})).reason).toBe('code-expired')
    expect((await platform(owing)).status).toBe(401)
    const { made } = await enrolPasskey(owing)
    expect(made.body).toMatchObject({ step: 'open', user: { role: 'super_admin' } })
    expect((await platform(owing)).status).toBe(200)
  })

  it('with an app alone is led by its code to setting up a passkey; then no code, recovery code or device will do', async () => {
    const admin = await addAdmin()
    const { secret, recoveryCodes } = await enrol(admin)
    const owing = await owingBrowser(admin)
    expect(await owing.callOk(identity.secondFactorOptions, {})).toEqual({ give: ['app'], setUp: [] })
    const coded = await owing.callOk(identity.secondFactor, {
      code: at(secret, 1),
      kind: 'app',
      remember: true,
    })
    expect(coded).toEqual({ step: 'enrol', user: null })
    expect((await platform(owing)).status).toBe(401)
    const { device, made } = await enrolPasskey(owing)
    expect(made.body).toMatchObject({ step: 'open' })

    const later = await owingBrowser(admin)
    expect(await later.callOk(identity.secondFactorOptions, {})).toEqual({ give: ['passkey'], setUp: [] })
    for (const code of [
      { code: at(secret, 2), kind: 'app' as const },
      { code: recoveryCodes[0]!, kind: 'recovery' as const },
    ])
      expect((await later.call(identity.secondFactor, code)).reason).toBe('invalid-verification-code')
    expect((await later.call(identity.startPasskeyEnrolment, {})).reason).toBe('code-expired')
    expect((await givePasskey(later, device, true)).body).toMatchObject({ step: 'open' })
    expect((await platform(later)).status).toBe(200)
    // Nothing that a device remembers stands for the passkey.
    expect(await later.callOk(identity.signIn, { login: admin.email, password })).toMatchObject({
      step: 'second-factor',
    })
  })

  it('of a demo signs in with the app whose secret the demo tells', async () => {
    const admin = await addAdmin()
    const { secret } = await enrol(admin)
    const demo = await testApp.openSecondInstance({ demo: true })
    const entered = openTestBrowser(demo.http)
    await entered.callOk(identity.signIn, { login: admin.email, password })
    expect(await entered.callOk(identity.secondFactor, { code: at(secret, 1), kind: 'app' })).toMatchObject({
      step: 'open',
    })
    await demo.close()
  })
})
