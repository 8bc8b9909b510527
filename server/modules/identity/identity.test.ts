import { getAuthTables } from 'better-auth/db'
import { getTableColumns } from 'drizzle-orm'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { session_hours_max } from '../../../contract/limits.ts'
import { platformClinicId } from '../audit/index.ts'
import { openTestBrowser } from '../../testing/test-browser.ts'
import {
  createTestCaller,
  nextIpAddress,
  type TestResponse,
  type TestRequestOptions,
} from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { createAuth } from './auth.ts'
import { accountHolders, credentials, passkeys, sessions, verifications } from './identity-schema.ts'
import { hashPassword } from './password.ts'

const password = 'correct horse battery'
let passwordHash: string
let testApp: TestApp

beforeAll(async () => {
  passwordHash = await hashPassword(password)
  testApp = await openTestApp()
})

afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { signIn, signOut, session } = contract.identity

/** Gives an account the password that the tests sign in with. */
async function withPassword<P extends TestPerson>(person: P): Promise<P> {
  await testApp.owner.query(
    `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), person.userId, passwordHash],
  )
  return person
}

let members = 0
/** A dentist of clinic A with a password, whom no other test knows. */
async function addMember(clinicId = testApp.clinicA.id): Promise<TestPerson> {
  members++
  const member = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] } as const
  return withPassword(
    await testApp.people.addStaff(clinicId, `member${members}@harbour.example.org`, {
      ...member,
      name: [...member.name],
    }),
  )
}

const signInAs = (login: string, typed = password, sending: TestRequestOptions = {}) =>
  testApp.anonymous().call(signIn, { login, password: typed }, sending)

const responseOf = ({ status, reason, error, cookies }: TestResponse<unknown>) => ({
  status,
  reason,
  message: error?.message,
  cookies,
})

const currentUser = async (cookie: string) =>
  (await createTestCaller(testApp.app.http, cookie).callOk(session, {})).user

async function lastAudit(action: string) {
  const { rows } = await testApp.owner.query(
    'select * from audit_rows where action = $1 order by sequence desc limit 1',
    [action],
  )
  return rows[0]
}

describe('signing in', () => {
  it('answers the person as screens know them, whatever case the address is typed in', async () => {
    const { userId, staffId, email } = await addMember()
    const { status, body } = await signInAs(` ${email.toUpperCase()} `)
    expect({ status, step: body.step }).toEqual({ status: 200, step: 'open' })
    expect(body.user).toEqual({
      uid: userId,
      email,
      displayName: 'Tom Hughes',
      role: 'clinic_staff',
      clinicId: testApp.clinicA.id,
      clinicName: 'Harbour Street',
      isActive: true,
      permissions: ['sendReminders', 'createConsents', 'finaliseConsents', 'viewStats'],
      permissionLevel: 2,
      loginHoursRestricted: false,
      loginHours: {},
      photo: null,
      clinics: [{ staffId, clinicName: 'Harbour Street' }],
      idleMinutes: 30,
      secondFactorBy: null,
    })
  })

  it('sets one cookie that scripts and other sites cannot use, and that opens the session', async () => {
    const { email } = await addMember()
    const { cookies } = await signInAs(email)
    expect(cookies).toHaveLength(1)
    const [pair, ...attributes] = cookies[0]!.split('; ')
    expect(pair).toMatch(/^candour\.session_token=/)
    expect(attributes.toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${session_hours_max * 3600}`,
      'Path=/',
      'SameSite=Lax',
    ])
    expect((await currentUser(cookieOf(cookies[0]!)))?.email).toBe(email)
  })

  it('over https sets a cookie that is only ever sent there', async () => {
    const { email } = await addMember()
    const secure = await testApp.openSecondInstance({ publicAddress: 'https://consent.example.org' })
    const browser = openTestBrowser(secure.http)
    const answer = await browser.call(signIn, { login: email, password })
    expect((await browser.callOk(session, {})).step).toBe('open')
    // The auth library's own, too.
    await browser.callOk(contract.identity.passkeyOptions, {})
    expect(browser.cookies()).toEqual(['__Host-candour.session_token', '__Host-candour.passkey'])
    await secure.close()
    expect(answer.cookies).toEqual([
      expect.stringMatching(
        /^__Host-candour\.session_token=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
      ),
    ])
    expect(answer.headers['strict-transport-security']).toContain('max-age=')
  })

  it('is written down with the clinic, and keeps when and from where', async () => {
    const { email, staffId } = await addMember()
    await signInAs(email, password, { from: '203.0.113.9' })
    expect(await lastAudit('user.login')).toMatchObject({
      clinic_id: testApp.clinicA.id,
      user_email: email,
      ip: '203.0.113.9',
      browser: 'Firefox',
    })
    const { rows } = await testApp.owner.query(
      'select last_login_at, last_login_ip from staff where id = $1',
      [staffId],
    )
    expect(rows[0]).toMatchObject({ last_login_at: expect.any(Date), last_login_ip: '203.0.113.9' })
  })

  it('acts as the staff record that is active, where an account has several', async () => {
    const member = await addMember()
    await testApp.owner.query(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, status) values ($1, $2, $3, 'Tom', 'Hughes', 'active')`,
      [testApp.clinicB.id, member.userId, member.email],
    )
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [member.staffId])
    expect((await signInAs(member.email)).body.user?.clinicName).toBe('Canal Side')
  })
})

describe('a session that is open when its person or clinic is shut out', () => {
  it.each([
    ['user-disabled', 'update auth."user" set is_active = false where id = $1', 'userId'],
    ['account-deactivated', `update staff set status = 'inactive' where id = $1`, 'staffId'],
    ['clinic-suspended', `update clinics set status = 'suspended' where id = $1`, 'clinicId'],
  ] as const)('opens nothing, and says why: %s', async (refused, change, what) => {
    const clinicId = await testApp.people.addClinic(`Shut ${refused}`, 'active')
    const member = await addMember(clinicId)
    const cookie = cookieOf((await signInAs(member.email)).cookies[0]!)
    await testApp.owner.query(change, [{ ...member, clinicId }[what]])
    expect(await createTestCaller(testApp.app.http, cookie).callOk(session, {})).toEqual({
      user: null,
      step: 'none',
      refused,
    })
  })

  it('says nothing where there is none', async () => {
    expect(await testApp.anonymous().callOk(session, {})).toEqual({ user: null, step: 'none' })
  })
})

describe('signing in is refused', () => {
  const wrong = {
    status: 401,
    reason: 'invalid-credential',
    message: 'Invalid email/username or password. Please check your credentials and try again.',
    cookies: [],
  }
  const disabled = {
    status: 403,
    reason: 'user-disabled',
    message: 'This account has been deactivated. Please contact your administrator for assistance.',
    cookies: [],
  }

  it('alike for a wrong password, an unknown address and an account without a password', async () => {
    const { email } = await addMember()
    expect(responseOf(await signInAs(email, 'wrong horse battery'))).toEqual(wrong)
    expect(responseOf(await signInAs('nobody@example.org'))).toEqual(wrong)
    expect(responseOf(await signInAs(testApp.clinicA.staff.nurse.email))).toEqual(wrong)
    expect(await lastAudit('user.login_failed')).toMatchObject({
      user_role: 'anyone',
      details: { reason: 'invalid-credential' },
    })
  })

  it('in the log of the practice where the account was last used, and of no practice where there is no account', async () => {
    const member = await addMember()
    const username = 'guessed.at'
    await testApp.owner.query('update auth."user" set username = $1 where id = $2', [username, member.userId])
    const elsewhere = await addMember(testApp.clinicB.id)
    for (const [login, clinicId] of [
      [member.email, testApp.clinicA.id],
      [username.toUpperCase(), testApp.clinicA.id],
      [elsewhere.email, testApp.clinicB.id],
      ['nobody@example.org', platformClinicId],
      ['nobody.at.all', platformClinicId],
    ] as const) {
      await signInAs(login, 'wrong horse battery')
      expect(await lastAudit('user.login_failed')).toMatchObject({
        clinic_id: clinicId,
        user_email: login.toLowerCase(),
        user_role: 'anyone',
      })
    }
  })

  it('in that log also once there were too many wrong passwords', async () => {
    const { email } = await addMember(testApp.clinicB.id)
    const from = nextIpAddress()
    for (let tries = 0; tries < 11; tries++) await signInAs(email, 'wrong horse battery', { from })
    expect(await lastAudit('user.login_failed')).toMatchObject({
      clinic_id: testApp.clinicB.id,
      details: { reason: 'too-many-requests' },
    })
  })

  it('for what is no address', async () => {
    expect(responseOf(await signInAs('amara@'))).toEqual({
      status: 400,
      reason: 'invalid-email',
      message: 'Please enter a valid email address.',
      cookies: [],
    })
  })

  const sessionsOf = async ({ userId }: TestPerson): Promise<number> =>
    (await testApp.owner.query('select from auth.session where user_id = $1', [userId])).rowCount ?? 0

  it('for a deactivated account, and a member of staff who left, leaving no session behind', async () => {
    const [account, member] = [await addMember(), await addMember()]
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [account.userId])
    await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [member.staffId])
    const left = { ...disabled, reason: 'account-deactivated', message: 'Account is deactivated' }
    for (const [person, refusal] of [
      [account, disabled],
      [member, left],
    ] as const) {
      const before = await sessionsOf(person)
      expect(responseOf(await signInAs(person.email))).toEqual(refusal)
      expect(await sessionsOf(person)).toBe(before)
    }
  })

  it('for staff of a suspended clinic', async () => {
    const clinic = await testApp.people.addClinic('Closed Down', 'suspended')
    const { email } = await addMember(clinic)
    expect(responseOf(await signInAs(email))).toEqual({
      status: 403,
      reason: 'clinic-suspended',
      message: 'Clinic account is suspended',
      cookies: [],
    })
    expect(await lastAudit('user.login_failed')).toMatchObject({ clinic_id: clinic, user_email: email })
  })

  it('without saying which part was wrong to somebody who does not know the password', async () => {
    const member = await addMember(await testApp.people.addClinic('Closed Too', 'suspended'))
    expect(responseOf(await signInAs(member.email, 'wrong horse battery'))).toEqual(wrong)
  })

  const tooMany = {
    status: 429,
    reason: 'too-many-requests',
    message: 'Too many failed login attempts. Please wait a few minutes before trying again.',
    cookies: [],
  }

  it('after ten wrong passwords for one account from one address, then also for the right one', async () => {
    const [{ email }, from] = [await addMember(), nextIpAddress()]
    for (let tries = 0; tries < 10; tries++) await signInAs(email, 'wrong horse battery', { from })
    expect(responseOf(await signInAs(email, password, { from }))).toEqual(tooMany)
    // Neither another account nor the same person elsewhere is held up by it.
    expect((await signInAs((await addMember()).email, password, { from })).status).toBe(200)
    expect((await signInAs(email)).status).toBe(200)
  })

  it('no later when all are tried at once', async () => {
    const [{ email }, from] = [await addMember(), nextIpAddress()]
    const tries = Array.from({ length: 16 }, () => signInAs(email, 'wrong horse battery', { from }))
    const reasons = (await Promise.all(tries)).map(({ reason }) => reason)
    expect(reasons.filter((reason) => reason === 'invalid-credential')).toHaveLength(10)
    expect(reasons.filter((reason) => reason === 'too-many-requests')).toHaveLength(6)
  })

  it('but not for signing in rightly, however often', async () => {
    const [{ email }, from] = [await addMember(), nextIpAddress()]
    for (let times = 0; times < 12; times++)
      expect((await signInAs(email, password, { from })).status).toBe(200)
  })

  it.each([
    ['account, from wherever they come', 'sign-in.account:%'],
    ['address, whatever account they are for', 'sign-in.address:%'],
  ])('after very many wrong passwords for one %s', async (_name, counter) => {
    const [{ email }, from] = [await addMember(), nextIpAddress()]
    await signInAs(email, 'wrong horse battery', { from })
    await testApp.owner.query('update rate_limits set points = 1000 where key like $1', [counter])
    const again = counter.startsWith('sign-in.account')
      ? signInAs(email)
      : signInAs((await addMember()).email, password, { from })
    expect(responseOf(await again)).toEqual(tooMany)
    expect((await signInAs((await addMember()).email)).status).toBe(200)
  })

  it('with input that is none', async () => {
    for (const input of [
      { login: 'a@example.org' },
      { login: 'a@example.org', password: '' },
      { login: 'a@example.org', password: 'x'.repeat(300) },
    ]) {
      expect((await testApp.anonymous().call(signIn, input as never)).reason).toBe('invalid-input')
    }
  })
})

describe('a session', () => {
  it('is nobody without a cookie, and with one that was made up', async () => {
    const { cookie } = await addMember()
    expect(await currentUser('')).toBeNull()
    expect(await currentUser('candour.session_token=abc.def')).toBeNull()
    const [name, value] = cookie.split('=') as [string, string]
    const forged = decodeURIComponent(value).replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
    expect(await currentUser(`${name}=${encodeURIComponent(forged)}`)).toBeNull()
    expect(await currentUser(`${name}=${decodeURIComponent(value).split('.')[0]}`)).toBeNull()
  })

  const endings: [string, (person: TestPerson) => [string, string]][] = [
    [
      'the clinic is suspended',
      () => [`update clinics set status = 'suspended' where name = $1`, 'Ends Here'],
    ],
    ['the person leaves', ({ staffId }) => [`update staff set status = 'inactive' where id = $1`, staffId!]],
    [
      'the account is deactivated',
      ({ userId }) => ['update auth."user" set is_active = false where id = $1', userId],
    ],
    [
      'its time is over',
      ({ userId }) => [
        `update auth.session set expires_at = now() - interval '1 second' where user_id = $1`,
        userId,
      ],
    ],
    ['it is revoked', ({ userId }) => ['delete from auth.session where user_id = $1', userId]],
  ]
  it.each(endings)('ends at once when %s', async (_name, change) => {
    const person = await addMember(await testApp.people.addClinic('Ends Here'))
    const caller = testApp.as(person)
    expect((await caller.call(contract.patients.list, {})).status).toBe(200)
    await testApp.owner.query(change(person)[0], [change(person)[1]])
    expect((await caller.call(contract.patients.list, {})).code).toBe('unauthenticated')
    expect(await currentUser(person.cookie)).toBeNull()
  })

  it('loses a permission the moment it is taken away', async () => {
    const { cookie, staffId } = await addMember()
    const caller = createTestCaller(testApp.app.http, cookie)
    await testApp.owner.query(`update staff set permissions = '{"accessSettings": true}' where id = $1`, [
      staffId,
    ])
    expect((await caller.call(contract.audit.verify, {})).status).toBe(200)
    await testApp.owner.query(`update staff set permissions = '{}' where id = $1`, [staffId])
    expect((await caller.call(contract.audit.verify, {})).code).toBe('permission-denied')
  })

  it('of a person without a clinic reads nothing', async () => {
    const user = await currentUser(testApp.stranger.cookie)
    expect(user).toMatchObject({
      role: 'clinic_staff',
      clinicId: null,
      clinicName: null,
      permissions: [],
      permissionLevel: 1,
    })
    for (const operation of [
      contract.patients.list,
      contract.consents.list,
      contract.clinics.get,
      contract.templates.list,
    ]) {
      expect((await testApp.as(testApp.stranger).call(operation, {})).code).toBe('unauthenticated')
    }
  })

  it('of a super admin belongs to no clinic and holds every permission', async () => {
    const user = await currentUser(testApp.superAdmin.cookie)
    expect(user).toMatchObject({ role: 'super_admin', clinicId: null, isActive: true })
    expect(user!.permissions).toEqual(expect.arrayContaining(['manageStaff', 'overrideConsents']))
  })
})

describe('signing out', () => {
  it('ends the session, clears the cookie and writes down how long it was', async () => {
    const { email } = await addMember()
    const cookie = cookieOf((await signInAs(email)).cookies[0]!)
    testApp.clock.advance(12 * minute_ms)
    const { body, cookies } = await createTestCaller(testApp.app.http, cookie).call(signOut, {})
    testApp.clock.advance(-12 * minute_ms)
    expect(body).toEqual({ signedOut: true })
    expect(cookies.join('\n')).toMatch(/candour\.session_token=; Max-Age=0/)
    expect(await currentUser(cookie)).toBeNull()
    const { details, user_email, clinic_id, session_id } = await lastAudit('user.logout')
    expect(details).toEqual({
      duration: expect.stringMatching(/^1[23] minutes \d+ seconds$/),
      reason: 'user_initiated',
    })
    expect({ user_email, clinic_id }).toEqual({ user_email: email, clinic_id: testApp.clinicA.id })
    expect(session_id).not.toBeNull()
  })

  it('does nothing bad without a session, and writes nothing down', async () => {
    const before = await lastAudit('user.logout')
    expect((await testApp.anonymous().call(signOut, {})).status).toBe(200)
    expect(await lastAudit('user.logout')).toEqual(before)
  })
})

describe('the auth library', () => {
  it('publishes no endpoint of its own', async () => {
    for (const path of [
      '/api/auth/sign-up/email',
      '/api/auth/sign-in/email',
      '/api/auth/delete-user',
      '/api/auth/ok',
    ]) {
      for (const method of ['GET', 'POST'] as const) {
        expect((await testApp.anonymous().send({ method, url: path })).status, path).toBe(404)
      }
    }
  })

  it('finds every table and field it wants in our schema', async () => {
    const { auth, close } = createAuth({
      database: testApp.logins.auth,
      secret: 'x'.repeat(40),
      address: 'http://localhost',
      log: silentLog,
      providers: { clients: {}, peer: null },
    })
    await close()
    const ours = {
      user: accountHolders,
      session: sessions,
      account: credentials,
      verification: verifications,
      passkey: passkeys,
    }
    const wanted = getAuthTables(auth.options)
    expect(Object.keys(wanted).toSorted()).toEqual(Object.keys(ours).toSorted())
    for (const [name, table] of Object.entries(ours)) {
      const columns = Object.keys(getTableColumns(table))
      expect(columns, name).toEqual(
        expect.arrayContaining(Object.keys(wanted[name as keyof typeof wanted]!.fields)),
      )
    }
  })
})

it('says neither passwords nor session tokens in the log', async () => {
  const { email } = await addMember()
  const { cookies } = await signInAs(email)
  await signInAs(email, 'wrong horse battery')
  const text = testApp.logged.join('\n')
  for (const secret of [password, 'wrong horse battery', cookieOf(cookies[0]!).split('=')[1]!, email])
    expect(text).not.toContain(secret)
})
