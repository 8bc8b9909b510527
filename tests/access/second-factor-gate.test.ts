import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { providers } from '../../contract/sign-in-codes.ts'
import type { App } from '../../server/app.ts'
import { openOauthPeer, peerClients, type OauthPeer } from '../../server/testing/oauth-peer.ts'
import { makeAccounts, testPassword } from '../../server/testing/test-accounts.ts'
import { makeAuthenticator } from '../../server/testing/test-authenticator.ts'
import { openBrowser, type TestBrowser } from '../../server/testing/test-browser.ts'
import { makeCaller, newAddress } from '../../server/testing/test-caller.ts'
import type { TestPerson } from '../../server/testing/test-people.ts'
import { openWorld, testAddress, type TestWorld } from '../../server/testing/test-world.ts'
import { makeScene } from './access-scene.ts'
import { declaredOperations, fillExample } from './declared-operations.ts'

const { account, identity } = contract

let world: TestWorld
let app: App
let peer: OauthPeer
let accounts: ReturnType<typeof makeAccounts>
/** What the examples name: nobody gets as far as to change it. */
let ids: Record<string, string>
beforeAll(async () => {
  world = await openWorld()
  accounts = makeAccounts(world, 'gate')
  peer = await openOauthPeer(testAddress)
  const made = await makeScene(world.a, [...new Set(guarded.flatMap((declared) => declared.ids))])
  ids = made.ids
  const { signIn } = world.config
  app = await world.openAnother({
    signIn: {
      ...signIn,
      ways: { ...signIn.ways, providers: [...providers] },
      providers: { clients: peerClients, peer: peer.url },
    },
  })
})
afterAll(async () => {
  await Promise.all([app.close(), peer.close()])
  expect(world.faults).toEqual([])
  await world.close()
})

/** What a person's own browser does beforehand, and what another one does to give only the first factor. */
type Way = {
  prepare(person: TestPerson, own: TestBrowser): Promise<unknown>
  give(person: TestPerson, browser: TestBrowser, prepared: never): Promise<unknown>
}

/** The text of the newest message to an address or number. */
async function messageTo(to: string): Promise<string> {
  await world.runJobs()
  return (await world.mail()).filter((message) => message.to === to).at(-1)!.text
}

const way = <T>(
  prepare: (person: TestPerson, own: TestBrowser) => Promise<T>,
  give: (person: TestPerson, browser: TestBrowser, prepared: T) => Promise<unknown>,
): Way => ({ prepare, give: give as Way['give'] })

const byProvider = (provider: (typeof providers)[number]): Way =>
  way(
    async ({ email }, own) => {
      const { url } = await own.ask(account.linkProvider, { provider })
      const back = await peer.visit(url, { email })
      await own.get(back.pathname + back.search)
    },
    async ({ email }, browser) => {
      const { url } = await browser.ask(identity.startProvider, { provider, shown: 'page' })
      const back = await peer.visit(url, { email })
      await browser.get(back.pathname + back.search)
    },
  )

const nothing = async () => {}
/** So that no two people of this test share a username or a number. */
let given = 0
const another = () => ++given
const ways: Record<string, Way> = {
  password: way(nothing, ({ email }, browser) =>
    browser.ask(identity.signIn, { login: email, password: testPassword }),
  ),
  username: way(
    async (_person, own) => {
      const username = `gate.${another()}`
      await own.ask(account.update, { displayName: 'Tom Hughes', username })
      return username
    },
    (_person, browser, login) => browser.ask(identity.signIn, { login, password: testPassword }),
  ),
  'e-mail link': way(nothing, async ({ email }, browser) => {
    await browser.ask(identity.sendEmailLink, { email })
    const token = /\/login\/link\S*#([\w-]+)/.exec(await messageTo(email))![1]!
    await browser.ask(identity.openEmailLink, { token })
  }),
  phone: way(
    async (_person, own) => {
      const phone = `+4477009001${10 + another()}`
      await own.ask(account.sendPhoneCode, { phone })
      const code = /\d{6}/.exec((await messageTo(phone)).split('\r\n\r\n')[1]!)![0]
      await own.ask(account.confirmPhone, { phone, code })
      return phone
    },
    async (_person, browser, phone) => {
      await browser.ask(identity.sendPhoneCode, { phone })
      const code = /\d{6}/.exec((await messageTo(phone)).split('\r\n\r\n')[1]!)![0]
      await browser.ask(identity.checkPhoneCode, { phone, code })
    },
  ),
  passkey: way(
    async (_person, own) => {
      const device = makeAuthenticator(testAddress)
      const { options } = await own.ask(account.passkeyOptions, {})
      await own.ask(account.addPasskey, { name: 'Work phone', response: device.make(options) })
      return device
    },
    async (_person, browser, device) => {
      const { options } = await browser.ask(identity.passkeyOptions, {})
      await browser.ask(identity.checkPasskey, { response: device.sign(options) })
    },
  ),
  ...Object.fromEntries(providers.map((provider) => [provider, byProvider(provider)])),
}

const guarded = declaredOperations.filter(({ access }) =>
  ['account', 'clinic', 'admin', 'setup'].includes(access),
)

/** A clinic administrator and a super administrator, so that nothing but the stage of the session can be why not. */
const people: [string, () => Promise<TestPerson>][] = [
  ['a practice administrator', () => accounts.addMember(world.a.id, { role: 'clinic_admin', level: 4 })],
  ['a super administrator', () => accounts.addAdmin()],
]

describe.each(Object.entries(ways))('%s as the first factor', (name, { prepare, give }) => {
  it.each(people)(
    'of %s with an authenticator app opens nothing but the second-factor step',
    async (_who, add) => {
      const person = await add()
      const own = openBrowser(app.http, person.cookie)
      const prepared = await prepare(person, own)
      const { secret } = await own.ask(account.startSecondFactor, {})
      await own.ask(account.confirmSecondFactor, { code: accounts.codeOf(secret) })

      const browser = openBrowser(app.http)
      await give(person, browser, prepared as never)
      expect(await browser.ask(identity.session, {})).toEqual({ user: null, step: 'second-factor' })

      const caller = makeCaller(
        app.http,
        browser
          .cookies()
          .map((cookie) => `${cookie}=${browser.cookie(cookie)}`)
          .join('; '),
      )
      const told: Record<string, number> = {}
      for (const declared of guarded) {
        const request = declared.request(fillExample(declared.meta.example, ids))
        told[declared.name] = (await caller.send(request, { from: newAddress() })).status
      }
      expect(told).toEqual(Object.fromEntries(guarded.map((declared) => [declared.name, 401])))

      const opened = await browser.ask(identity.secondFactor, {
        code: accounts.codeOf(secret, 1),
        kind: 'app',
      })
      expect(opened, name).toMatchObject({ step: 'open', user: { uid: person.userId } })
    },
  )
})

it('takes every way there is', () => {
  expect(Object.keys(ways)).toHaveLength(5 + providers.length)
  expect(guarded.length).toBeGreaterThan(60)
})
