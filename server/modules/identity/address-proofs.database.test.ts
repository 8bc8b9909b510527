import { afterAll, beforeAll, expect, it } from 'vitest'
import { minute_ms } from '../../platform/clock.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { issueProof, readProof, consumeProof } from './address-proofs.ts'
import { createAuth, type Auth } from './auth.ts'

let testApp: TestApp
let auth: Auth
beforeAll(async () => {
  testApp = await openTestApp()
  auth = createAuth({
    ...{ database: testApp.logins.auth, secret: testApp.secret, address: testAddress, log: silentLog },
    providers: testApp.config.signIn.providers,
  })
})
afterAll(async () => {
  await auth.close()
  await testApp.close()
})

const purpose = 'registration'
const value = { as: 'staff', email: 'amara@example.org' }
const issue = () => issueProof(auth, { purpose, value, minutes: 60, now: testApp.clock.now() })
const queryFor = (token: string) => ({ token, purpose, now: testApp.clock.now() }) as const

it('is read as often as one likes, and spent once', async () => {
  const token = await issue()
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await readProof(auth, queryFor(token))).toEqual({ value })
  expect(await readProof(auth, queryFor(token))).toEqual({ value })
  expect(await consumeProof(auth, queryFor(token))).toEqual({ value })
  expect(await consumeProof(auth, queryFor(token))).toBe('invalid-action-code')
  expect(await readProof(auth, queryFor(token))).toBe('invalid-action-code')
})

it('is spent once by several at the same moment', async () => {
  const token = await issue()
  const spent = await Promise.all([1, 2, 3, 4].map(() => consumeProof(auth, queryFor(token))))
  expect(spent.filter((read) => read !== 'invalid-action-code')).toEqual([{ value }])
})

it('ends after its minutes, and says so', async () => {
  const token = await issue()
  const later = { ...queryFor(token), now: new Date(testApp.clock.now().getTime() + 60 * minute_ms) }
  expect(await readProof(auth, later)).toBe('expired-action-code')
  expect(await consumeProof(auth, later)).toBe('expired-action-code')
  const justBefore = { ...later, now: new Date(later.now.getTime() - minute_ms) }
  expect(await consumeProof(auth, justBefore)).toEqual({ value })
})

it('is good for its purpose alone', async () => {
  const token = await issue()
  for (const other of ['invitation', 'email-change'] as const) {
    expect(await readProof(auth, { ...queryFor(token), purpose: other })).toBe('invalid-action-code')
    expect(await consumeProof(auth, { ...queryFor(token), purpose: other })).toBe('invalid-action-code')
  }
  expect(await readProof(auth, queryFor(token))).toEqual({ value })
})

it('cannot be made up from what is kept of it', async () => {
  const token = await issue()
  const { rows } = await testApp.owner.query<{ identifier: string }>(
    'select identifier from auth.verification order by created_at desc limit 1',
  )
  expect(rows[0]!.identifier).not.toContain(token)
  expect(await readProof(auth, queryFor(rows[0]!.identifier))).toBe('invalid-action-code')
  expect(await consumeProof(auth, queryFor('x'.repeat(43)))).toBe('invalid-action-code')
})
