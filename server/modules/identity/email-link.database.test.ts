import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { createTestCaller, type TestResponse } from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { sendEmailLink, openEmailLink, session } = contract.identity

let members = 0
/** A dentist whom no other test knows. */
async function addMember(clinicId = testApp.clinicA.id): Promise<TestPerson> {
  members++
  const role = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist' } as const
  return testApp.people.addStaff(clinicId, `linked${members}@example.org`, {
    ...role,
    name: ['Tom', 'Hughes'],
  })
}

const mailsTo = async (email: string) => (await testApp.mail()).filter(({ to }) => to === email)
const linkIn = (text: string) => /http:\/\/localhost:3000\/login\/link\S*/.exec(text)![0]

/** The token of a link that was asked for and arrived. */
async function requestLink(email: string): Promise<string> {
  await testApp.anonymous().callOk(sendEmailLink, { email })
  await testApp.runJobs()
  const mail = (await mailsTo(email)).at(-1)!
  return linkIn(mail.text).split('#')[1]!
}

const openLink = (token: string) => testApp.anonymous().call(openEmailLink, { token })

async function rowsOf(email: string) {
  const { rows } = await testApp.owner.query<{ kind: string; status: string; details: object }>(
    'select kind, status, details from auth.account_message where recipient = $1 order by created_at',
    [email],
  )
  return rows
}

const lastAudit = async (action: string) =>
  (
    await testApp.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

const responseOf = ({ status, reason, body, error, cookies }: TestResponse<unknown>) => ({
  status,
  reason,
  message: error?.message,
  body: error ? null : body,
  cookies,
})

describe('asking for a link', () => {
  it('sends one that signs in, once', async () => {
    const { email, userId } = await addMember()
    const token = await requestLink(email)
    const answer = await openLink(token)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ step: 'open', user: { uid: userId, email } })
    const caller = createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
    expect((await caller.callOk(session, {})).user?.uid).toBe(userId)
    expect(await lastAudit('user.login')).toMatchObject({
      subject: userId,
      details: { way: 'email-link', step: 'open' },
    })

    const again = await openLink(token)
    expect(responseOf(again)).toEqual({
      status: 400,
      reason: 'invalid-action-code',
      message: signInMessages['invalid-action-code'],
      body: null,
      cookies: [],
    })
    expect(await lastAudit('user.login_failed')).toMatchObject({ details: { reason: 'invalid-action-code' } })
  })

  it('greets by name, whatever case the address is typed in, and keeps the token out of logs and tables', async () => {
    const { email } = await addMember()
    await testApp.anonymous().callOk(sendEmailLink, { email: ` ${email.toUpperCase()} ` })
    await testApp.runJobs()
    const [mail] = await mailsTo(email)
    expect(mail!.subject).toBe('Your link to sign in to Candour')
    expect(mail!.text).toContain('Hello Tom Hughes')
    const token = linkIn(mail!.text).split('#')[1]!
    expect(token).toMatch(/^[A-Za-z]{32}$/)
    const { rows } = await testApp.owner.query(
      `select identifier || value as kept from auth.verification
       union all select details::text from auth.account_message
       union all select row_to_json(audit_rows)::text from audit_rows
       union all select data::text from pgboss.job`,
    )
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(testApp.logged.join()).not.toContain(token)
  })

  it('says and does the same for an address that nobody has', async () => {
    const { email } = await addMember()
    const countJobs = async () =>
      Number((await testApp.owner.query('select count(*) from pgboss.job')).rows[0].count)
    const asked: { told: unknown; jobs: number; rows: unknown; audit: unknown }[] = []
    for (const address of [email, 'nobody-here@example.org']) {
      const before = await countJobs()
      const answer = await testApp.anonymous().call(sendEmailLink, { email: address })
      const { action, outcome, subject, details } = await lastAudit('user.email_link_requested')
      asked.push({
        told: responseOf(answer),
        jobs: (await countJobs()) - before,
        rows: await rowsOf(address),
        audit: { action, outcome, subject, details },
      })
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]).toMatchObject({
      told: { status: 200, body: { sent: true }, cookies: [] },
      jobs: 1,
      rows: [{ kind: 'email-link', status: 'queued' }],
    })
    await testApp.runJobs()
    expect(await mailsTo('nobody-here@example.org')).toEqual([])
    expect(await rowsOf('nobody-here@example.org')).toMatchObject([{ status: 'pointless' }])
    expect(await rowsOf(email)).toMatchObject([{ status: 'sent' }])
  })

  it('leads on to a path of ours, and to nothing else', async () => {
    const { email } = await addMember()
    for (const to of ['/clinic/consents?status=sent', 'https://evil.example/', '//evil.example'])
      await testApp.anonymous().callOk(sendEmailLink, { email, to })
    await testApp.runJobs()
    const starts = (await mailsTo(email)).map(({ text }) => linkIn(text).split('#')[0])
    expect(starts.toSorted()).toEqual([
      'http://localhost:3000/login/link',
      'http://localhost:3000/login/link',
      'http://localhost:3000/login/link?to=%2Fclinic%2Fconsents%3Fstatus%3Dsent',
    ])
    expect(JSON.stringify(await rowsOf(email))).not.toContain('evil')
  })

  it.each([
    'tom',
    'tom@',
    '@example.org',
    'tom@example.org\r\nBcc: thief@example.org',
    'tom@example.org\nSubject: x',
    'tom@example.org, thief@example.org',
    'Tom Reed tom@example.org',
    'tom@exa\u0007mple.org',
  ])('refuses what is no address: %j', async (email) => {
    const answer = await testApp.anonymous().call(sendEmailLink, { email })
    expect(responseOf(answer)).toMatchObject({
      status: 400,
      reason: 'invalid-email',
      message: 'Please enter a valid email address.',
    })
    expect(await rowsOf(email)).toEqual([])
  })

  it('fills no inbox: the fourth in a quarter of an hour says the same and sends nothing', async () => {
    const { email } = await addMember()
    const answers: TestResponse<unknown>[] = []
    for (let asked = 0; asked < 4; asked++)
      answers.push(await testApp.anonymous().call(sendEmailLink, { email }))
    expect(answers.map(responseOf)).toEqual(Array.from({ length: 4 }, () => responseOf(answers[0]!)))
    await testApp.runJobs()
    expect(await mailsTo(email)).toHaveLength(3)
  })

  it('stops one visitor who asks for many addresses', async () => {
    const visitor = testApp.anonymous()
    const reasons: (string | null)[] = []
    for (let asked = 0; asked < 21; asked++)
      reasons.push((await visitor.call(sendEmailLink, { email: `flood${asked}@example.org` })).reason)
    expect(reasons.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => null))
    expect(reasons[20]).toBe('too-many-requests')
    expect(await lastAudit('user.login_failed')).toMatchObject({
      user_email: 'flood20@example.org',
      details: { reason: 'too-many-requests' },
    })
  })
})

