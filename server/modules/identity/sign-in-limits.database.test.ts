import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { App } from '../../app.ts'
import { contract } from '../../../contract/index.ts'
import { makeCaller } from '../../testing/test-caller.ts'
import { cookieOf } from '../../testing/test-clinic.ts'
import { openWorld, type TestWorld } from '../../testing/test-world.ts'
import { hashPassword } from './password.ts'

const password = 'correct horse battery'
const { signIn, session } = contract.identity

let world: TestWorld
let another: App
beforeAll(async () => {
  world = await openWorld()
  another = await world.openAnother()
  const hash = await hashPassword(password)
  for (const { userId } of [world.a.staff.dentist, world.a.staff.lead, world.b.staff.dentist])
    await world.owner.query(
      `insert into auth.account (id, account_id, provider_id, user_id, password) values ($1, $2, 'credential', $2, $3)`,
      [randomUUID(), userId, hash],
    )
})
afterAll(async () => {
  await another.close()
  expect(world.faults).toEqual([])
  await world.close()
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
        const instance = k % 2 ? another : world.app
        const answer = await makeCaller(instance.http).call(signIn, { login, password: 'wrong' }, { from })
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
    const { email } = world.a.staff.dentist
    expect(await attack((n) => ({ login: email, from: addressOf(n) }))).toEqual({ 401: 100, 429: 900 })
  })

  it('from one address against as many accounts: two hundred are looked at', async () => {
    const from = '203.0.113.77'
    const told = await attack((n) => ({ login: `somebody${n}@example.org`, from }))
    expect(told).toEqual({ 401: 200, 429: 800 })
  })

  it('hold up nobody else, and the person for some minutes only', async () => {
    const other = await world.nobody().call(signIn, { login: world.a.staff.lead.email, password })
    expect(other.status).toBe(200)
    const held = await world.nobody().call(signIn, { login: world.a.staff.dentist.email, password })
    expect(held.error?.message).toBe(
      'Too many failed login attempts. Please wait a few minutes before trying again.',
    )
    const { rows } = await world.owner.query<{ left: number }>(
      `select max(expire - extract(epoch from now()) * 1000)::int as left from rate_limits where key like 'sign-in.%'`,
    )
    expect(rows[0]!.left).toBeLessThanOrEqual(300_000)
  })
})

describe('whose session a browser gets', () => {
  it('is never the one that was there before: a planted session is not taken over, and ends', async () => {
    const planted = world.a.as('manager').cookie
    const victim = makeCaller(world.app.http, planted)
    const answer = await victim.call(signIn, { login: world.b.staff.dentist.email, password })
    const own = cookieOf(answer.cookies[0]!)
    expect(own).not.toBe(planted)
    const whoIs = async (cookie: string) => (await makeCaller(world.app.http, cookie).ask(session, {})).user
    expect((await whoIs(own))?.email).toBe(world.b.staff.dentist.email)
    expect(await whoIs(planted)).toBeNull()
  })

  it('cannot be planted from another site', async () => {
    const headers = { origin: 'https://evil.example.org' }
    const answer = await world
      .nobody()
      .call(signIn, { login: world.b.staff.dentist.email, password }, { headers })
    expect([answer.status, answer.reason, answer.cookies]).toEqual([403, 'foreign-origin', []])
  })
})
