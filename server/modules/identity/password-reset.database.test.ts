import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import { makeCaller, type Answer } from '../../testing/test-caller.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'
import { hashPassword } from './password.ts'

const old = 'correct horse battery'
const fresh = 'a stable of correct ponies'
let oldHash: string
let world: TestWorld
beforeAll(async () => {
  oldHash = await hashPassword(old)
  world = await openWorld()
})
afterAll(async () => {
  expect(world.faults).toEqual([])
  await world.close()
})

const { requestReset, reset, signIn, session } = contract.identity

let members = 0
/** A dentist with a password, whom no other test knows. */
async function addMember(): Promise<TestPerson> {
  members++
  const role = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist' } as const
  const member = { ...role, name: ['Tobias', 'Hughes'] as [string, string] }
  const person = await world.people.addStaff(world.a.id, `forgot${members}@example.org`, member)
  await world.owner.query(
    `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
    [randomUUID(), person.userId, oldHash],
  )
  return person
}

const mailsTo = async (email: string) => (await world.mail()).filter(({ to }) => to === email)

async function askForLink(email: string): Promise<string> {
  await world.nobody().ask(requestReset, { email })
  await world.runJobs()
  const mail = (await mailsTo(email)).findLast(({ subject }) => subject.startsWith('Set a new password'))!
  return /\/reset-password#([\w-]+)/.exec(mail.text)![1]!
}

const set = (token: string, password = fresh) => world.nobody().call(reset, { token, password })
const enter = async (email: string, password: string) =>
  (await world.nobody().call(signIn, { login: email, password })).status

async function rowsOf(email: string) {
  const { rows } = await world.owner.query<{ kind: string; status: string }>(
    'select kind, status from auth.account_message where recipient = $1 order by created_at',
    [email],
  )
  return rows
}

const lastAudit = async (action: string) =>
  (
    await world.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

const told = ({ status, reason, body, error, cookies }: Answer<unknown>) => ({
  status,
  reason,
  message: error?.message,
  body: error ? null : body,
  cookies,
})

describe('a forgotten password', () => {
  it('is replaced by the link that was sent, once', async () => {
    const { email, userId } = await addMember()
    const token = await askForLink(email)
    const [mail] = await mailsTo(email)
    expect(mail!.text).toContain('Hello Tobias Hughes')
    expect(mail!.text).toContain('for 60 minutes')
    expect(await set(token)).toMatchObject({ status: 200, body: { reset: true }, cookies: [] })
    expect(await enter(email, old)).toBe(401)
    expect(await enter(email, fresh)).toBe(200)
    expect(await lastAudit('user.password_reset')).toMatchObject({ subject: userId, clinic_id: world.a.id })

    expect(told(await set(token, 'another stable of ponies'))).toEqual({
      status: 400,
      reason: 'invalid-action-code',
      message: signInMessages['invalid-action-code'],
      body: null,
      cookies: [],
    })
    expect(await enter(email, fresh)).toBe(200)
  })

  it('ends every session, every other link and every remembered device, and tells the owner', async () => {
    const { email, userId, staffId, cookie } = await addMember()
    const elsewhere = await world.people.openSession(userId, staffId)
    await world.owner.query(
      `insert into auth.trusted_device (token_hash, user_id, expires_at) values ($1, $2, now() + interval '30 days')`,
      [randomUUID(), userId],
    )
    const bystander = await addMember()
    const theirs = await askForLink(bystander.email)
    const other = await askForLink(email)
    const token = await askForLink(email)
    expect((await set(token)).status).toBe(200)
    for (const held of [cookie, elsewhere])
      expect((await makeCaller(world.app.http, held).ask(session, {})).step).toBe('none')
    expect((await set(other)).reason).toBe('invalid-action-code')
    const { rows } = await world.owner.query('select from auth.trusted_device where user_id = $1', [userId])
    expect(rows).toEqual([])
    await world.runJobs()
    const notice = (await mailsTo(email)).at(-1)!
    expect(notice.subject).toBe('A security notice about your Candour account')
    expect(notice.text).toContain('The password of your account was changed')
    // Nobody else is touched.
    expect((await makeCaller(world.app.http, bystander.cookie).ask(session, {})).step).toBe('open')
    expect((await set(theirs)).status).toBe(200)
  })

  it('gives a password to an account that had none', async () => {
    const { email } = await world.people.addUser('No Password', 'none-yet@example.org')
    expect((await set(await askForLink(email))).status).toBe(200)
    expect(await enter(email, fresh)).toBe(200)
  })

  it('must be replaced by one that the policy takes; a refused one does not use the link up', async () => {
    const { email } = await addMember()
    const token = await askForLink(email)
    for (const [password, faults] of [
      ['zq7mtwp2', ['too-short']],
      ['password2024', ['breached']],
      ['tobias and the apples', ['personal']],
      ['at Harbour and home', ['personal']],
      ['x'.repeat(120) + 'qwertz-asdf', ['too-long']],
    ] as const) {
      const answer = await set(token, password)
      expect(told(answer)).toMatchObject({
        status: 400,
        reason: 'weak-password',
        message: 'Password is too weak. Please choose a stronger password.',
      })
      expect(answer.error?.details).toMatchObject({ faults })
    }
    expect(await lastAudit('user.password_reset_refused')).toMatchObject({
      details: { reason: 'weak-password' },
    })
    expect(await enter(email, old)).toBe(200)
    expect((await set(token)).status).toBe(200)
  })

  it('is judged by its link before a password is chosen, which uses nothing up', async () => {
    const { email } = await addMember()
    const token = await askForLink(email)
    const open = () => world.nobody().call(contract.identity.openReset, { token })
    expect(await open()).toMatchObject({ status: 200, body: { valid: true } })
    expect(await open()).toMatchObject({ status: 200 })
    expect((await set(token)).status).toBe(200)
    const spent = await open()
    expect([spent.reason, spent.error?.message]).toEqual([
      'invalid-action-code',
      'This link does not work. It may have been used already. Ask for a new one.',
    ])
  })

  it('is replaced once by two who open the link at the same moment', async () => {
    const { email } = await addMember()
    const token = await askForLink(email)
    const answers = await Promise.all([set(token), set(token, 'another stable of ponies')])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
  })

  it('cannot be replaced after an hour', async () => {
    const { email } = await addMember()
    const token = await askForLink(email)
    world.clock.advance(61 * minute_ms)
    try {
      expect(told(await set(token))).toMatchObject({
        status: 400,
        reason: 'expired-action-code',
        message: 'This link has expired. Ask for a new one.',
      })
    } finally {
      world.clock.advance(-61 * minute_ms)
    }
    expect(await enter(email, old)).toBe(200)
  })

  it('cannot be replaced with a token that is none of ours, or for another purpose', async () => {
    const { email } = await addMember()
    expect((await set('x'.repeat(32))).reason).toBe('invalid-action-code')
    await world.nobody().ask(contract.identity.sendEmailLink, { email })
    await world.runJobs()
    const link = /\/login\/link#([\w-]+)/.exec((await mailsTo(email)).at(-1)!.text)![1]!
    expect((await set(link)).reason).toBe('invalid-action-code')
    const token = await askForLink(email)
    expect((await world.nobody().call(contract.identity.openEmailLink, { token })).reason).toBe(
      'invalid-action-code',
    )
  })

  it('leaves neither token nor password in logs, tables or the audit log', async () => {
    const { email } = await addMember()
    const token = await askForLink(email)
    const password = 'a meadow of purple zebras'
    await set(token, password)
    const { rows } = await world.owner.query(
      `select identifier || value as kept from auth.verification
       union all select details::text from auth.account_message
       union all select password from auth.account
       union all select row_to_json(audit_rows)::text from audit_rows
       union all select data::text from pgboss.job`,
    )
    for (const secret of [token, password]) {
      expect(JSON.stringify(rows)).not.toContain(secret)
      expect(world.logged.join()).not.toContain(secret)
    }
  })
})

describe('asking for a link', () => {
  it('is answered and worked alike for an address that nobody has', async () => {
    const { email } = await addMember()
    const asked: unknown[] = []
    for (const address of [email, 'nobody-at-all@example.org']) {
      const answer = told(await world.nobody().call(requestReset, { email: address }))
      const { outcome, subject, details } = await lastAudit('user.password_reset_requested')
      asked.push({ answer, rows: await rowsOf(address), outcome, subject, details })
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[0]).toMatchObject({
      answer: { status: 200, body: { success: true }, cookies: [] },
      rows: [{ kind: 'reset', status: 'queued' }],
    })
    await world.runJobs()
    expect(await mailsTo('nobody-at-all@example.org')).toEqual([])
    expect(await rowsOf('nobody-at-all@example.org')).toEqual([{ kind: 'reset', status: 'pointless' }])
  })

  it.each(['', 'tom', 'tom@example.org\r\nBcc: thief@example.org'])(
    'refuses what is no address: %j',
    async (email) => {
      expect(told(await world.nobody().call(requestReset, { email }))).toMatchObject({
        status: 400,
        reason: 'invalid-email',
        message: 'Please enter a valid email address.',
      })
    },
  )

  it('fills no inbox, and one visitor cannot ask for everybody', async () => {
    const { email } = await addMember()
    for (let asked = 0; asked < 4; asked++)
      expect(await world.nobody().ask(requestReset, { email })).toEqual({ success: true })
    expect(await rowsOf(email)).toHaveLength(3)
    const visitor = world.nobody()
    for (let asked = 0; asked < 20; asked++)
      await visitor.ask(requestReset, { email: `everybody${asked}@example.org` })
    const { email: last } = await addMember()
    expect(await visitor.ask(requestReset, { email: last })).toEqual({ success: true })
    expect(await rowsOf(last)).toEqual([])
    expect(await world.nobody().ask(requestReset, { email: last })).toEqual({ success: true })
    expect(await rowsOf(last)).toHaveLength(1)
  })

  it('says so where passwords are closed', async () => {
    const { signIn: settings } = world.config
    const other = await world.openAnother({
      signIn: { ...settings, ways: { ...settings.ways, password: false } },
    })
    const { email } = await addMember()
    const token = await askForLink(email)
    const caller = makeCaller(other.http)
    expect(await caller.ask(requestReset, { email })).toEqual({
      success: false,
      error: signInMessages['operation-not-allowed'],
    })
    expect((await caller.call(reset, { token, password: fresh })).reason).toBe('invalid-action-code')
    await other.close()
    expect(await enter(email, old)).toBe(200)
  })
})
