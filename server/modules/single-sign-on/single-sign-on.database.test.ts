import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openApp, type App } from '../../app.ts'
import {
  openHostileIssuer,
  openMockOidcIssuer,
  type Forgery,
  type HostileIssuer,
  type IssuerUser,
  type MockOidcIssuer,
} from '../../testing/mock-oidc-issuer.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import type { TestPerson } from '../../testing/test-people.ts'

const {
  get,
  save,
  test: testConnection,
  force,
  remove,
  addDomain,
  verifyDomain,
  removeDomain,
  find,
  start,
} = contract.singleSignOn
const { actFor, session, signIn } = contract.identity

let testApp: TestApp
let app: App
let issuer: MockOidcIssuer
let hostile: HostileIssuer
/** What DNS says. */
const records = new Map<string, string[][]>()

beforeAll(async () => {
  issuer = await openMockOidcIssuer()
  hostile = await openHostileIssuer()
  testApp = await openTestApp()
  app = await openApp({
    config: {
      ...testApp.config,
      webhooks: {
        privateNetworks: ['127.0.0.0/8', '::1/128'],
        certificateAuthority: issuer.certificate + hostile.certificate,
        timeoutSeconds: 10,
      },
    },
    clock: testApp.clock,
    log: { info() {}, warn() {}, error: (data) => testApp.loggedErrors.push(JSON.stringify(data)) },
    logins: testApp.logins,
    eventLoopDelayMsMax: null,
    resolveTxt: async (name) => records.get(name) ?? [],
  })
})

afterAll(async () => {
  await app.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
  await Promise.all([issuer.close(), hostile.close()])
})

const through = ({ cookie }: Pick<TestPerson, 'cookie'>) => openTestBrowser(app.http, cookie)

const details = {
  name: 'Practice account',
  clientId: 'candour',
  clientSecret: 'a secret between the two',
  trustsEmails: false,
  countsSecondFactor: true,
  groupClaim: 'groups',
  groupLevels: [
    { group: 'Dentists', level: 2 },
    { group: 'Managers', level: 4 },
  ],
  defaultLevel: null as number | null,
}

let practices = 0
type Connected = { clinic: TestClinic; owner: TestBrowser; domain: string; connectionId: string }

/** A practice with a verified domain, whose provider is `at`. */
async function connect(at: { url: string }, change: Partial<typeof details> = {}): Promise<Connected> {
  practices++
  const clinic = await testApp.addClinic(`Practice ${practices}`)
  const owner = through(clinic.staff.owner)
  const saved = await owner.callOk(save, { ...details, issuer: at.url, ...change })
  const domain = `practice${practices}.example.org`
  await verify(owner, domain)
  if (at === issuer) issuer.register({ ...details, redirectUrl: saved.redirectUrl! })
  return { clinic, owner, domain, connectionId: saved.connection!.id }
}

async function verify(owner: TestBrowser, domain: string) {
  const { domains } = await owner.callOk(addDomain, { domain })
  const { id, recordName, recordValue } = domains.find((one) => one.domain === domain)!
  records.set(recordName, [['something else'], [recordValue.slice(0, 9), recordValue.slice(9)]])
  await owner.callOk(verifyDomain, { domainId: id })
}

const pathOf = (url: URL) => url.pathname + url.search

function redirectOf({ status, headers }: Awaited<ReturnType<TestBrowser['get']>>) {
  const url = new URL(String(headers.location), testAddress)
  return { status, page: url.pathname, ...Object.fromEntries(url.searchParams) }
}
const came = { status: 302, page: '/login/back', shown: 'page' }
const refused = (code: string) => ({ ...came, code })

async function signInAt(connected: Connected, person: IssuerUser, browser = openTestBrowser(app.http)) {
  const { url } = await browser.callOk(start, { connectionId: connected.connectionId })
  return { browser, answer: redirectOf(await browser.get(pathOf(await issuer.visit(url, person)))) }
}

