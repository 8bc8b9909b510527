import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { identityProviders, signInMessage, type IdentityProvider } from '../../../contract/sign-in-codes.ts'
import type { App } from '../../app.ts'
import {
  openMockOauthProvider,
  mockOauthClients,
  subjectOf,
  type MockOauthProvider,
} from '../../testing/mock-oauth-provider.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import type { TestPerson } from '../../testing/test-people.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'

let testApp: TestApp
let peer: MockOauthProvider
/** The product with all four providers, each played by the same peer. */
let app: App

beforeAll(async () => {
  peer = await openMockOauthProvider(testAddress)
  testApp = await openTestApp()
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
  await app.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
  await peer.close()
})

const { startProvider, session } = contract.identity
const { linkProvider, unlinkProvider } = contract.account

let people = 0
async function addMember(change: { status?: 'inactive' } = {}): Promise<TestPerson> {
  people++
  const email = `provided${people}@harbour.example.org`
  const name: [string, string] = ['Tom', 'Hughes']
  return testApp.people.addStaff(testApp.clinicA.id, email, {
    ...{ role: 'clinic_staff', level: 2, jobTitle: 'Dentist', name },
    ...change,
  })
}

/** As if they had linked themselves: known at the provider by another address than here. */
async function linked(person: TestPerson, provider: IdentityProvider): Promise<{ email: string }> {
  const there = { email: `elsewhere.${person.email}` }
  await testApp.owner.query(
    'insert into auth.account (id, account_id, provider_id, user_id) values ($1, $2, $3, $4)',
    [randomUUID(), subjectOf(there), provider, person.userId],
  )
  return there
}

const pathOf = (url: URL) => url.pathname + url.search

/** Leaves for the provider, and comes back as this person. */
async function followCallback(
  browser: TestBrowser,
  person: Parameters<MockOauthProvider['visit']>[1],
  asked: { provider?: IdentityProvider; shown?: 'popup' | 'page'; to?: string } = {},
) {
  const { url } = await browser.callOk(startProvider, { provider: 'google', shown: 'page', ...asked })
  return browser.get(pathOf(await peer.visit(url, person)))
}

/** The page that somebody is sent on to, and what it is told. */
function redirectOf({ status, headers }: Awaited<ReturnType<TestBrowser['get']>>) {
  const url = new URL(String(headers.location), testAddress)
  return { status, page: url.pathname, ...Object.fromEntries(url.searchParams) }
}
const callbackRedirect = { status: 302, page: '/login/back', shown: 'page' }

const currentSession = async (browser: TestBrowser) => browser.callOk(session, {})

async function lastAudit(action: string) {
  const { rows } = await testApp.owner.query(
    'select * from audit_rows where action = $1 order by sequence desc limit 1',
    [action],
  )
  return rows[0]
}
const sessionsOf = async ({ userId }: TestPerson): Promise<number> =>
  (await testApp.owner.query('select from auth.session where user_id = $1', [userId])).rowCount ?? 0

