import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signInMessages } from '../../../contract/sign-in-codes.ts'
import {
  createTestCaller,
  nextIpAddress,
  type TestResponse,
  type TestRequestOptions,
} from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
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

const { sendPhoneCode, checkPhoneCode, session } = contract.identity

let members = 0
const nextPhone = () => `+447700900${String(++members).padStart(3, '0')}`

type PhoneHolder = TestPerson & { phone: string }
/** A dentist with a phone, whom no other test knows. */
async function addMember({ proved = true } = {}): Promise<PhoneHolder> {
  const phone = nextPhone()
  const role = { role: 'clinic_staff', level: 2, jobTitle: 'Dentist' } as const
  const member = { ...role, name: ['Tom', 'Hughes'] as [string, string] }
  const person = await testApp.people.addStaff(testApp.clinicA.id, `called${members}@example.org`, member)
  await testApp.owner.query(
    'update auth."user" set phone_number = $2, phone_number_verified = $3 where id = $1',
    [person.userId, phone, proved],
  )
  return { ...person, phone }
}

const textsTo = async (phone: string) =>
  (await testApp.mail()).filter(({ to }) => to === phone).map(({ text }) => text)

/** The cookie of the browser that asked last for a code to a number. */
const browsers = new Map<string, string>()

async function ask(phone: string) {
  const asked = await testApp.anonymous().call(sendPhoneCode, { phone })
  browsers.set(phone, cookieOf(asked.cookies[0]!))
  return asked
}

async function requestCode(phone: string): Promise<string> {
  expect((await ask(phone)).status).toBe(200)
  await testApp.runJobs()
  return /#(\d{6})/.exec((await textsTo(phone)).at(-1)!)![1]!
}

const check = (
  phone: string,
  code: string,
  sending: TestRequestOptions = {},
  browser = browsers.get(phone) ?? '',
) => createTestCaller(testApp.app.http, browser).call(checkPhoneCode, { phone, code }, sending)
const wrongCodeFor = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function rowsOf(phone: string) {
  const { rows } = await testApp.owner.query<{ kind: string; status: string }>(
    'select kind, status from auth.account_message where recipient = $1',
    [phone],
  )
  return rows
}

const codeRows = async () =>
  (await testApp.owner.query<{ value: string }>('select value from auth.verification order by created_at'))
    .rows

const responseOf = ({ status, reason, body, error, cookies }: TestResponse<unknown>) => ({
  status,
  reason,
  message: error?.message,
  body: error ? null : body,
  cookies: cookies.map((each) => each.split('=')[0]),
})
const wrong = {
  status: 401,
  reason: 'invalid-verification-code',
  message: signInMessages['invalid-verification-code'],
  cookies: [],
}

const lastAudit = async (action: string) =>
  (
    await testApp.owner.query('select * from audit_rows where action = $1 order by sequence desc limit 1', [
      action,
    ])
  ).rows[0]