/** The same at the issuer that says anything. */
async function signInForged(connected: Connected, claims: Record<string, unknown>, forgery: Forgery = {}) {
  const browser = openTestBrowser(app.http)
  const { url } = await browser.callOk(start, { connectionId: connected.connectionId })
  const back = hostile.answer(url, claims, forgery)
  const answer = redirectOf(await browser.get(pathOf(back)))
  hostile.relent()
  return { browser, back, answer }
}

const stateOf = (browser: TestBrowser) => browser.callOk(session, {})
let names = 0
const addressAt = (domain: string) => `person${++names}@${domain}`

async function addMember({ clinic, domain }: Connected, change: { status?: 'inactive' } = {}) {
  return testApp.people.addStaff(clinic.id, addressAt(domain), {
    ...{ role: 'clinic_staff', level: 1, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] },
    ...change,
  })
}

describe('signing in at the provider of a practice', () => {
  let at: Connected
  beforeAll(async () => {
    at = await connect(issuer)
  })

  it('makes somebody new staff at the level of their groups, and knows them the next time', async () => {
    const email = addressAt(at.domain)
    const person = {
      email,
      isVerified: true,
      givenName: 'Nia',
      familyName: 'Owen',
      groups: ['Dentists', 'All'],
    }
    const { browser, answer } = await signInAt(at, person)
    expect(answer).toEqual(came)
    const { user } = await stateOf(browser)
    expect(user).toMatchObject({
      ...{ email, displayName: 'Nia Owen', role: 'clinic_staff', permissionLevel: 2 },
      clinicId: at.clinic.id,
    })
    const again = await signInAt(at, person)
    expect((await stateOf(again.browser)).user?.uid).toBe(user?.uid)
    const settings = await at.owner.callOk(get, {})
    expect(settings.connection?.lastSignInAt).not.toBeNull()
    expect(settings.attempts[0]).toMatchObject({ email, outcome: 'done' })
  })

  it('changes the level with the groups, and never an administrator', async () => {
    const person = { email: addressAt(at.domain), isVerified: true, groups: ['Dentists'] }
    await signInAt(at, person)
    // The mock tells people apart by all that is said of them: the same subject with other groups is forged elsewhere.
    const lying = await connect(hostile)
    const email = addressAt(lying.domain)
    const who = { sub: 'one', email, email_verified: true }
    const first = await signInForged(lying, { ...who, groups: ['Dentists'] })
    expect((await stateOf(first.browser)).user?.permissionLevel).toBe(2)
    const second = await signInForged(lying, { ...who, groups: ['Managers'] })
    expect((await stateOf(second.browser)).user).toMatchObject({ permissionLevel: 4, role: 'clinic_staff' })
    const third = await signInForged(lying, { ...who, groups: [] })
    expect((await stateOf(third.browser)).user?.permissionLevel).toBe(4)
  })

  it('lets nobody in who is in no group with a level', async () => {
    const { browser, answer } = await signInAt(at, { email: addressAt(at.domain), isVerified: true })
    expect(answer).toEqual(refused('sso-no-level'))
    expect((await stateOf(browser)).step).toBe('none')
    expect((await at.owner.callOk(get, {})).attempts[0]).toMatchObject({
      ...{ outcome: 'failed', reason: 'sso-no-level' },
    })
  })

  it('joins whoever is on the staff by their verified address', async () => {
    const member = await addMember(at)
    const { browser, answer } = await signInAt(at, { email: member.email, isVerified: true })
    expect(answer).toEqual(came)
    expect((await stateOf(browser)).user?.uid).toBe(member.userId)
  })

  it('goes on to a path of ours, and to no other place', async () => {
    const member = await addMember(at)
    for (const [to, page] of [
      ['/clinic/consents?page=2', '/clinic/consents?page=2'],
      ['https://evil.example.org/', undefined],
      ['//evil.example.org', undefined],
      ['/\\evil.example.org', undefined],
    ] as const) {
      const browser = openTestBrowser(app.http)
      const { url } = await browser.callOk(start, { connectionId: at.connectionId, to })
      const back = await issuer.visit(url, { email: member.email, isVerified: true })
      expect(redirectOf(await browser.get(pathOf(back)))).toEqual({ ...came, ...(page ? { to: page } : {}) })
    }
  })

  it('tells by the domain alone which practices sign it in', async () => {
    const known = await addMember(at)
    const found = await openTestBrowser(app.http).callOk(find, { email: known.email })
    expect(found).toEqual([
      {
        connectionId: at.connectionId,
        name: details.name,
        clinicName: at.clinic.name,
        isForced: false,
        practiceId: null,
      },
    ])
    expect(await openTestBrowser(app.http).callOk(find, { email: `nobody@${at.domain}` })).toEqual(found)
    expect(await openTestBrowser(app.http).callOk(find, { email: 'a@elsewhere.example.org' })).toEqual([])
  })

  it('ends for somebody who leaves with their next request', async () => {
    const member = await addMember(at)
    const { browser } = await signInAt(at, { email: member.email, isVerified: true })
    await at.owner.callOk(contract.staff.deactivate, { staffId: member.staffId!, takeoverId: null })
    expect(await stateOf(browser)).toMatchObject({ user: null, refused: 'account-deactivated' })
    expect((await signInAt(at, { email: member.email, isVerified: true })).answer).toEqual(
      refused('account-deactivated'),
    )
  })
})