describe('signing in with an identity provider', () => {
  it.each(identityProviders)('lets in whoever is linked with %s', async (provider) => {
    const person = await addMember()
    const there = await linked(person, provider)
    const browser = openTestBrowser(app.http)
    const answer = await followCallback(browser, there, {
      provider,
      shown: 'popup',
      to: '/clinic/consents?page=2',
    })
    expect(redirectOf(answer)).toEqual({ ...callbackRedirect, shown: 'popup', to: '/clinic/consents?page=2' })
    expect(await currentSession(browser)).toMatchObject({ step: 'open', user: { uid: person.userId } })
    expect(await lastAudit('user.login')).toMatchObject({
      clinic_id: testApp.clinicA.id,
      user_email: person.email,
      details: { way: provider, step: 'open' },
    })
  })

  it('sends to the provider with a proof key and a state of this browser', async () => {
    const answer = await openTestBrowser(app.http).call(startProvider, { provider: 'github', shown: 'page' })
    const url = new URL(answer.body.url)
    expect(url.origin).toBe(peer.url)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'candour-github',
      redirect_uri: `${testAddress}/api/sign-in/callback/github`,
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{32}$/),
    })
    expect(answer.cookies).toHaveLength(1)
    const [pair, ...attributes] = answer.cookies[0]!.split('; ')
    expect(pair).toMatch(/^candour\.state=/)
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'Path=/', 'SameSite=Lax']))
  })

  it('gives one cookie of the session, and takes the one of the state away', async () => {
    const there = await linked(await addMember(), 'google')
    const browser = openTestBrowser(app.http)
    const { cookies } = await followCallback(browser, there)
    expect(cookies.filter((cookie) => cookie.startsWith('candour.session_token='))).toHaveLength(1)
    expect(browser.cookies()).toEqual(['candour.session_token'])
    expect(cookies.find((cookie) => cookie.startsWith('candour.session_token='))).toMatch(
      /HttpOnly; SameSite=Lax$/,
    )
  })

  it('keeps nothing that opens the provider', async () => {
    const person = await addMember()
    await followCallback(openTestBrowser(app.http), await linked(person, 'google'))
    const { rows } = await testApp.owner.query(
      'select access_token, refresh_token, id_token, scope from auth.account where user_id = $1',
      [person.userId],
    )
    expect(rows).toEqual([{ access_token: null, refresh_token: null, id_token: null, scope: null }])
  })

  it('asks for the second factor all the same: until then the session opens nothing', async () => {
    const person = await addMember()
    await testApp.owner.query(
      `insert into auth.second_factor (user_id, secret, recovery_hashes, confirmed_at) values ($1, 'x', '{}', now())`,
      [person.userId],
    )
    const browser = openTestBrowser(app.http)
    expect(redirectOf(await followCallback(browser, await linked(person, 'google')))).toEqual(
      callbackRedirect,
    )
    expect(await currentSession(browser)).toEqual({ user: null, step: 'second-factor' })
    expect((await browser.call(contract.account.get, {})).code).toBe('unauthenticated')
    expect((await browser.call(contract.patients.list, {})).code).toBe('unauthenticated')
    expect((await lastAudit('user.first_factor_proved'))!.user_email).toBe(person.email)
  })

  it('ends the session that the browser had before', async () => {
    const [before, after] = [await addMember(), await addMember()]
    const browser = openTestBrowser(app.http, before.cookie)
    await followCallback(browser, await linked(after, 'google'))
    expect((await currentSession(browser)).user?.uid).toBe(after.userId)
    expect(await sessionsOf(before)).toBe(0)
  })
})

describe('an identity provider lets nobody in', () => {
  const messageOf = (code: string) => signInMessage(code)

  it('whose proved address has an account here that is not linked', async () => {
    const { email } = await addMember()
    const browser = openTestBrowser(app.http)
    expect(redirectOf(await followCallback(browser, { email }))).toEqual({
      ...callbackRedirect,
      code: 'account-exists-with-different-credential',
    })
    expect(messageOf('account-exists-with-different-credential')).toBe(
      'An account already exists with this email using a different sign-in method.',
    )
    expect(await currentSession(browser)).toEqual({ user: null, step: 'none' })
    expect(await lastAudit('user.login_failed')).toMatchObject({
      details: { reason: 'account-exists-with-different-credential', way: 'google' },
    })
  })

  it('and does not say that there is an account to somebody who has not proved the address', async () => {
    const { email } = await addMember()
    for (const person of [{ email, isProved: false }, { email: 'nobody@elsewhere.example' }, { email: '' }])
      expect(redirectOf(await followCallback(openTestBrowser(app.http), person))).toEqual({
        ...callbackRedirect,
        code: 'account-not-found',
      })
    expect(messageOf('account-not-found')).toBe('User account not found. Please contact your administrator.')
    const { rows } = await testApp.owner.query(
      `select from auth."user" where email like '%unproved.invalid' or email = 'nobody@elsewhere.example'`,
    )
    expect(rows).toEqual([])
  })

  it('but knows a linked person whatever becomes of their address there', async () => {
    const person = await addMember()
    const there = await linked(person, 'facebook')
    const browser = openTestBrowser(app.http)
    const answer = await followCallback(browser, { ...there, isProved: false }, { provider: 'facebook' })
    expect(redirectOf(answer)).toEqual(callbackRedirect)
    expect((await currentSession(browser)).user?.uid).toBe(person.userId)
  })

  it('who is linked with another provider alone', async () => {
    const there = await linked(await addMember(), 'google')
    const answer = await followCallback(openTestBrowser(app.http), there, { provider: 'github' })
    expect(redirectOf(answer)).toEqual({ ...callbackRedirect, code: 'account-not-found' })
  })

  it('who did not want to', async () => {
    const answer = await followCallback(openTestBrowser(app.http), 'cancel', { shown: 'popup' })
    expect(redirectOf(answer)).toEqual({ ...callbackRedirect, shown: 'popup', code: 'user-cancelled' })
  })

  it('who is deactivated, or works for nobody any more, and leaves no session', async () => {
    const [account, leaver] = [await addMember(), await addMember({ status: 'inactive' })]
    await testApp.owner.query('update auth."user" set is_active = false where id = $1', [account.userId])
    for (const [person, code] of [
      [account, 'user-disabled'],
      [leaver, 'account-deactivated'],
    ] as const) {
      const before = await sessionsOf(person)
      const browser = openTestBrowser(app.http)
      expect(redirectOf(await followCallback(browser, await linked(person, 'google')))).toEqual({
        ...callbackRedirect,
        code,
      })
      expect(browser.cookies()).toEqual([])
      expect(await sessionsOf(person)).toBe(before)
      expect(await lastAudit('user.login_failed')).toMatchObject({
        clinic_id: testApp.clinicA.id,
        user_email: person.email,
        details: { reason: code },
      })
    }
  })

  it('outside login hours, and says which day it is', async () => {
    const person = await addMember()
    await testApp.owner.query(
      `update staff set login_hours_restricted = true, login_hours = '{}' where id = $1`,
      [person.staffId],
    )
    expect(
      redirectOf(await followCallback(openTestBrowser(app.http), await linked(person, 'google'))),
    ).toEqual({
      ...callbackRedirect,
      code: 'login-day-refused',
      day: expect.stringMatching(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/),
    })
  })

  it('that is not set up, or that nobody knows', async () => {
    const nobody = openTestBrowser(testApp.app.http)
    expect(await nobody.call(startProvider, { provider: 'google', shown: 'page' })).toMatchObject({
      status: 403,
      reason: 'operation-not-allowed',
    })
    expect((await openTestBrowser(app.http).get('/api/sign-in/callback/other?code=a&state=b')).status).toBe(
      404,
    )
  })
})