describe('opening a link', () => {
  it('is too late after a quarter of an hour, and says so more than once', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    testApp.clock.advance(16 * minute_ms)
    try {
      for (let tried = 0; tried < 2; tried++)
        expect(responseOf(await openLink(token))).toMatchObject({
          status: 400,
          reason: 'expired-action-code',
          message: 'This link has expired. Ask for a new one.',
          cookies: [],
        })
    } finally {
      testApp.clock.advance(-16 * minute_ms)
    }
  })

  it('that has ended is told from one that was used or never was, days later too', async () => {
    const { email } = await addMember()
    const [token, other] = [await requestLink(email), await requestLink(email)]
    await testApp.owner.query(`update auth.verification set expires_at = now() - interval '6 days'`)
    expect((await openLink(other)).reason).toBe('expired-action-code')
    expect((await openLink(token)).reason).toBe('expired-action-code')
    expect((await openLink(token)).reason).toBe('expired-action-code')
  })

  it('with a token that is none of ours opens nothing', async () => {
    expect(responseOf(await openLink('x'.repeat(32)))).toMatchObject({
      status: 400,
      reason: 'invalid-action-code',
    })
  })

  it('twice at the same moment signs in once', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    const answers = await Promise.all([openLink(token), openLink(token), openLink(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  it.each([
    ['user-disabled', `update auth."user" set is_active = false where id = $1`],
    ['account-deactivated', `update staff set status = 'inactive' where user_id = $1`],
    [
      'login-day-refused',
      `update staff set login_hours_restricted = true, login_hours = '{}' where user_id = $1`,
    ],
    ['invalid-action-code', `delete from auth.verification where $1 <> ''`],
  ])('is refused with %s, and leaves no session', async (reason, change) => {
    const { email, userId } = await addMember()
    const token = await requestLink(email)
    await testApp.owner.query('delete from auth.session where user_id = $1', [userId])
    await testApp.owner.query(change, [userId])
    const answer = await openLink(token)
    expect(answer.reason).toBe(reason)
    expect(answer.cookies.filter((cookie) => !cookie.includes('Max-Age=0'))).toEqual([])
    const { rows } = await testApp.owner.query('select id from auth.session where user_id = $1', [userId])
    expect(rows).toEqual([])
    expect((await openLink(token)).reason).toBe('invalid-action-code')
  })

  it('of an account that is gone says so', async () => {
    const { email, userId } = await testApp.people.addUser('Gone Soon', 'gone@example.org')
    const token = await requestLink(email)
    await testApp.owner.query('delete from auth."user" where id = $1', [userId])
    expect(responseOf(await openLink(token))).toMatchObject({
      status: 403,
      reason: 'account-not-found',
      message: 'User account not found. Please contact your administrator.',
    })
  })

  it('of a suspended clinic says so', async () => {
    const clinic = await testApp.addClinic('Suspended Street', 'suspended')
    const { email } = await addMember(clinic.id)
    expect(responseOf(await openLink(await requestLink(email)))).toMatchObject({
      reason: 'clinic-suspended',
      message: 'Clinic account is suspended',
    })
  })

  it('leaves the second factor to be given: until then nothing opens', async () => {
    const { email, userId } = await addMember()
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
      [userId],
    )
    const answer = await openLink(await requestLink(email))
    expect(answer.body).toEqual({ step: 'second-factor', user: null })
    const caller = createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
    expect((await caller.call(contract.patients.list, {})).status).toBe(401)
    expect(await caller.callOk(session, {})).toEqual({ user: null, step: 'second-factor' })
  })
})

it('is refused where the way is closed', async () => {
  const { signIn } = testApp.config
  const other = await testApp.openSecondInstance({
    signIn: { ...signIn, ways: { ...signIn.ways, emailLink: false } },
  })
  const { email } = await addMember()
  const token = await requestLink(email)
  const caller = createTestCaller(other.http)
  expect((await caller.call(sendEmailLink, { email })).reason).toBe('operation-not-allowed')
  expect((await caller.call(openEmailLink, { token })).reason).toBe('operation-not-allowed')
  await other.close()
  expect((await openLink(token)).status).toBe(200)
})