describe('the second factor', () => {
  let at: Connected
  beforeAll(async () => {
    at = await connect(hostile)
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [
      at.clinic.id,
    ])
  })
  const claimsOf = (email: string, more = {}) => ({ sub: email, email, email_verified: true, ...more })

  it.each([
    [{ amr: ['pwd', 'mfa'] }],
    [{ acr: 'http://schemas.openid.net/pape/policies/2007/06/multi-factor' }],
  ])('counts where the provider says that it was given: %j', async (told) => {
    const member = await addMember(at)
    const { browser } = await signInForged(at, claimsOf(member.email, told))
    expect((await stateOf(browser)).step).toBe('open')
  })

  it('is asked for by us where the provider says nothing, and by an app alone', async () => {
    const member = await addMember(at)
    const { browser } = await signInForged(at, claimsOf(member.email, { amr: ['pwd'] }))
    expect((await stateOf(browser)).step).toBe('enrol')
    expect(await browser.callOk(contract.identity.secondFactorOptions, {})).toEqual({
      give: [],
      setUp: ['app'],
    })
    expect((await browser.call(contract.identity.startPasskeyEnrolment, {})).reason).toBe('code-expired')
  })

  it('does not count where the practice does not want it to', async () => {
    const strict = await connect(hostile, { countsSecondFactor: false })
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [
      strict.clinic.id,
    ])
    const member = await addMember(strict)
    const { browser } = await signInForged(strict, claimsOf(member.email, { amr: ['mfa'] }))
    expect((await stateOf(browser)).step).toBe('enrol')
  })
})

