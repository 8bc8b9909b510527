import { afterAll, beforeAll, expect, it } from 'vitest'
import { minute_ms } from '../../platform/clock.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openWorld, testAddress, type TestWorld } from '../../testing/test-world.ts'
import { makeProof, readProof, spendProof } from './address-proofs.ts'
import { makeAuth, type Auth } from './auth.ts'

let world: TestWorld
let auth: Auth
beforeAll(async () => {
  world = await openWorld()
  auth = makeAuth({
    ...{ database: world.logins.auth, secret: world.secret, address: testAddress, log: silentLog },
    providers: world.config.signIn.providers,
  })
})
afterAll(async () => {
  await auth.close()
  await world.close()
})

const purpose = 'registration'
const value = { as: 'staff', email: 'amara@example.org' }
const make = () => makeProof(auth, { purpose, value, minutes: 60, now: world.clock.now() })
const asked = (token: string) => ({ token, purpose, now: world.clock.now() }) as const

it('is read as often as one likes, and spent once', async () => {
  const token = await make()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await readProof(auth, asked(token))).toEqual({ value })
  expect(await readProof(auth, asked(token))).toEqual({ value })
  expect(await spendProof(auth, asked(token))).toEqual({ value })
  expect(await spendProof(auth, asked(token))).toBe('invalid-action-code')
  expect(await readProof(auth, asked(token))).toBe('invalid-action-code')
})

it('is spent once by several at the same moment', async () => {
  const token = await make()
  const spent = await Promise.all([1, 2, 3, 4].map(() => spendProof(auth, asked(token))))
  expect(spent.filter((read) => read !== 'invalid-action-code')).toEqual([{ value }])
})

it('ends after its minutes, and says so', async () => {
  const token = await make()
  const later = { ...asked(token), now: new Date(world.clock.now().getTime() + 60 * minute_ms) }
  expect(await readProof(auth, later)).toBe('expired-action-code')
  expect(await spendProof(auth, later)).toBe('expired-action-code')
  const justBefore = { ...later, now: new Date(later.now.getTime() - minute_ms) }
  expect(await spendProof(auth, justBefore)).toEqual({ value })
})

it('is good for its purpose alone', async () => {
  const token = await make()
  for (const other of ['invitation', 'email-change'] as const) {
    expect(await readProof(auth, { ...asked(token), purpose: other })).toBe('invalid-action-code')
    expect(await spendProof(auth, { ...asked(token), purpose: other })).toBe('invalid-action-code')
  }
  expect(await readProof(auth, asked(token))).toEqual({ value })
})

it('cannot be made up from what is kept of it', async () => {
  const token = await make()
  const { rows } = await world.owner.query<{ identifier: string }>(
    'select identifier from auth.verification order by created_at desc limit 1',
  )
  expect(rows[0]!.identifier).not.toContain(token)
  expect(await readProof(auth, asked(rows[0]!.identifier))).toBe('invalid-action-code')
  expect(await spendProof(auth, asked('x'.repeat(43)))).toBe('invalid-action-code')
})
