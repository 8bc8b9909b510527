import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { createTestAccounts } from '../../testing/test-accounts.ts'
import { createTestCaller } from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { hashToken, newToken } from '../../platform/keys/secret-token.ts'
import { hashPassword } from './password.ts'
import { signToken } from './session-cookie.ts'

const password = 'correct horse battery'
const { signIn, session } = contract.identity

let testApp: TestApp
let another: App
let accounts: ReturnType<typeof createTestAccounts>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'limited')
  another = await testApp.openSecondInstance()
  const hash = await hashPassword(password)
  for (const { userId } of [
    testApp.clinicA.staff.dentist,
    testApp.clinicA.staff.lead,
    testApp.clinicB.staff.dentist,
  ])
    await testApp.owner.query(
      `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), userId, hash],
    )
})
afterAll(async () => {
  await another.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const attempts = 1000
const at_once = 20

/** Tries in turn at two instances, twenty at a time; answers how often each status came. */
async function attack(
  attempt: (n: number) => { login: string; from: string },
): Promise<Record<number, number>> {
  const told: Record<number, number> = {}
  for (let n = 0; n < attempts; n += at_once) {
    const statuses = await Promise.all(
      Array.from({ length: at_once }, async (_, k) => {
        const { login, from } = attempt(n + k)
        const instance = k % 2 ? another : testApp.app
        const answer = await createTestCaller(instance.http).call(
          signIn,
          { login, password: 'wrong' },
          { from },
        )
        return answer.status
      }),
    )
    for (const status of statuses) told[status] = (told[status] ?? 0) + 1
  }
  return told
}

const addressOf = (n: number) => `198.51.${100 + (n >> 8)}.${n & 255}`

describe('a thousand wrong passwords', () => {
  it('against one account from everywhere: a hundred are looked at, whichever instance they reach', async () => {
    const { email } = testApp.clinicA.staff.dentist
    expect(await attack((n) => ({ login: email, from: addressOf(n) }))).toEqual({ 401: 100, 429: 900 })
  })

  it('from one address against as many accounts: two hundred are looked at', async () => {
    const from = '203.0.113.77'
    const told = await attack((n) => ({ login: `somebody${n}@example.org`, from }))
    expect(told).toEqual({ 401: 200, 429: 800 })
  })

  it('hold up nobody else, and the person for some minutes only', async () => {
    const other = await testApp
      .anonymous()
      .call(signIn, { login: testApp.clinicA.staff.lead.email, password })
    expect(other.status).toBe(200)
    const held = await testApp
      .anonymous()
      .call(signIn, { login: testApp.clinicA.staff.dentist.email, password })
    expect(held.error?.message).toBe(
      'Too many failed login attempts. Please wait a few minutes before trying again.',
    )
    const { rows } = await testApp.owner.query<{ left: number }>(
      `select max(expire - extract(epoch from now()) * 1000)::int as left from rate_limits where key like 'sign-in.%'`,
    )
    expect(rows[0]!.left).toBeLessThanOrEqual(300_000)
  })
})

describe('what one address does to an account', () => {
  it('leaves its owner free elsewhere', async () => {
    const { email } = await accounts.addMember()
    const from = '203.0.113.9'
    const told: number[] = []
    for (let n = 0; n < 110; n++)
      told.push(
        (await testApp.anonymous().call(signIn, { login: email, password: 'wrong' }, { from })).status,
      )
    expect(told.filter((status) => status === 401)).toHaveLength(10)
    expect((await testApp.anonymous().call(signIn, { login: email, password })).status).toBe(200)
  })

  it('is one budget, whichever name of the account is guessed at', async () => {
    const { email, userId } = await accounts.addMember()
    await testApp.owner.query(`update auth."user" set username = 'guessed.at' where id = $1`, [userId])
    const from = '203.0.113.10'
    for (let n = 0; n < 10; n++)
      await testApp
        .anonymous()
        .call(signIn, { login: n % 2 ? email : 'guessed.at', password: 'wrong' }, { from })
    const told = await testApp.anonymous().call(signIn, { login: 'guessed.at', password }, { from })
    expect([told.status, told.reason]).toEqual([429, 'too-many-requests'])
    const unknown = await testApp.anonymous().call(signIn, { login: 'nobody.at.all', password }, { from })
    expect(unknown.status).toBe(401)
  })

  it('is one budget for all addresses of an IPv6 network', async () => {
    const { email } = await accounts.addMember()
    const statuses: number[] = []
    for (let n = 1; n <= 12; n++) {
      const from = `2001:db8:1:2::${n.toString(16)}`
      statuses.push(
        (await testApp.anonymous().call(signIn, { login: email, password: 'wrong' }, { from })).status,
      )
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
    const neighbour = await testApp
      .anonymous()
      .call(signIn, { login: email, password }, { from: '2001:db8:1:3::1' })
    expect(neighbour.status).toBe(200)
    const { rows } = await testApp.owner.query(
      `select from audit_rows where action = 'user.login_failed' and ip = '2001:db8:1:2::c'`,
    )
    expect(rows).toHaveLength(1)
  })
})

describe('a remembered device', () => {
  it('is not kept out by strangers everywhere, but guesses no more than anybody', async () => {
    const [person, other] = [await accounts.addMember(), await accounts.addMember()]
    const onDeviceOf = async ({ userId }: TestPerson) => {
      const token = newToken()
      await testApp.owner.query(
        `insert into auth.trusted_device (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 day')`,
        [hashToken(token), userId],
      )
      const signed = encodeURIComponent(signToken(token, testApp.secret))
      return createTestCaller(testApp.app.http, `candour.device=${signed}`)
    }
    await testApp.anonymous().call(signIn, { login: person.email, password: 'wrong' })
    await testApp.owner.query(`update rate_limits set points = 1000 where key like 'sign-in.account:%'`)
    const login = { login: person.email, password }
    expect((await testApp.anonymous().call(signIn, login)).status).toBe(429)
    expect((await (await onDeviceOf(other)).call(signIn, login)).status).toBe(429)
    expect((await (await onDeviceOf(person)).call(signIn, login)).status).toBe(200)
    const own = await onDeviceOf(person)
    const statuses: number[] = []
    for (let n = 0; n < 11; n++)
      statuses.push((await own.call(signIn, { ...login, password: 'wrong' })).status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  })
})

describe('whose session a browser gets', () => {
  it('is never the one that was there before: a planted session is not taken over, and ends', async () => {
    const planted = testApp.clinicA.as('manager').cookie
    const victim = createTestCaller(testApp.app.http, planted)
    const answer = await victim.call(signIn, { login: testApp.clinicB.staff.dentist.email, password })
    const own = cookieOf(answer.cookies[0]!)
    expect(own).not.toBe(planted)
    const whoIs = async (cookie: string) =>
      (await createTestCaller(testApp.app.http, cookie).callOk(session, {})).user
    expect((await whoIs(own))?.email).toBe(testApp.clinicB.staff.dentist.email)
    expect(await whoIs(planted)).toBeNull()
  })

  it('cannot be planted from another site', async () => {
    const headers = { origin: 'https://evil.example.org' }
    const answer = await testApp
      .anonymous()
      .call(signIn, { login: testApp.clinicB.staff.dentist.email, password }, { headers })
    expect([answer.status, answer.reason, answer.cookies]).toEqual([403, 'foreign-origin', []])
  })
})
