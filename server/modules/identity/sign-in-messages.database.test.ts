import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { signInMessage } from '../../../contract/sign-in-codes.ts'
import type { TestResponse, TestRequestOptions } from '../../testing/test-caller.ts'
import { createTestCaller, nextIpAddress } from '../../testing/test-caller.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { openTestBrowser } from '../../testing/test-browser.ts'
import {
  openMockOauthProvider,
  mockOauthClients,
  type MockOauthProvider,
  type ProviderUser,
} from '../../testing/mock-oauth-provider.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import type { App } from '../../app.ts'

const { identity, registration } = contract

let testApp: TestApp
let peer: MockOauthProvider
let accounts: ReturnType<typeof createTestAccounts>
/** The same product with identity providers, and the same without passwords. */
let withProviders: App
let withoutPasswords: App
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'messages')
  peer = await openMockOauthProvider(testAddress)
  const { signIn } = testApp.config
  withProviders = await testApp.openSecondInstance({
    signIn: {
      ...signIn,
      ways: { ...signIn.ways, providers: ['google'] },
      providers: { clients: mockOauthClients, peer: peer.url },
    },
  })
  withoutPasswords = await testApp.openSecondInstance({
    signIn: { ...signIn, ways: { ...signIn.ways, password: false } },
  })
})
afterAll(async () => {
  await Promise.all([withProviders.close(), withoutPasswords.close(), peer.close()])
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const signIn = (login: string, password = testPassword, sending: TestRequestOptions = {}) =>
  testApp.anonymous().call(identity.signIn, { login, password }, sending)
const errorMessageOf = ({ error }: TestResponse<unknown>) => error?.message

/** What the page says to somebody whom an identity provider sent back. */
async function messageAfterProvider(person: ProviderUser): Promise<string> {
  const browser = openTestBrowser(withProviders.http)
  const { url } = await browser.callOk(identity.startProvider, { provider: 'google', shown: 'page' })
  const back = await peer.visit(url, person)
  const { headers } = await browser.get(back.pathname + back.search)
  const code = new URL(String(headers.location), testAddress).searchParams.get('code')
  return signInMessage(code ?? undefined)
}

/** The token in the newest mail to an address, behind the '#' of its link. */
async function tokenFor(email: string): Promise<string> {
  await testApp.runJobs()
  const mails = (await testApp.mail()).filter(({ to }) => to === email)
  return /https?:\/\/\S+#([\w-]+)/.exec(mails.at(-1)!.text)![1]!
}

const monday = { enabled: true, start: '09:00', end: '17:30' }
/** A dentist whose hours are these, who signs in at this moment. */
async function messageAtLoginHours(hours: object, moment: string): Promise<string | undefined> {
  const { email, staffId } = await accounts.addMember()
  await testApp.owner.query(
    'update staff set login_hours_restricted = true, login_hours = $1 where id = $2',
    [hours, staffId],
  )
  const ahead = new Date(moment).getTime() - testApp.clock.now().getTime()
  testApp.clock.advance(ahead)
  const answer = await signIn(email)
  testApp.clock.advance(-ahead)
  return errorMessageOf(answer)
}

const wrong = 'Invalid email/username or password. Please check your credentials and try again.'

const table: [situation: string, message: string, reach: () => Promise<string | undefined>][] = [
  [
    'a wrong password',
    wrong,
    async () => errorMessageOf(await signIn((await accounts.addMember()).email, 'wrong')),
  ],
  ['an address without an account', wrong, async () => errorMessageOf(await signIn('nobody@example.org'))],
  [
    'an account without a password',
    wrong,
    async () => errorMessageOf(await signIn(testApp.clinicA.staff.lead.email)),
  ],
  [
    'too many requests',
    'Too many failed login attempts. Please wait a few minutes before trying again.',
    async () => {
      const [{ email }, from] = [await accounts.addMember(), nextIpAddress()]
      for (let tries = 0; tries < 10; tries++) await signIn(email, 'wrong', { from })
      return errorMessageOf(await signIn(email, testPassword, { from }))
    },
  ],
  [
    'a disabled user',
    'This account has been deactivated. Please contact your administrator for assistance.',
    async () => {
      const { email, userId } = await accounts.addMember()
      await testApp.owner.query('update auth."user" set is_active = false where id = $1', [userId])
      return errorMessageOf(await signIn(email))
    },
  ],
  [
    'an account with another way to sign in',
    'An account already exists with this email using a different sign-in method.',
    async () => messageAfterProvider({ email: (await accounts.addMember()).email }),
  ],
  [
    'no e-mail address',
    'Please enter a valid email address.',
    async () => errorMessageOf(await signIn('amara@practice')),
  ],
  [
    'a weak password',
    'Password is too weak. Please choose a stronger password.',
    async () => {
      const { email } = await accounts.addMember()
      await testApp.anonymous().callOk(identity.requestReset, { email })
      const token = await tokenFor(email)
      return errorMessageOf(await testApp.anonymous().call(identity.reset, { token, password: 'letmein' }))
    },
  ],
  [
    'an address in use',
    'An account with this email already exists.',
    async () => {
      const { email } = await accounts.addMember()
      await testApp.anonymous().callOk(registration.start, { email, as: 'practice' })
      return errorMessageOf(
        await testApp.anonymous().call(registration.open, { token: await tokenFor(email) }),
      )
    },
  ],
  [
    'passwords that are not enabled',
    'Email/password sign-in is not enabled. Please contact your administrator.',
    async () =>
      errorMessageOf(
        await createTestCaller(withoutPasswords.http).call(identity.signIn, {
          login: 'amara@example.org',
          password: testPassword,
        }),
      ),
  ],
  [
    'an account that has gone since its link was sent',
    'User account not found. Please contact your administrator.',
    async () => messageAfterProvider({ email: 'nobody.here@example.org' }),
  ],
  [
    'a member of staff who was deactivated',
    'Account is deactivated',
    async () => {
      const { email, staffId } = await accounts.addMember()
      await testApp.owner.query(`update staff set status = 'inactive' where id = $1`, [staffId])
      return errorMessageOf(await signIn(email))
    },
  ],
  [
    'a suspended clinic',
    'Clinic account is suspended',
    async () =>
      errorMessageOf(
        await signIn((await accounts.addMember(await testApp.people.addClinic('Shut', 'suspended'))).email),
      ),
  ],
  [
    'a wrong password for a username',
    'Invalid username or password',
    async () => {
      const { userId } = await accounts.addMember()
      await testApp.owner.query(`update auth."user" set username = 'tom.hughes' where id = $1`, [userId])
      return errorMessageOf(await signIn('Tom.Hughes', 'wrong'))
    },
  ],
  [
    'a username nobody has',
    'Invalid username or password',
    async () => errorMessageOf(await signIn('nobody.at.all')),
  ],
  [
    'a day without login hours',
    'Login not allowed on Sunday. Please contact your administrator.',
    () => messageAtLoginHours({ monday }, '2026-11-22T10:00:00Z'),
  ],
  [
    'a time outside the login hours',
    'Login hours for Monday are 09:00 - 17:30. Current time: 17:31',
    () => messageAtLoginHours({ monday }, '2026-11-23T17:31:59Z'),
  ],
  [
    'registering without a staff record',
    'You are not authorized to register. Contact your clinic administrator.',
    async () => {
      await testApp.anonymous().callOk(registration.start, { email: 'uninvited@example.org', as: 'staff' })
      const token = await tokenFor('uninvited@example.org')
      return errorMessageOf(await testApp.anonymous().call(registration.open, { token }))
    },
  ],
]

describe('the specification’s words for', () => {
  it.each(table)('%s: %s', async (_situation, message, reach) => {
    expect(await reach()).toBe(message)
  })

  it.each([
    [
      'a failed network',
      'network-request-failed',
      'Network error. Please check your internet connection and try again.',
    ],
    [
      'another code',
      'web-storage-unsupported',
      'Authentication failed. Please try again or contact support if the problem persists.',
    ],
    ['no code', undefined, 'An unexpected error occurred. Please try again.'],
  ])('%s', (_situation, code, message) => {
    expect(signInMessage(code)).toBe(message)
  })

  it('no code with words of its own', () => {
    expect(signInMessage(undefined, 'The printer is on fire')).toBe('The printer is on fire')
  })
})

it('every sign-in that failed is in the audit log as user.login_failed, with its reason and no secret', async () => {
  const { rows } = await testApp.owner.query<{ reason: string; text: string }>(
    `select details ->> 'reason' as reason, details::text as text from audit_rows where action = 'user.login_failed'`,
  )
  const reasons = new Set(rows.map(({ reason }) => reason))
  for (const reason of [
    'invalid-credential',
    'invalid-username-credential',
    'invalid-email',
    'too-many-requests',
    'user-disabled',
    'account-deactivated',
    'account-exists-with-different-credential',
    'account-not-found',
    'clinic-suspended',
    'login-day-refused',
    'login-time-refused',
    'operation-not-allowed',
  ])
    expect(reasons).toContain(reason)
  for (const { text } of rows) expect(text).not.toMatch(/wrong|correct horse/)
})

it('an hour the clinic’s clock repeats or leaves out is read off that clock', async () => {
  const sunday = { enabled: true, start: '01:30', end: '02:30' }
  // 25 October 2026: 01:30 comes twice, in summer time and again in winter time.
  expect(await messageAtLoginHours({ sunday }, '2026-10-25T00:30:00Z')).toBeUndefined()
  expect(await messageAtLoginHours({ sunday }, '2026-10-25T01:30:00Z')).toBeUndefined()
  expect(await messageAtLoginHours({ sunday }, '2026-10-25T01:29:59Z')).toBe(
    'Login hours for Sunday are 01:30 - 02:30. Current time: 01:29',
  )
  // 29 March 2026: from 00:59 the clock goes on at 02:00.
  expect(await messageAtLoginHours({ sunday }, '2026-03-29T00:59:00Z')).toContain('Current time: 00:59')
  expect(await messageAtLoginHours({ sunday }, '2026-03-29T01:00:00Z')).toBeUndefined()
})

it('only who gives the right password is told about hours', async () => {
  const { email, staffId } = await accounts.addMember()
  await testApp.owner.query(
    `update staff set login_hours_restricted = true, login_hours = '{}' where id = $1`,
    [staffId],
  )
  expect(errorMessageOf(await signIn(email, 'wrong'))).toBe(wrong)
  expect(errorMessageOf(await signIn(email))).toMatch(/^Login not allowed on \w+day\./)
})
