import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import {
  email_verification_minutes,
  invitation_days,
  invitation_resend_minutes,
  second_factor_grace_days,
} from '../../../contract/limits.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

const { registration, identity, staff } = contract
const password = 'a stable of correct horses'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** The token of the newest mail to an address. */
async function tokenFor(email: string): Promise<string> {
  await testApp.runJobs()
  const sent = (await testApp.mail()).filter(({ to }) => to === email)
  return /\/register#([\w-]+)/.exec(sent.at(-1)!.text)![1]!
}
const mailsTo = async (email: string): Promise<number> => {
  await testApp.runJobs()
  return (await testApp.mail()).filter(({ to }) => to === email).length
}

let invited = 0
/** Somebody whom the manager has put on the staff: their address and the record's id. */
async function invite(): Promise<{ email: string; staffId: string }> {
  invited++
  const email = `invited${invited}@example.org`
  const { id } = await testApp.clinicA.as('manager').callOk(staff.invite, {
    email: email.toUpperCase(),
    firstName: 'Lena',
    lastName: 'Sommer',
    jobTitle: 'Dental nurse',
    isClinician: false,
    role: 'clinic_staff',
    permissionLevel: 2,
    permissions: { canEditPatients: true },
    loginHoursRestricted: false,
    loginHours: {},
  })
  return { email, staffId: id }
}

const finishing = (token: string) => ({ token, firstName: 'Lena', lastName: 'Sommer', password })
const finish = (token: string, change: object = {}) =>
  testApp.anonymous().call(registration.finish, { ...finishing(token), ...change })
const open = (token: string) => testApp.anonymous().call(registration.open, { token })
const start = (email: string, as: 'staff' | 'practice') =>
  testApp.anonymous().call(registration.start, { email, as })
const browser = (cookies: string[]): TestCaller =>
  createTestCaller(testApp.app.http, cookies.map(cookieOf).join('; '))

const staffRow = async (id: string) =>
  (await testApp.owner.query('select * from staff where id = $1', [id])).rows[0]