describe('a way back is refused', () => {
  const expired = { ...callbackRedirect, code: 'code-expired' }

  /** Somebody who is linked and has been at the provider, with the address they are about to come back to. */
  async function aboutToComeBack(provider: IdentityProvider = 'google') {
    const person = await addMember()
    const browser = openTestBrowser(app.http)
    const { url } = await browser.callOk(startProvider, { provider, shown: 'page' })
    const way = await peer.visit(url, await linked(person, provider))
    return { person, browser, way }
  }

  it('the second time', async () => {
    const { browser, way } = await aboutToComeBack()
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual(callbackRedirect)
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual(expired)
  })

  it('to a browser without the cookie of the state, or with that of another', async () => {
    const { person, way } = await aboutToComeBack()
    const other = openTestBrowser(app.http)
    await other.callOk(startProvider, { provider: 'google', shown: 'page' })
    for (const stranger of [openTestBrowser(app.http), other]) {
      expect(redirectOf(await stranger.get(pathOf(way)))).toEqual(expired)
      expect(stranger.cookies()).not.toContain('candour.session_token')
    }
    expect(await sessionsOf(person)).toBe(1)
  })

  it('with a state that is none, missing, twice or altered', async () => {
    const { browser, way } = await aboutToComeBack()
    const state = way.searchParams.get('state')!
    for (const altered of [null, '', 'x'.repeat(32), `${state}x`, state.toUpperCase()]) {
      const tried = new URL(way)
      if (altered === null) tried.searchParams.delete('state')
      else tried.searchParams.set('state', altered)
      expect(redirectOf(await browser.get(pathOf(tried)))).toEqual(expired)
    }
    expect(redirectOf(await browser.get(`${pathOf(way)}&state=${state}`))).toEqual(expired)
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual(callbackRedirect)
  })

  it('that was another provider’s', async () => {
    const { browser, person, way } = await aboutToComeBack('google')
    await linked(person, 'github')
    const crossed = pathOf(way).replace('/google', '/github')
    expect(redirectOf(await browser.get(crossed))).toEqual(expired)
    expect((await currentSession(browser)).step).toBe('none')
  })

  it('with a code that the provider did not give, or gave to somebody else', async () => {
    const [mine, theirs] = [await aboutToComeBack(), await aboutToComeBack()]
    const other = new URL(mine.way)
    other.searchParams.set('code', theirs.way.searchParams.get('code')!)
    expect(redirectOf(await mine.browser.get(pathOf(other)))).toEqual({
      ...callbackRedirect,
      code: 'provider-failed',
    })
    expect((await currentSession(mine.browser)).step).toBe('none')
    const { browser, way } = await aboutToComeBack()
    way.searchParams.set('code', 'made-up')
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual({
      ...callbackRedirect,
      code: 'provider-failed',
    })
    expect(signInMessage('provider-failed')).toBe(
      'Authentication failed. Please try again or contact support if the problem persists.',
    )
  })

  it('after ten minutes', async () => {
    const { browser, way } = await aboutToComeBack()
    await testApp.owner.query(
      `update auth.verification set value = (value::jsonb || '{"expiresAt": 1}')::text where value like '%codeVerifier%'`,
    )
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual(expired)
  })

  it.each([
    'https://elsewhere.example/',
    '//elsewhere.example/clinic',
    String.raw`/\elsewhere.example`,
    'javascript:alert(1)',
    '/clinic\r\nset-cookie: a=b',
  ])('to %j: it goes on to the usual page', async (to) => {
    const answer = await followCallback(
      openTestBrowser(app.http),
      await linked(await addMember(), 'google'),
      { to },
    )
    expect(redirectOf(answer)).toEqual(callbackRedirect)
  })

  it('leaves no code, state or address in the log', async () => {
    const { browser, way } = await aboutToComeBack()
    await browser.get(pathOf(way))
    for (const secret of ['code', 'state'])
      expect(testApp.logged.join()).not.toContain(way.searchParams.get(secret))
  })
})