describe('what a provider cannot do', () => {
  let at: Connected
  let other: Connected
  let member: TestPerson
  beforeAll(async () => {
    at = await connect(hostile)
    other = await connect(hostile)
    member = await addMember(at)
  })
  const honest = () => ({ sub: `of ${member.email}`, email: member.email, email_verified: true })

  it('is honest in every other test of these', async () => {
    expect((await signInForged(at, honest())).answer).toEqual(came)
  })

  it.each<[string, Forgery]>([
    ['for another audience', { claims: { aud: 'somebody else' } }],
    ['by another issuer', { claims: { iss: 'https://login.example.org' } }],
    ['without a signature', { alg: 'none' }],
    ['signed with a key that it does not name', { isForeignKey: true }],
    ['signed with a shared secret', { alg: 'HS256' }],
    ['that has expired', { claims: { iat: 1_000_000_000, exp: 1_000_000_300 } }],
    ['for another request', { claims: { nonce: 'another' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['from another issuer in the address (mix-up)', { iss: 'https://login.example.org' }],
    ['from an issuer that describes itself by another name', { describedAs: 'https://login.example.org' }],
    ['about nobody', { claims: { sub: undefined } }],
  ])('have a statement believed %s', async (_what, forgery) => {
    const { browser, answer } = await signInForged(at, honest(), forgery)
    expect(answer).toEqual(refused('sso-failed'))
    expect((await stateOf(browser)).step).toBe('none')
  })

  it('have an answer taken twice, in another browser, or from another connection', async () => {
    const { browser, back } = await signInForged(at, honest())
    expect(redirectOf(await browser.get(pathOf(back)))).toEqual(refused('code-expired'))

    const [here, thief] = [openTestBrowser(app.http), openTestBrowser(app.http)]
    const { url } = await here.callOk(start, { connectionId: at.connectionId })
    const answer = hostile.answer(url, honest())
    expect(redirectOf(await thief.get(pathOf(answer)))).toEqual(refused('code-expired'))
    const elsewhere = pathOf(answer).replace(at.connectionId, other.connectionId)
    expect(redirectOf(await here.get(elsewhere))).toEqual(refused('code-expired'))
    expect((await stateOf(here)).step).toBe('none')
  })

  it('have a code taken twice', async () => {
    const { back } = await signInForged(at, honest())
    const browser = openTestBrowser(app.http)
    const { url } = await browser.callOk(start, { connectionId: at.connectionId })
    const replayed = hostile.answer(url, honest())
    replayed.searchParams.set('code', back.searchParams.get('code')!)
    expect(redirectOf(await browser.get(pathOf(replayed)))).toEqual(refused('sso-failed'))
  })

  it('wait too long', async () => {
    const browser = openTestBrowser(app.http)
    const { url } = await browser.callOk(start, { connectionId: at.connectionId })
    await testApp.owner.query(
      `update auth.verification set expires_at = now() - interval '1 second' where value like '%' || $1 || '%'`,
      [at.connectionId],
    )
    expect(redirectOf(await browser.get(pathOf(hostile.answer(url, honest()))))).toEqual(
      refused('code-expired'),
    )
  })

  it.each([
    [
      'an address of another domain',
      { email: 'x@elsewhere.example.org', email_verified: true },
      'sso-other-domain',
    ],
    ['no address', { email_verified: true }, 'sso-address-missing'],
  ])('bring somebody with %s', async (_what, claims, code) => {
    expect((await signInForged(at, { sub: 'a', groups: ['Dentists'], ...claims })).answer).toEqual(
      refused(code),
    )
  })

  it.each([[false], [undefined]])(
    'take over an account by an address that is not verified: %s',
    async (isVerified) => {
      const victim = await addMember(at)
      const claims = { sub: `thief ${victim.email}`, email: victim.email, email_verified: isVerified }
      expect((await signInForged(at, claims)).answer).toEqual(refused('sso-address-unverified'))
    },
  )

  it('say nothing of an address, but where the practice believes it; a no stays a no', async () => {
    const trusting = await connect(hostile, { trustsEmails: true })
    const [one, two] = [await addMember(trusting), await addMember(trusting)]
    expect((await signInForged(trusting, { sub: '1', email: one.email })).answer).toEqual(came)
    expect(
      (await signInForged(trusting, { sub: '2', email: two.email, email_verified: false })).answer,
    ).toEqual(refused('sso-address-unverified'))
  })

  it('take over an account of another practice, nor a super administrator', async () => {
    const theirs = await addMember(other)
    await testApp.owner.query(`update sign_in_domains set verified_at = now() where clinic_id = $1`, [
      at.clinic.id,
    ])
    await verify(at.owner, other.domain)
    const claims = (email: string) => ({ sub: email, email, email_verified: true, groups: ['Managers'] })
    expect((await signInForged(at, claims(theirs.email))).answer).toEqual(refused('sso-account-elsewhere'))
    const admin = await testApp.people.addUser('Root', addressAt(at.domain), 'super_admin')
    expect((await signInForged(at, claims(admin.email))).answer).toEqual(refused('sso-account-elsewhere'))
  })

  it('open another practice of the same person, nor the account itself', async () => {
    const shared = await addMember(at)
    const { rows } = await testApp.owner.query<{ id: string }>(
      `insert into staff (clinic_id, user_id, email, first_name, last_name, registered)
       values ($1, $2, $3, 'Tom', 'Hughes', true) returning id`,
      [other.clinic.id, shared.userId, shared.email],
    )
    const claims = { sub: shared.email, email: shared.email, email_verified: true }
    const { browser } = await signInForged(at, claims)
    const { user } = await stateOf(browser)
    expect(user?.clinicId).toBe(at.clinic.id)
    expect(user?.clinics).toHaveLength(1)
    expect((await browser.call(actFor, { staffId: rows[0]!.id })).reason).toBe('not-yours')
    const guarded = [
      contract.account.passkeyOptions,
      contract.account.startSecondFactor,
      contract.account.removePhone,
    ] as const
    for (const operation of guarded)
      expect((await browser.call(operation, {})).reason).toBe('requires-recent-login')
    expect((await browser.call(contract.account.changeEmail, { email: 'thief@example.org' })).reason).toBe(
      'requires-recent-login',
    )
  })

  it('be asked at a private address', async () => {
    const closed = await testApp.openSecondInstance()
    try {
      const owner = openTestBrowser(closed.http, at.clinic.staff.owner.cookie)
      for (const issuerAt of ['https://127.0.0.1:8443', 'https://[::1]', 'https://169.254.169.254'])
        expect((await owner.call(save, { ...details, issuer: issuerAt })).reason).toBe('private-address')
      // A name that leads there is found out when it is asked.
      expect(await owner.callOk(testConnection, {})).toEqual({
        works: false,
        problem: expect.stringMatching(/private network/),
      })
    } finally {
      await closed.close()
    }
  })
})

describe('forced single sign-on', () => {
  let at: Connected
  beforeEach(async () => {
    at = await connect(hostile)
  })
  const breakGlass = () => at.clinic.staff.owner.staffId!
  const use = async () => {
    const email = addressAt(at.domain)
    return signInForged(at, { sub: email, email, email_verified: true, groups: ['Dentists'] })
  }

  it('is refused before anybody came in through the provider, and with somebody who has nothing of their own', async () => {
    expect((await at.owner.call(force, { isForced: true, breakGlassId: breakGlass() })).reason).toBe(
      'never-used',
    )
    await use()
    const { dentist } = at.clinic.staff
    expect((await at.owner.call(force, { isForced: true, breakGlassId: dentist.staffId! })).reason).toBe(
      'break-glass-unfit',
    )
  })

  it('ends what was opened otherwise, and opens nothing otherwise, but for one administrator', async () => {
    await createTestAccounts(testApp, 'forced').givePassword(at.clinic.staff.owner)
    const inside = await use()
    const dentist = through(at.clinic.staff.dentist)
    expect((await stateOf(dentist)).step).toBe('open')
    const settings = await at.owner.callOk(force, { isForced: true, breakGlassId: breakGlass() })
    expect(settings.connection).toMatchObject({ isForced: true, breakGlassId: breakGlass() })
    expect((await stateOf(dentist)).step).toBe('none')
    expect((await stateOf(inside.browser)).step).toBe('open')
    expect((await stateOf(at.owner)).step).toBe('open')
    expect(await openTestBrowser(app.http).callOk(find, { email: `x@${at.domain}` })).toMatchObject([
      { isForced: true },
    ])
    await at.owner.callOk(force, { isForced: false })
  })

  it('refuses a right password, and lets the administrator of the emergency in by theirs', async () => {
    const accounts = createTestAccounts(testApp, 'forced')
    const [member, administrator] = [await addMember(at), at.clinic.staff.owner]
    await accounts.givePassword(member)
    await accounts.givePassword(administrator)
    await use()
    await at.owner.callOk(force, { isForced: true, breakGlassId: breakGlass() })
    const attempt = (person: TestPerson) =>
      openTestBrowser(app.http).call(signIn, { login: person.email, password: testPassword })
    expect((await attempt(member)).reason).toBe('single-sign-on-required')
    expect((await attempt(administrator)).body).toMatchObject({ step: 'open' })
    const { browser } = await signInForged(at, { sub: 'm', email: member.email, email_verified: true })
    expect((await stateOf(browser)).step).toBe('open')
  })
})

describe('its settings', () => {
  it('are an administrator’s alone', async () => {
    const at = await connect(hostile)
    await testApp.owner.query(
      `update staff set permissions = permissions || '{"canManageBilling": true}' where id = $1`,
      [at.clinic.staff.manager.staffId],
    )
    const manager = through(at.clinic.staff.manager)
    expect((await manager.call(save, { ...details, issuer: hostile.url })).reason).toBe('administrators-only')
    expect((await manager.call(addDomain, { domain: 'evil.example.org' })).reason).toBe('administrators-only')
    expect((await manager.call(remove, {})).reason).toBe('administrators-only')
    expect((await through(at.clinic.staff.dentist).call(get, {})).code).toBe('permission-denied')
  })

  it('never tell the secret, and send it to no other issuer', async () => {
    const at = await connect(hostile)
    const settings = await at.owner.callOk(get, {})
    expect(JSON.stringify(settings)).not.toContain(details.clientSecret)
    const change = { ...details, clientSecret: '', issuer: 'https://evil.example.org' }
    expect((await at.owner.call(save, change)).reason).toBe('secret-missing')
    const kept = await at.owner.callOk(save, {
      ...details,
      clientSecret: '',
      issuer: hostile.url,
      name: 'New name',
    })
    expect(kept.connection).toMatchObject({ id: at.connectionId, name: 'New name' })
    expect((await signInForged(at, { sub: 's', email: 'x@elsewhere.example.org' })).answer).toMatchObject({
      code: 'sso-other-domain',
    })
  })

  it('verify a domain by its own record', async () => {
    const at = await connect(hostile)
    const { domains } = await at.owner.callOk(addDomain, { domain: 'unproved.example.org' })
    const added = domains.find(({ domain }) => domain === 'unproved.example.org')!
    records.set(added.recordName, [['candour-domain=of-another-practice']])
    expect((await at.owner.call(verifyDomain, { domainId: added.id })).reason).toBe('record-missing')
    expect(
      (await signInForged(at, { sub: 'u', email: 'a@unproved.example.org', email_verified: true })).answer,
    ).toMatchObject({ code: 'sso-other-domain' })
    const neighbour = through(testApp.clinicB.staff.owner)
    expect((await neighbour.call(verifyDomain, { domainId: added.id })).reason).toBe('domain-not-found')
    expect((await neighbour.call(removeDomain, { domainId: added.id })).reason).toBe('domain-not-found')
  })

  it('say what is wrong with a provider', async () => {
    const at = await connect(hostile)
    expect(await at.owner.callOk(testConnection, {})).toEqual({ works: true, problem: null })
    hostile.answer(
      `${hostile.url}/auth?state=x&redirect_uri=${testAddress}`,
      {},
      { describedAs: 'https://x.example' },
    )
    expect((await at.owner.callOk(testConnection, {})).problem).toMatch(/issuer/)
    hostile.relent()
  })

  it('go with the provider: staff sign in by themselves again', async () => {
    const at = await connect(hostile)
    const settings = await at.owner.callOk(remove, {})
    expect(settings.connection).toBeNull()
    expect((await openTestBrowser(app.http).call(start, { connectionId: at.connectionId })).reason).toBe(
      'connection-not-found',
    )
  })
})
