import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { identityProviders } from '../../contract/sign-in-codes.ts'
import type { App } from '../../server/app.ts'
import {
  openMockOauthProvider,
  mockOauthClients,
  type MockOauthProvider,
} from '../../server/testing/mock-oauth-provider.ts'
import { createTestAccounts, testPassword } from '../../server/testing/test-accounts.ts'
import { createTestAuthenticator, type TestAuthenticator } from '../../server/testing/test-authenticator.ts'
import { openTestBrowser, type TestBrowser } from '../../server/testing/test-browser.ts'
import { createTestCaller, nextIpAddress } from '../../server/testing/test-caller.ts'
import type { TestPerson } from '../../server/testing/test-people.ts'
import { openTestApp, testAddress, type TestApp } from '../../server/testing/test-app.ts'
import { createAccessFixture } from './access-fixture.ts'
import { declaredOperations, fillExample } from './declared-operations.ts'

const { account, identity } = contract

let testApp: TestApp
let app: App
let peer: MockOauthProvider
let accounts: ReturnType<typeof createTestAccounts>
/** What the examples name: nobody gets as far as to change it. */
let ids: Record<string, string>
beforeAll(async () => {
  testApp = await openTestApp()
  accounts = createTestAccounts(testApp, 'gate')
  peer = await openMockOauthProvider(testAddress)
  const made = await createAccessFixture(testApp.clinicA, [
    ...new Set(guarded.flatMap((declared) => declared.ids)),
  ])
  ids = made.ids
  const { signIn } = testApp.config
  app = await testApp.openSecondInstance({
    signIn: {
      ...signIn,
      ways: { ...signIn.ways, providers: [...identityProviders] },
      providers: { clients: mockOauthClients, peer: peer.url },
    },
  })
})
afterAll(async () => {
  await Promise.all([app.close(), peer.close()])
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

/** What a person's own browser does beforehand, and what another one does to give only the first factor. */
type SignInMethod = {
  prepare(person: TestPerson, own: TestBrowser): Promise<unknown>
  give(person: TestPerson, browser: TestBrowser, prepared: never): Promise<unknown>
}

/** The text of the newest message to an address or number. */
async function messageTo(to: string): Promise<string> {
  await testApp.runJobs()
  return (await testApp.mail()).filter((message) => message.to === to).at(-1)!.text
}

const signInMethod = <T>(
  prepare: (person: TestPerson, own: TestBrowser) => Promise<T>,
  give: (person: TestPerson, browser: TestBrowser, prepared: T) => Promise<unknown>,
): SignInMethod => ({ prepare, give: give as SignInMethod['give'] })

const signInByProvider = (provider: (typeof identityProviders)[number]): SignInMethod =>
  signInMethod(
    async ({ email }, own) => {
      const { url } = await own.callOk(account.linkProvider, { provider })
      const back = await peer.visit(url, { email })
      await own.get(back.pathname + back.search)
    },
    async ({ email }, browser) => {
      const { url } = await browser.callOk(identity.startProvider, { provider, shown: 'page' })
      const back = await peer.visit(url, { email })
      await browser.get(back.pathname + back.search)
    },
  )

async function addPasskey(own: TestBrowser): Promise<TestAuthenticator> {
  const device = createTestAuthenticator(testAddress)
  const { options } = await own.callOk(account.passkeyOptions, {})
  await own.callOk(account.addPasskey, { name: 'Work phone', response: device.make(options) })
  return device
}

const noPreparation = async () => {}
/** So that no two people of this test share a username or a number. */
let numberCount = 0
const nextNumber = () => ++numberCount
const signInMethods: Record<string, SignInMethod> = {
  password: signInMethod(noPreparation, ({ email }, browser) =>
    browser.callOk(identity.signIn, { login: email, password: testPassword }),
  ),
  username: signInMethod(
    async (_person, own) => {
      const username = `gate.${nextNumber()}`
      await own.callOk(account.update, { displayName: 'Tom Hughes', username })
      return username
    },
    (_person, browser, login) => browser.callOk(identity.signIn, { login, password: testPassword }),
  ),
  'e-mail link': signInMethod(noPreparation, async ({ email }, browser) => {
    await browser.callOk(identity.sendEmailLink, { email })
    const token = /\/login\/link\S*#([\w-]+)/.exec(await messageTo(email))![1]!
    await browser.callOk(identity.openEmailLink, { token })
  }),
  phone: signInMethod(
    async (_person, own) => {
      const phone = `+4477009001${10 + nextNumber()}`
      await own.callOk(account.sendPhoneCode, { phone })
      const code = /\d{6}/.exec((await messageTo(phone)).split('\r\n\r\n')[1]!)![0]
      await own.callOk(account.confirmPhone, { phone, code })
      return phone
    },
    async (_person, browser, phone) => {
      await browser.callOk(identity.sendPhoneCode, { phone })
      const code = /\d{6}/.exec((await messageTo(phone)).split('\r\n\r\n')[1]!)![0]
      await browser.callOk(identity.checkPhoneCode, { phone, code })
    },
  ),
  passkey: signInMethod(
    async (_person, own) => addPasskey(own),
    async (_person, browser, device) => {
      const { options } = await browser.callOk(identity.passkeyOptions, {})
      await browser.callOk(identity.checkPasskey, { response: device.sign(options) })
    },
  ),
  ...Object.fromEntries(identityProviders.map((provider) => [provider, signInByProvider(provider)])),
}

const guarded = declaredOperations.filter(({ access }) =>
  ['account', 'clinic', 'admin', 'setup'].includes(access),
)

/** A clinic administrator and a super administrator, so that nothing but the stage of the session can be why not. */
const people: [who: string, add: () => Promise<TestPerson>, isAdmin: boolean][] = [
  [
    'a practice administrator',
    () => accounts.addMember(testApp.clinicA.id, { role: 'clinic_admin', level: 4 }),
    false,
  ],
  ['a super administrator', () => accounts.addAdmin(), true],
]

const { passkey: signInByPasskey, ...firstFactors } = signInMethods

describe.each(Object.entries(firstFactors))('%s as the first factor', (name, { prepare, give }) => {
  it.each(people)(
    'of %s with an authenticator app opens nothing but the second-factor step',
    async (_who, add, isAdmin) => {
      const person = await add()
      const own = openTestBrowser(app.http, person.cookie)
      const prepared = await prepare(person, own)
      const device = await addPasskey(own)
      const { secret } = await own.callOk(account.startSecondFactor, {})
      await own.callOk(account.confirmSecondFactor, { code: accounts.codeOf(secret) })

      const browser = openTestBrowser(app.http)
      await give(person, browser, prepared as never)
      expect(await browser.callOk(identity.session, {})).toEqual({ user: null, step: 'second-factor' })

      const caller = createTestCaller(
        app.http,
        browser
          .cookies()
          .map((cookie) => `${cookie}=${browser.cookie(cookie)}`)
          .join('; '),
      )
      const told: Record<string, number> = {}
      for (const declared of guarded) {
        const request = declared.request(fillExample(declared.meta.example, ids))
        told[declared.name] = (await caller.send(request, { from: nextIpAddress() })).status
      }
      expect(told).toEqual(Object.fromEntries(guarded.map((declared) => [declared.name, 401])))

      const options = await browser.callOk(identity.secondFactorOptions, {})
      expect(options.give).toEqual(isAdmin ? ['passkey'] : ['app', 'passkey'])
      const coded = await browser.call(identity.secondFactor, {
        code: accounts.codeOf(secret, 1),
        kind: 'app',
      })
      if (!isAdmin) {
        expect(coded.body, name).toMatchObject({ step: 'open', user: { uid: person.userId } })
        return
      }
      expect(coded.reason).toBe('invalid-verification-code')
      const asked = await browser.callOk(identity.passkeyOptions, {})
      const response = device.sign(asked.options)
      const opened = await browser.callOk(identity.givePasskey, { response })
      expect(opened, name).toMatchObject({ step: 'open', user: { uid: person.userId } })
    },
  )
})

it.each(people)('a passkey of %s is both factors: its device knows its owner', async (_who, add) => {
  const person = await add()
  const own = openTestBrowser(app.http, person.cookie)
  const prepared = await signInByPasskey!.prepare(person, own)
  const browser = openTestBrowser(app.http)
  await signInByPasskey!.give(person, browser, prepared as never)
  expect(await browser.callOk(identity.session, {})).toMatchObject({
    step: 'open',
    user: { uid: person.userId },
  })
})

it('takes every way there is', () => {
  expect(Object.keys(signInMethods)).toHaveLength(5 + identityProviders.length)
  expect(guarded.length).toBeGreaterThan(60)
})