describe('a code to a phone', () => {
  it('signs in, once', async () => {
    const { phone, userId } = await addMember()
    const code = await requestCode(phone)
    const answer = await check(phone, code)
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ step: 'open', user: { uid: userId } })
    const caller = createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
    expect((await caller.callOk(session, {})).user?.uid).toBe(userId)
    expect(await lastAudit('user.login')).toMatchObject({ subject: userId, details: { way: 'phone' } })
    expect(responseOf(await check(phone, code))).toMatchObject(wrong)
    expect(await lastAudit('user.login_failed')).toMatchObject({
      details: { reason: 'invalid-verification-code' },
    })
  })

  it('arrives as one text that phones can read, and stands in no log', async () => {
    const { phone } = await addMember()
    const code = await requestCode(phone)
    const [text] = await textsTo(phone)
    expect(text).toContain(
      `Candour: ${code} is your code to sign in. It works for 5 minutes. Do not share it.`,
    )
    expect(text!.trimEnd()).toMatch(new RegExp(`\n@localhost #${code}$`))
    await check(phone, code)
    expect(testApp.logged.join()).not.toContain(code)
    const { rows } = await testApp.owner.query('select row_to_json(audit_rows)::text as row from audit_rows')
    expect(JSON.stringify(rows)).not.toContain(phone)
  })

  it('goes to a number however it is typed', async () => {
    const { phone } = await addMember()
    const typed = `0${phone.slice(3, 7)} ${phone.slice(7)}`
    const code = await requestCode(phone)
    expect((await check(typed, code, {}, browsers.get(phone))).status).toBe(200)
    await testApp.anonymous().callOk(sendPhoneCode, { phone: typed })
    await testApp.runJobs()
    expect(await textsTo(phone)).toHaveLength(2)
  })

  it('is asked for and tried alike for numbers that nobody has, and for those that nobody proved', async () => {
    const known = (await addMember()).phone
    const unproved = (await addMember({ proved: false })).phone
    const asked: unknown[] = []
    for (const phone of [known, unproved, nextPhone()]) {
      const before = (await codeRows()).length
      const answer = responseOf(await ask(phone))
      const queued = await rowsOf(phone)
      await testApp.runJobs()
      const made = (await codeRows()).length - before
      const tries: unknown[] = []
      for (let tried = 0; tried < 4; tried++) tries.push(responseOf(await check(phone, '000000')))
      asked.push({ answer, queued, made, tries, left: (await codeRows()).length - before })
    }
    expect(asked[1]).toEqual(asked[0])
    expect(asked[2]).toEqual(asked[0])
    expect(asked[0]).toMatchObject({
      answer: { status: 200, body: { sent: true }, cookies: ['candour.phone_code'] },
      queued: [{ kind: 'phone-code', status: 'queued' }],
      made: 1,
      tries: [wrong, wrong, wrong, wrong],
    })
    expect(await textsTo(unproved)).toEqual([])
    expect(await rowsOf(unproved)).toEqual([{ kind: 'phone-code', status: 'pointless' }])
  })

  it('opens no account that has not proved the number, even where it is right', async () => {
    const { phone } = await addMember({ proved: false })
    await ask(phone)
    await testApp.runJobs()
    const code = (await codeRows()).at(-1)!.value.split(':')[0]!
    expect(responseOf(await check(phone, code))).toMatchObject(wrong)
  })

  it('goes to no country that we send no texts to', async () => {
    const answer = await testApp.anonymous().call(sendPhoneCode, { phone: '+1 212 555 0123' })
    expect([answer.status, answer.reason]).toEqual([400, 'phone-not-served'])
    expect(await rowsOf('+12125550123')).toEqual([])
  })

  it('is no longer looked at from one address after ten guesses, and elsewhere is', async () => {
    const { phone } = await addMember()
    const from = nextIpAddress()
    const statuses: number[] = []
    for (let n = 0; n < 35; n++) statuses.push((await check(phone, '000000', { from })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    const code = await requestCode(phone)
    expect((await check(phone, code)).status).toBe(200)
  })

  it('is over after five minutes', async () => {
    const { phone } = await addMember()
    const code = await requestCode(phone)
    await testApp.owner.query(`update auth.verification set expires_at = now() - interval '1 second'`)
    expect(responseOf(await check(phone, code))).toMatchObject(wrong)
  })

  it('lives five minutes', async () => {
    await requestCode((await addMember()).phone)
    const { rows } = await testApp.owner.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::int as left from auth.verification order by created_at desc limit 1',
    )
    expect(rows[0]!.left).toBeGreaterThan(280)
    expect(rows[0]!.left).toBeLessThanOrEqual(300)
  })

  it('is replaced by the next', async () => {
    const { phone } = await addMember()
    const first = await requestCode(phone)
    const second = await requestCode(phone)
    expect(first).not.toBe(second)
    expect((await check(phone, first)).status).toBe(401)
    expect((await check(phone, second)).status).toBe(200)
  })

  it('works in the browser alone that asked for it, and for that request alone', async () => {
    const { phone } = await addMember()
    const first = await requestCode(phone)
    const browser = browsers.get(phone)!
    const second = await requestCode(phone)
    const another = browsers.get(phone)!
    expect(responseOf(await check(phone, first, {}, ''))).toMatchObject(wrong)
    expect(responseOf(await check(phone, first, {}, another))).toMatchObject(wrong)
    expect(responseOf(await check(phone, second, {}, browser))).toMatchObject(wrong)
    const forged = another.replace(/=[\w-]{8}/, '=AAAAAAAA')
    expect(responseOf(await check(phone, second, {}, forged))).toMatchObject(wrong)
    expect((await check(phone, second, {}, another)).status).toBe(200)
  })

  it('ends with the third wrong guess', async () => {
    const { phone } = await addMember()
    const code = await requestCode(phone)
    for (let tried = 0; tried < 3; tried++) await check(phone, wrongCodeFor(code))
    expect(responseOf(await check(phone, code))).toMatchObject(wrong)
  })

  it('lets one of several tries at the same moment in', async () => {
    const { phone } = await addMember()
    const code = await requestCode(phone)
    const answers = await Promise.all([check(phone, code), check(phone, code), check(phone, code)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('leaves the second factor to be given', async () => {
    const { phone, userId } = await addMember()
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
      [userId],
    )
    const answer = await check(phone, await requestCode(phone))
    expect(answer.body).toEqual({ step: 'second-factor', user: null })
    const caller = createTestCaller(testApp.app.http, cookieOf(answer.cookies[0]!))
    expect((await caller.call(contract.patients.list, {})).status).toBe(401)
  })

  it('does not open a deactivated account', async () => {
    const { phone, userId } = await addMember()
    const code = await requestCode(phone)
    await testApp.owner.query(`update staff set status = 'inactive' where user_id = $1`, [userId])
    expect((await check(phone, code)).reason).toBe('account-deactivated')
  })
})

describe('limits', () => {
  it('send five texts an hour to a number, and say the same beyond', async () => {
    const { phone } = await addMember()
    const answers: unknown[] = []
    for (let asked = 0; asked < 6; asked++)
      answers.push(responseOf(await testApp.anonymous().call(sendPhoneCode, { phone })))
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1)
    await testApp.runJobs()
    expect(await textsTo(phone)).toHaveLength(5)
  })

  it('stop one visitor who asks for many numbers', async () => {
    const visitor = testApp.anonymous()
    const reasons: (string | null)[] = []
    for (let asked = 0; asked < 11; asked++)
      reasons.push((await visitor.call(sendPhoneCode, { phone: nextPhone() })).reason)
    expect(reasons).toEqual([...Array.from({ length: 10 }, () => null), 'too-many-requests'])
  })

  it('stop guessing from one place, and leave the holder of the phone alone', async () => {
    const { phone } = await addMember()
    const from = nextIpAddress()
    for (let tried = 0; tried < 10; tried++)
      expect((await check(phone, '000000', { from })).reason).toBe('invalid-verification-code')
    expect(responseOf(await check(phone, '000000', { from }))).toMatchObject({
      status: 429,
      reason: 'too-many-requests',
      message: signInMessages['too-many-requests'],
    })
    const code = await requestCode(phone)
    expect((await check(phone, code, { from })).reason).toBe('too-many-requests')
    expect((await check(phone, code)).status).toBe(200)
  })

  it('stop guessing from many places', async () => {
    const { phone } = await addMember()
    for (let tried = 0; tried < 30; tried++) await check(phone, '000000')
    expect((await check(phone, '000000')).reason).toBe('too-many-requests')
  })
})

it.each(['', '12', 'tom@example.org', '07700 900123\r\nX: y'])(
  'refuses what is no number: %j',
  async (phone) => {
    expect(responseOf(await testApp.anonymous().call(sendPhoneCode, { phone }))).toMatchObject({
      status: 400,
      reason: 'invalid-phone',
      message: 'Enter a phone number, like 07700 900123.',
    })
    expect(responseOf(await check(phone, '123456'))).toMatchObject(wrong)
  },
)

it('is refused where the way is closed', async () => {
  const { signIn } = testApp.config
  const other = await testApp.openSecondInstance({
    signIn: { ...signIn, ways: { ...signIn.ways, phone: false } },
  })
  const { phone } = await addMember()
  const code = await requestCode(phone)
  const caller = createTestCaller(other.http)
  expect((await caller.call(sendPhoneCode, { phone })).reason).toBe('operation-not-allowed')
  expect((await caller.call(checkPhoneCode, { phone, code })).reason).toBe('operation-not-allowed')
  await other.close()
})