it('writes nothing down of those who come back without having left', async () => {
  const rowsOfAudit = async () => (await testApp.owner.query('select count(*) from audit_rows')).rows
  const before = await rowsOfAudit()
  const answer = await openTestBrowser(app.http).get('/api/sign-in/callback/google?code=any&state=made-up')
  expect(redirectOf(answer)).toEqual({ ...callbackRedirect, code: 'code-expired' })
  expect(await rowsOfAudit()).toEqual(before)
})

describe('linking an identity', () => {
  async function leave(browser: TestBrowser, provider: IdentityProvider = 'google'): Promise<string> {
    return (await browser.callOk(linkProvider, { provider })).url
  }
  const identitiesOf = async ({ userId }: TestPerson) =>
    (
      await testApp.owner.query(
        'select provider_id, account_id, access_token, id_token from auth.account where user_id = $1',
        [userId],
      )
    ).rows

  it('opens that way to sign in, tells the person, and is written down', async () => {
    const person = await addMember()
    const browser = openTestBrowser(app.http, person.cookie)
    const there = { email: `private${people}@elsewhere.example` }
    const answer = await browser.get(pathOf(await peer.visit(await leave(browser, 'twitter'), there)))
    expect(redirectOf(answer)).toEqual({ status: 302, page: '/clinic/account' })
    expect(await identitiesOf(person)).toEqual([
      { provider_id: 'twitter', account_id: subjectOf(there), access_token: null, id_token: null },
    ])
    expect(await lastAudit('account.identity_linked')).toMatchObject({
      clinic_id: testApp.clinicA.id,
      user_email: person.email,
      subject: person.userId,
      details: { provider: 'twitter' },
    })
    const { rows } = await testApp.owner.query(
      'select kind, details from auth.account_message where recipient = $1',
      [person.email],
    )
    expect(rows).toEqual([{ kind: 'account-changed', details: { change: 'identity-linked' } }])

    const other = openTestBrowser(app.http)
    await followCallback(other, there, { provider: 'twitter' })
    expect((await currentSession(other)).user?.uid).toBe(person.userId)
  })

  it('does not ask the provider to have proved an address, which is nothing to us', async () => {
    const person = await addMember()
    const browser = openTestBrowser(app.http, person.cookie)
    const there = { email: `doubtful${people}@elsewhere.example`, isProved: false }
    expect(redirectOf(await browser.get(pathOf(await peer.visit(await leave(browser), there))))).toEqual({
      status: 302,
      page: '/clinic/account',
    })
  })

  it('leads a super administrator back to their own page', async () => {
    const browser = openTestBrowser(app.http, testApp.superAdmin.cookie)
    const way = await peer.visit(await leave(browser), { email: 'rowan@elsewhere.example' })
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual({ status: 302, page: '/admin/profile' })
  })

  it('is refused for an identity that is somebody else’s', async () => {
    const [owner, other] = [await addMember(), await addMember()]
    const there = await linked(owner, 'google')
    const browser = openTestBrowser(app.http, other.cookie)
    expect(redirectOf(await browser.get(pathOf(await peer.visit(await leave(browser), there))))).toEqual({
      status: 302,
      page: '/clinic/account',
      code: 'user-mismatch',
    })
    expect(await identitiesOf(other)).toEqual([])
    expect(await lastAudit('account.update_refused')).toMatchObject({
      user_email: other.email,
      details: { reason: 'user-mismatch', provider: 'google' },
    })
  })

  it('is refused to whoever signed in meanwhile on the same browser, or when nobody is', async () => {
    const [one, other] = [await addMember(), await addMember()]
    const there = { email: `first${people}@elsewhere.example` }
    const browser = openTestBrowser(app.http, one.cookie)
    const way = await peer.visit(await leave(browser), there)
    browser.addCookie(other.cookie)
    const stays = { status: 302, page: '/clinic/account', code: 'user-mismatch' }
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual(stays)
    browser.deleteCookie('candour.session_token')
    expect(redirectOf(await browser.get(pathOf(way)))).toEqual({
      ...callbackRedirect,
      code: 'user-token-expired',
    })
    expect(await identitiesOf(one)).toEqual([])
    expect(await identitiesOf(other)).toEqual([])
  })

  it('needs a factor proved lately, and a provider that is set up', async () => {
    const person = await addMember()
    await testApp.owner.query(
      `update auth.session set proved_at = now() - interval '11 minutes' where user_id = $1`,
      [person.userId],
    )
    expect(
      (await openTestBrowser(app.http, person.cookie).call(linkProvider, { provider: 'google' })).reason,
    ).toBe('requires-recent-login')
    const fresh = openTestBrowser(testApp.app.http, (await addMember()).cookie)
    expect((await fresh.call(linkProvider, { provider: 'google' })).reason).toBe('operation-not-allowed')
  })

  it('again keeps nothing of the provider either', async () => {
    const person = await addMember()
    const there = await linked(person, 'google')
    const browser = openTestBrowser(app.http, person.cookie)
    const way = await peer.visit(await leave(browser), there)
    await browser.get(way.pathname + way.search)
    expect(await identitiesOf(person)).toEqual([
      expect.objectContaining({ provider_id: 'google', access_token: null, id_token: null }),
    ])
  })

  it('can be undone, once, and only one’s own', async () => {
    const [person, other] = [await addMember(), await addMember()]
    const there = await linked(person, 'google')
    await linked(other, 'google')
    const browser = openTestBrowser(app.http, person.cookie)
    await browser.callOk(unlinkProvider, { provider: 'google' })
    expect((await browser.call(unlinkProvider, { provider: 'google' })).reason).toBe('identity-not-found')
    expect(await identitiesOf(person)).toEqual([])
    expect(await identitiesOf(other)).toHaveLength(1)
    expect(redirectOf(await followCallback(openTestBrowser(app.http), there))).toMatchObject({
      code: 'account-not-found',
    })
    expect((await lastAudit('account.identity_unlinked'))!.details).toEqual({ provider: 'google' })
  })
})

it('is a way that the sign-in page offers only where it is set up', async () => {
  const { ways } = contract.identity
  expect((await openTestBrowser(app.http).callOk(ways, {})).providers).toEqual([...identityProviders])
  expect((await openTestBrowser(testApp.app.http).callOk(ways, {})).providers).toEqual([])
})

it('does not wait for a provider that is away', async () => {
  const { signIn } = testApp.config
  const away = await testApp.openSecondInstance({
    signIn: {
      ...signIn,
      ways: { ...signIn.ways, providers: [...identityProviders] },
      providers: { clients: mockOauthClients, peer: 'http://localhost:9' },
    },
  })
  const browser = openTestBrowser(away.http)
  const { url } = await browser.callOk(startProvider, { provider: 'google', shown: 'page' })
  const state = new URL(url).searchParams.get('state')
  const answer = await browser.get(`/api/sign-in/callback/google?code=any&state=${state}`)
  await away.close()
  expect(redirectOf(answer)).toEqual({ ...callbackRedirect, code: 'provider-failed' })
})
