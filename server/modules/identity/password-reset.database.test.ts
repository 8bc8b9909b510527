import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { createTestCaller, type TestResponse } from '../../testing/test-caller.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashPassword } from './password.ts'

const oldPassword = 'correct horse battery'
const newPassword = 'a stable of correct ponies'
let oldHash: string
let testApp: TestApp
beforeAll(async () => {
  oldHash = await hashPassword(oldPassword)
  testApp = await openTestApp()
})
afterAll(async () => {
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const { requestReset, reset, signIn, session } = contract.identity

let members = 0
/** A dentist with a password, whom no other test knows. */
async function addMember(): Promise<TestPerson> {
  members++
  const role = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist' } as const
  const member = { ...role, name: ['Tobias', 'Hughes'] as [string, string] }
  const person = await testApp.people.addStaff(testApp.clinicA.id, `forgot${members}@example.org`, member)
  await testApp.owner.query(
    `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), person.userId, oldHash],
  )
  return person
}

const mailsTo = async (email: string) => (await testApp.mail()).filter(({ to }) => to === email)

async function requestLink(email: string): Promise<string> {
  await testApp.anonymous().callOk(requestReset, { email })
  await testApp.runJobs()
  const mail = (await mailsTo(email)).findLast(({ subject }) => subject.startsWith('Set a new password'))!
  return /\/reset-password#([\w-]+)/.exec(mail.text)![1]!
}

const setPassword = (token: string, password = newPassword) =>
  testApp.anonymous().call(reset, { token, password })
const signInWith = async (email: string, password: string) =>
  (await testApp.anonymous().call(signIn, { login: email, password })).status

async function rowsOf(email: string) {
  const { rows } = await testApp.owner.query<{ kind: string; status: string }>(
    'select kind, status from auth.account_message where recipient = $1 order by created_at',
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

describe('a forgotten password', () => {
  it('is replaced by the link that was sent, once', async () => {
    const { email, userId } = await addMember()
    const token = await requestLink(email)
    const [mail] = await mailsTo(email)
    expect(mail!.text).toContain('Hello Tobias Hughes')
    expect(mail!.text).toContain('for 60 minutes')
    expect(await setPassword(token)).toMatchObject({ status: 200, body: { reset: true }, cookies: [] })
    expect(await signInWith(email, oldPassword)).toBe(401)
    expect(await signInWith(email, newPassword)).toBe(200)
    expect(await lastAudit('user.password_reset')).toMatchObject({
      subject: userId,
      clinic_id: testApp.clinicA.id,
    })

    expect(responseOf(await setPassword(token, 'another stable of ponies'))).toEqual({
      status: 400,
      reason: 'invalid-action-code',
      message: signInMessages['invalid-action-code'],
      body: null,
      cookies: [],
    })
    expect(await signInWith(email, newPassword)).toBe(200)
  })

  it('ends every session, every other link and every remembered device, and tells the owner', async () => {
    const { email, userId, staffId, cookie } = await addMember()
    const elsewhere = await testApp.people.openSession(userId, staffId)
    await testApp.owner.query(
      `insert into auth.trusted_device (token_hash, user_id, expires_at) values ($1, $2, now() + interval '30 days')`,
      [randomUUID(), userId],
    )
    const bystander = await addMember()
    const theirs = await requestLink(bystander.email)
    const other = await requestLink(email)
    const token = await requestLink(email)
    expect((await setPassword(token)).status).toBe(200)
    for (const held of [cookie, elsewhere])
      expect((await createTestCaller(testApp.app.http, held).callOk(session, {})).step).toBe('none')
    expect((await setPassword(other)).reason).toBe('invalid-action-code')
    const { rows } = await testApp.owner.query('select from auth.trusted_device where user_id = $1', [userId])
    expect(rows).toEqual([])
    await testApp.runJobs()
    const notice = (await mailsTo(email)).at(-1)!
    expect(notice.subject).toBe('A security notice about your Candour account')
    expect(notice.text).toContain('The password of your account was changed')
    // Nobody else is touched.
    expect((await createTestCaller(testApp.app.http, bystander.cookie).callOk(session, {})).step).toBe('open')
    expect((await setPassword(theirs)).status).toBe(200)
  })

  it('gives a password to an account that had none', async () => {
    const { email } = await testApp.people.addUser('No Password', 'none-yet@example.org')
    expect((await setPassword(await requestLink(email))).status).toBe(200)
    expect(await signInWith(email, newPassword)).toBe(200)
  })

  it('must be replaced by one that the policy takes; a refused one does not use the link up', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    for (const [password, faults] of [
      ['zq7mtwp2', ['too-short']],
      ['password2024', ['breached']],
      ['tobias and the apples', ['personal']],
      ['at Harbour and home', ['personal']],
      ['x'.repeat(120) + 'qwertz-asdf', ['too-long']],
    ] as const) {
      const answer = await setPassword(token, password)
      expect(responseOf(answer)).toMatchObject({
        status: 400,
        reason: 'weak-password',
        message: 'Password is too weak. Please choose a stronger password.',
      })
      expect(answer.error?.details).toMatchObject({ faults })
    }
    expect(await lastAudit('user.password_reset_refused')).toMatchObject({
      details: { reason: 'weak-password' },
    })
    expect(await signInWith(email, oldPassword)).toBe(200)
    expect((await setPassword(token)).status).toBe(200)
  })

  it('is judged by its link before a password is chosen, which uses nothing up', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    const open = () => testApp.anonymous().call(contract.identity.openReset, { token })
    expect(await open()).toMatchObject({ status: 200, body: { valid: true } })
    expect(await open()).toMatchObject({ status: 200 })
    expect((await setPassword(token)).status).toBe(200)
    const spent = await open()
    expect([spent.reason, spent.error?.message]).toEqual([
      'invalid-action-code',
      'This link does not work. It may have been used already. Ask for a new one.',
    ])
  })

  it('is replaced once by two who open the link at the same moment', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    const answers = await Promise.all([setPassword(token), setPassword(token, 'another stable of ponies')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('cannot be replaced after an hour', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    testApp.clock.advance(61 * minute_ms)
    try {
      expect(responseOf(await setPassword(token))).toMatchObject({
        status: 400,
        reason: 'expired-action-code',
        message: 'This link has expired. Ask for a new one.',
      })
    } finally {
      testApp.clock.advance(-61 * minute_ms)
    }
    expect(await signInWith(email, oldPassword)).toBe(200)
  })

  it('cannot be replaced with a token that is none of ours, or for another purpose', async () => {
    const { email } = await addMember()
    expect((await setPassword('x'.repeat(32))).reason).toBe('invalid-action-code')
    await testApp.anonymous().callOk(contract.identity.sendEmailLink, { email })
    await testApp.runJobs()
    const link = /\/login\/link#([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
    expect((await setPassword(link)).reason).toBe('invalid-action-code')
    const token = await requestLink(email)
    expect((await testApp.anonymous().call(contract.identity.openEmailLink, { token })).reason).toBe(
      'invalid-action-code',
    )
  })

  it('leaves neither token nor password in logs, tables or the audit log', async () => {
    const { email } = await addMember()
    const token = await requestLink(email)
    const password = 'a meadow of purple zebras'
    await setPassword(token, password)
    const { rows } = await testApp.owner.query(
      `select identifier || value as kept from auth.verification
       union all select details::text from auth.account_message
       union all select password from auth.account
       union all select row_to_json(audit_rows)::text from audit_rows
       union all select data::text from pgboss.job`,
    )
    for (const secret of [token, password]) {
      expect(JSON.stringify(rows)).not.toContain(secret)
      expect(testApp.logged.join()).not.toContain(secret)
    }
  })
})

describe('asking for a link', () => {
  it('is answered and worked alike for an address that nobody has', async () => {
    const { email } = await addMember()
    const asked: unknown[] = []
    for (const address of [email, 'nobody-at-all@example.org']) {
      const answer = responseOf(await testApp.anonymous().call(requestReset, { email: address }))
      const { outcome, subject, details } = await lastAudit('user.password_reset_requested')
      asked.push({ answer, rows: await rowsOf(address), outcome, subject, details })
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]).toMatchObject({
      answer: { status: 200, body: { success: true }, cookies: [] },
      rows: [{ kind: 'reset', status: 'queued' }],
    })
    await testApp.runJobs()
    expect(await mailsTo('nobody-at-all@example.org')).toEqual([])
    expect(await rowsOf('nobody-at-all@example.org')).toEqual([{ kind: 'reset', status: 'pointless' }])
  })

  it.each(['', 'tom', 'tom@example.org\r\nBcc: thief@example.org'])(
    'refuses what is no address: %j',
    async (email) => {
      expect(responseOf(await testApp.anonymous().call(requestReset, { email }))).toMatchObject({
        status: 400,
        reason: 'invalid-email',
        message: 'Please enter a valid email address.',
      })
    },
  )

  it('fills no inbox, and one visitor cannot ask for everybody', async () => {
    const { email } = await addMember()
    for (let asked = 0; asked < 4; asked++)
      expect(await testApp.anonymous().callOk(requestReset, { email })).toEqual({ success: true })
    expect(await rowsOf(email)).toHaveLength(3)
    const visitor = testApp.anonymous()
    for (let asked = 0; asked < 20; asked++)
      await visitor.callOk(requestReset, { email: `everybody${asked}@example.org` })
    const { email: last } = await addMember()
    expect(await visitor.callOk(requestReset, { email: last })).toEqual({ success: true })
    expect(await rowsOf(last)).toEqual([])
    expect(await testApp.anonymous().callOk(requestReset, { email: last })).toEqual({ success: true })
    expect(await rowsOf(last)).toHaveLength(1)
  })

  it('says so where passwords are closed', async () => {
    const { signIn: settings } = testApp.config
    const other = await testApp.openSecondInstance({
      signIn: { ...settings, ways: { ...settings.ways, password: false } },
    })
    const { email } = await addMember()
    const token = await requestLink(email)
    const caller = createTestCaller(other.http)
    expect(await caller.callOk(requestReset, { email })).toEqual({
      success: false,
      error: signInMessages['operation-not-allowed'],
    })
    expect((await caller.call(reset, { token, password: newPassword })).reason).toBe('invalid-action-code')
    await other.close()
    expect(await signInWith(email, oldPassword)).toBe(200)
  })
})