describe('an invitation', () => {
  it('leads to an account that is signed in, with the rights of the record and the defaults of registration', async () => {
    const { email, staffId } = await invite()
    const token = await tokenFor(email)
    expect((await open(token)).body).toEqual({
      as: 'staff',
      email,
      clinicName: 'Harbour Street',
      firstName: 'Lena',
      lastName: 'Sommer',
    })
    const answer = await finish(token, { username: 'Lena.Sommer' })
    expect(answer.body).toMatchObject({
      step: 'open',
      user: {
        email,
        displayName: 'Lena Sommer',
        role: 'clinic_staff',
        clinicId: testApp.clinicA.id,
        permissionLevel: 2,
      },
    })
    const row = await staffRow(staffId)
    expect(row).toMatchObject({
      registered: true,
      user_id: answer.body.user!.uid,
      permissions: {
        canViewPatients: true,
        canEditPatients: true,
        canSendForms: false,
        canManageTemplates: false,
        canManageBilling: false,
        canManageStaff: false,
      },
    })
    expect((await browser(answer.cookies).call(contract.patients.list, {})).status).toBe(200)
    for (const login of [email, 'lena.sommer'])
      expect((await testApp.anonymous().call(identity.signIn, { login, password })).status).toBe(200)
  })

  it('works once, also when it is used twice at the same moment', async () => {
    const { email } = await invite()
    const token = await tokenFor(email)
    const answers = await Promise.all([finish(token), finish(token)])
    expect(answers.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(1)
    expect((await open(token)).reason).toBe('invalid-action-code')
    const { rows } = await testApp.owner.query('select from auth."user" where email = $1', [email])
    expect(rows).toHaveLength(1)
  })

  it('is used up by nothing but finishing', async () => {
    const { email } = await invite()
    const token = await tokenFor(email)
    expect((await finish(token, { password: 'password123!' })).reason).toBe('weak-password')
    expect((await open(token)).status).toBe(200)
    expect((await finish(token)).status).toBe(200)
  })

  it('is over after a week', async () => {
    const { email } = await invite()
    const token = await tokenFor(email)
    testApp.clock.advance((invitation_days + 1) * day_ms)
    const answers = [await open(token), await finish(token)]
    testApp.clock.advance(-(invitation_days + 1) * day_ms)
    for (const { status, reason } of answers) expect([status, reason]).toEqual([400, 'expired-action-code'])
  })

  it('is worthless once another was sent, or the person was deactivated', async () => {
    const [{ email, staffId }, gone] = [await invite(), await invite()]
    const [first, theirs] = [await tokenFor(email), await tokenFor(gone.email)]
    testApp.clock.advance((invitation_resend_minutes + 1) * minute_ms)
    await testApp.clinicA.as('manager').callOk(staff.resend, { staffId })
    const second = await tokenFor(email)
    expect((await open(first)).reason).toBe('invalid-action-code')
    expect((await open(second)).status).toBe(200)
    await testApp.clinicA.as('owner').callOk(staff.deactivate, { staffId: gone.staffId, takeoverId: null })
    expect((await open(theirs)).reason).toBe('not-authorised-to-register')
  })

  it('of somebody who has an account is accepted by signing in, and by nobody else', async () => {
    const { email, staffId } = await invite()
    const account = await testApp.people.addUser('Lena Sommer', email)
    const token = await tokenFor(email)
    const told = await open(token)
    expect([told.status, told.reason, told.error?.message]).toEqual([
      409,
      'email-already-in-use',
      'An account with this email already exists.',
    ])
    expect(told.error?.details).toMatchObject({ email, as: 'staff', joins: testApp.clinicA.name })
    const other = await testApp.as(testApp.stranger).call(registration.accept, { token })
    expect([other.status, other.reason]).toEqual([403, 'user-mismatch'])
    const accepted = await testApp.as(account).call(registration.accept, { token })
    expect(accepted.body).toMatchObject({ step: 'open', user: { clinicId: testApp.clinicA.id } })
    expect(await staffRow(staffId)).toMatchObject({ registered: true, user_id: account.userId })
    expect((await testApp.as(account).callOk(identity.session, {})).step).toBe('none')
  })
})

describe('registering by the address alone', () => {
  it('finds the record that the practice made, once the address is proved', async () => {
    const { email } = await invite()
    const before = await mailsTo(email)
    await start(` ${email.toUpperCase()} `, 'staff')
    const token = await tokenFor(email)
    expect(await mailsTo(email)).toBe(before + 1)
    expect((await open(token)).body).toMatchObject({ as: 'staff', clinicName: 'Harbour Street' })
    expect((await finish(token)).body).toMatchObject({ step: 'open', user: { clinicId: testApp.clinicA.id } })
  })

  it('answers everybody alike; only the owner of the address learns more', async () => {
    const addresses = ['stranger1@example.org', testApp.clinicA.staff.dentist.email]
    for (const email of addresses) {
      const { status, body, cookies } = await start(email, 'staff')
      expect({ status, body, cookies }).toEqual({ status: 200, body: { sent: true }, cookies: [] })
      expect(await mailsTo(email)).toBe(1)
    }
    const [unknown, known] = await Promise.all(addresses.map(async (email) => open(await tokenFor(email))))
    expect([unknown!.status, unknown!.error?.message]).toEqual([
      403,
      'You are not authorized to register. Contact your clinic administrator.',
    ])
    expect([known!.status, known!.error?.message]).toEqual([
      409,
      'An account with this email already exists.',
    ])
  })

  it('opens the record of the practice that named the address first', async () => {
    const { email } = await invite()
    await testApp.clinicB.as('manager').callOk(staff.invite, {
      ...{ email, firstName: 'Lena', lastName: 'Sommer', isClinician: false, role: 'clinic_staff' },
      ...{ permissionLevel: 1, permissions: {}, loginHoursRestricted: false, loginHours: {} },
    })
    const stranger = await tokenFor(email)
    await start(email, 'staff')
    expect((await open(await tokenFor(email))).body).toMatchObject({ clinicName: 'Harbour Street' })
    // The later practice is joined by the link of its own invitation alone.
    expect((await open(stranger)).body.clinicName).not.toBe('Harbour Street')
  })

  it('sends three mails to an address and no more, and says the same', async () => {
    for (let n = 0; n < 5; n++)
      expect((await start('flooded@example.org', 'staff')).body).toEqual({ sent: true })
    expect(await mailsTo('flooded@example.org')).toBe(3)
  })

  it('sends twenty mails for one visitor and no more, and says the same', async () => {
    const visitor = testApp.anonymous()
    for (let n = 0; n < 22; n++) {
      const input = { email: `wanted${n}@example.org`, as: 'staff' } as const
      expect((await visitor.call(registration.start, input)).body).toEqual({ sent: true })
    }
    await testApp.runJobs()
    expect((await testApp.mail()).filter(({ to }) => /^wanted\d+@/.test(to))).toHaveLength(20)
  })

  it('is over after an hour', async () => {
    await start('late@example.org', 'practice')
    const token = await tokenFor('late@example.org')
    testApp.clock.advance((email_verification_minutes + 1) * minute_ms)
    const answer = await open(token)
    testApp.clock.advance(-(email_verification_minutes + 1) * minute_ms)
    expect(answer.reason).toBe('expired-action-code')
  })

  it('refuses what is no address', async () => {
    for (const email of ['amara', 'a@b', 'a@example.org\r\nBcc: all@example.org', '']) {
      const { status, reason } = await start(email, 'staff')
      expect([status, reason]).toEqual([400, expect.stringMatching(/^invalid-(email|input)$/)])
    }
  })
})

describe('somebody who has an account, and says that a practice has added them', () => {
  it('is told so alone where none has, and joins the one that has', async () => {
    const email = 'added.later@example.org'
    const account = await testApp.people.addUser('Lena Sommer', email)
    await start(email, 'staff')
    const nothing = await open(await tokenFor(email))
    expect(nothing.error).toMatchObject({
      message: 'An account with this email already exists.',
      details: { email, as: 'staff', joins: null },
    })
    const added = await invite()
    await testApp.owner.query('update staff set email = $1 where id = $2', [email, added.staffId])
    await start(email, 'staff')
    const token = await tokenFor(email)
    expect((await open(token)).error?.details).toMatchObject({ joins: testApp.clinicA.name })
    const accepted = await testApp.as(account).call(registration.accept, { token })
    expect(accepted.body).toMatchObject({ step: 'open', user: { clinicId: testApp.clinicA.id } })
  })
})

describe('a new practice', () => {
  const practice = { name: 'Bay View Dental', phone: '01632 960999', timeZone: 'Europe/London' }

  it('signs itself up: a clinic on trial with its administrator, and nobody else’s rows', async () => {
    await start('founder@example.org', 'practice')
    const token = await tokenFor('founder@example.org')
    expect((await open(token)).body).toMatchObject({ as: 'practice', clinicName: null })
    const answer = await finish(token, { practice })
    expect(answer.body).toMatchObject({
      step: 'open',
      user: { role: 'clinic_admin', clinicName: 'Bay View Dental' },
    })
    const { clinicId } = answer.body.user!
    const { rows } = await testApp.owner.query('select * from clinics where id = $1', [clinicId])
    expect(rows[0]).toMatchObject({ name: 'Bay View Dental', status: 'active', plan: 'starter' })
    const days = (rows[0].trial_ends_at.getTime() - testApp.clock.now().getTime()) / day_ms
    expect(Math.round(days)).toBe(30)
    const { requires_second_factor: isRequired, second_factor_from: from } = rows[0]
    const daysLeft = (from.getTime() - testApp.clock.now().getTime()) / day_ms
    expect([isRequired, Math.round(daysLeft)]).toEqual([true, second_factor_grace_days])
    expect(answer.body.user!.secondFactorBy).toBe(from.toISOString())
    const founder = browser(answer.cookies)
    expect((await founder.callOk(contract.patients.list, {})).total).toBe(0)
    expect((await founder.callOk(staff.list, {})).rows.map(({ email }) => email)).toEqual([
      'founder@example.org',
    ])
    const founded = await testApp.owner.query(
      `select from audit_rows where action = 'clinic.founded' and clinic_id = $1`,
      [clinicId],
    )
    expect(founded.rowCount).toBe(1)
  })

  it('is set up by somebody who has an account, with that account, once and for its own address alone', async () => {
    const email = 'second.founder@example.org'
    const account = await testApp.people.addUser('Lena Sommer', email)
    const names = { firstName: 'Lena', lastName: 'Sommer' }
    const found = (token: string, person = account, name = practice.name) =>
      testApp.as(person).call(registration.found, { token, ...names, practice: { ...practice, name } })
    const clinics: (string | null)[] = []
    for (const name of ['Bay View Dental', 'Hill View Dental']) {
      await start(email, 'practice')
      const token = await tokenFor(email)
      const told = await open(token)
      expect(told.error?.message).toBe('An account with this email already exists.')
      expect(told.error?.details).toMatchObject({ email, as: 'practice', joins: null })
      expect((await found(token, testApp.stranger)).reason).toBe('user-mismatch')
      const answer = await found(token, account, name)
      expect(answer.body).toMatchObject({
        step: 'open',
        user: { uid: account.userId, role: 'clinic_admin', clinicName: name },
      })
      clinics.push(answer.body.user!.clinicId)
      account.cookie = cookieOf(answer.cookies.at(-1)!)
      expect((await found(token)).reason).toBe('invalid-action-code')
    }
    expect(new Set(clinics).size).toBe(2)
  })

  it('is set up with no other link', async () => {
    const { email } = await invite()
    const account = await testApp.people.addUser('Lena Sommer', email)
    const token = await tokenFor(email)
    const input = { token, firstName: 'Lena', lastName: 'Sommer', practice }
    const answer = await testApp.as(account).call(registration.found, input)
    expect(answer.reason).toBe('not-authorised-to-register')
  })

  it('needs a name, and a username that is free', async () => {
    await start('second@example.org', 'practice')
    const token = await tokenFor('second@example.org')
    expect((await finish(token)).reason).toBe('practice-missing')
    for (const name of ['Win £500 at https://evil.example', 'Visit WWW.evil.example']) {
      const named = [{ practice: { ...practice, name } }, { practice, firstName: name }]
      for (const change of named) expect((await finish(token, change)).reason).toBe('invalid-input')
    }
    await testApp.owner.query(`update auth."user" set username = 'taken' where id = $1`, [
      testApp.stranger.userId,
    ])
    expect((await finish(token, { practice, username: 'Taken' })).reason).toBe('username-taken')
    expect((await finish(token, { practice, username: 'free.one' })).status).toBe(200)
  })
})

describe('a password that everybody tries', () => {
  it.each([
    ['too short', 'aB3$efgh'],
    ['on the list of breached ones', 'password1234'],
    ['the practice’s own name', 'harbour street'],
  ])('is refused: %s', async (_why, weak) => {
    const { email } = await invite()
    const answer = await finish(await tokenFor(email), { password: weak })
    expect([answer.status, answer.error?.message]).toEqual([
      400,
      'Password is too weak. Please choose a stronger password.',
    ])
    expect(answer.error?.details.faults).not.toEqual([])
  })
})
