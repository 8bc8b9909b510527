import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openApp, type App } from '../../app.ts'
import { makeCertificate } from '../../testing/https-peer.ts'
import {
  openHostileIssuer,
  openMockOidcIssuer,
  type Forgery,
  type HostileIssuer,
  type IssuerUser,
  type MockOidcIssuer,
} from '../../testing/mock-oidc-issuer.ts'
import { createSamlIssuer } from '../../testing/mock-saml-issuer.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { addGroupMember, addGroupPerson, addTestGroup, giveSecondFactor } from '../../testing/test-group.ts'

const { find, start } = contract.singleSignOn
const { groupSignOn, practiceGroups } = contract
const { session } = contract.identity
const agreement = 'sign-on' as const

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

const details = {
  name: 'Coastal account',
  clientId: 'candour',
  clientSecret: 'a secret between the two',
  trustsEmails: false,
  countsSecondFactor: true,
  groupClaim: 'groups',
}

type Connected = {
  groupId: string
  admin: TestBrowser
  one: TestClinic
  two: TestClinic
  domain: string
  connectionId: string
}

let groups = 0
const levelsOf = (one: TestClinic, two: TestClinic) => [
  { group: 'Alder dentists', practiceId: one.id, level: 2 },
  { group: 'Birch managers', practiceId: two.id, level: 4 },
]

/** A group of two practices that agreed, and who administers it. */
async function openGroup() {
  groups++
  const [groupId, one, two] = [
    await addTestGroup(testApp.owner),
    await testApp.addClinic(`Alder ${groups}`),
    await testApp.addClinic(`Birch ${groups}`),
  ]
  for (const { id } of [one, two]) await addGroupMember(testApp.owner, groupId, id)
  const administrator = one.staff.manager
  await giveSecondFactor(testApp.owner, administrator)
  await addGroupPerson(testApp.owner, administrator, groupId, 'group_admin')
  const admin = openTestBrowser(app.http, administrator.cookie)
  return { groupId, admin, one, two, domain: `group${groups}.example.org` }
}

async function verify(admin: TestBrowser, domain: string) {
  const { domains } = await admin.callOk(groupSignOn.addDomain, { domain })
  const { id, recordName, recordValue } = domains.find((each) => each.domain === domain)!
  expect((await admin.call(groupSignOn.verifyDomain, { domainId: id })).reason).toBe('record-missing')
  records.set(recordName, [[recordValue]])
  const verified = await admin.callOk(groupSignOn.verifyDomain, { domainId: id })
  expect(verified.domains.find((each) => each.id === id)?.verifiedAt).not.toBeNull()
}

/** The same, with a verified domain and a provider at `at`. */
async function connect(at: { url: string }): Promise<Connected> {
  const made = await openGroup()
  const saved = await made.admin.callOk(groupSignOn.save, {
    ...{ ...details, issuer: at.url },
    practiceLevels: levelsOf(made.one, made.two),
  })
  await verify(made.admin, made.domain)
  if (at === issuer) issuer.register({ ...details, redirectUrl: saved.redirectUrl! })
  return { ...made, connectionId: saved.connection!.id }
}

const pathOf = (url: URL) => url.pathname + url.search
function redirectOf({ status, headers }: Awaited<ReturnType<TestBrowser['get']>>) {
  const url = new URL(String(headers.location), testAddress)
  return { status, page: url.pathname, ...Object.fromEntries(url.searchParams) }
}
const came = { status: 302, page: '/login/back', shown: 'page' }
const refused = (code: string) => ({ ...came, code })
const stateOf = (browser: TestBrowser) => browser.callOk(session, {})
const leave = async ({ connectionId }: Connected, { id: practiceId }: TestClinic) => {
  const browser = openTestBrowser(app.http)
  const { url } = await browser.callOk(start, { connectionId, practiceId })
  return { browser, url }
}

async function signInAt(at: Connected, practice: TestClinic, person: IssuerUser) {
  const { browser, url } = await leave(at, practice)
  return { browser, answer: redirectOf(await browser.get(pathOf(await issuer.visit(url, person)))) }
}

/** The same at the issuer that says anything. */
async function signInForged(
  at: Connected,
  practice: TestClinic,
  claims: Record<string, unknown>,
  forgery: Forgery = {},
) {
  const { browser, url } = await leave(at, practice)
  const back = hostile.answer(url, claims, forgery)
  const answer = redirectOf(await browser.get(pathOf(back)))
  hostile.relent()
  return { browser, back, answer }
}

const staffAt = async (practice: TestClinic, email: string) =>
  (
    await testApp.owner.query<{ level: number; role: string; userId: string }>(
      `select permission_level as level, role, user_id as "userId" from staff where clinic_id = $1 and email = $2`,
      [practice.id, email],
    )
  ).rows

let names = 0
const addressAt = (domain: string) => `person${++names}@${domain}`
const claimsOf = (email: string, groupsOf: string[] = ['Alder dentists']) => ({
  ...{ sub: email, email, email_verified: true },
  groups: groupsOf,
})

describe('signing in at the provider of a group', () => {
  let at: Connected
  beforeAll(async () => {
    at = await connect(issuer)
  })

  it('finds the practices that agreed by the domain alone', async () => {
    const found = await openTestBrowser(app.http).callOk(find, { email: `nobody@${at.domain}` })
    expect(found).toEqual(
      [at.one, at.two].map(({ id, name }) => ({
        ...{ connectionId: at.connectionId, name: details.name, isForced: false },
        ...{ clinicName: name, practiceId: id },
      })),
    )
  })

  it('makes somebody staff of each practice that their groups name, and opens the one they chose', async () => {
    const email = addressAt(at.domain)
    const person = { email, isVerified: true, groups: ['Alder dentists', 'Birch managers', 'All'] }
    const { browser, answer } = await signInAt(at, at.one, person)
    expect(answer).toEqual(came)
    const { user } = await stateOf(browser)
    expect(user).toMatchObject({ email, clinicId: at.one.id, permissionLevel: 2, role: 'clinic_staff' })
    const [[here], [there]] = [await staffAt(at.one, email), await staffAt(at.two, email)]
    expect(there).toEqual({ level: 4, role: 'clinic_staff', userId: here!.userId })
    const other = await signInAt(at, at.two, person)
    expect((await stateOf(other.browser)).user).toMatchObject({ uid: user!.uid, clinicId: at.two.id })
    const { rows } = await testApp.owner.query<{ clinic: string }>(
      `select clinic_id as clinic from audit_rows where action = 'staff.provisioned' and details ->> 'by' = 'single-sign-on'
         and clinic_id = any($1) order by sequence`,
      [[at.one.id, at.two.id]],
    )
    expect(rows.map(({ clinic }) => clinic).toSorted()).toEqual([at.one.id, at.two.id].toSorted())
  })

  it('lets nobody in at a practice that their groups do not name', async () => {
    const email = addressAt(at.domain)
    const { answer } = await signInAt(at, at.two, { email, isVerified: true, groups: ['Alder dentists'] })
    expect(answer).toEqual(refused('sso-no-level'))
    expect(await staffAt(at.one, email)).toEqual([])
  })
})

describe('a group’s provider that is not honest cannot', () => {
  let at: Connected
  let other: Connected
  beforeAll(async () => {
    at = await connect(hostile)
    other = await connect(hostile)
  })

  it('open a practice that has not agreed, nor one of another group', async () => {
    const browser = openTestBrowser(app.http)
    const [stranger, elsewhere] = [await testApp.addClinic('Stranger'), other.one]
    await addGroupMember(testApp.owner, at.groupId, stranger.id)
    await testApp.owner.query(
      'update practice_group_members set uses_sign_on_since = null where clinic_id = $1',
      [stranger.id],
    )
    for (const practiceId of [stranger.id, elsewhere.id, testApp.clinicB.id])
      expect((await browser.call(start, { connectionId: at.connectionId, practiceId })).reason).toBe(
        'connection-not-found',
      )
    expect((await browser.call(start, { connectionId: at.connectionId })).reason).toBe('connection-not-found')
  })

  it('name a practice outside the group, as it is set up or later', async () => {
    const practiceLevels = [{ group: 'Alder dentists', practiceId: other.one.id, level: 4 }]
    const change = { ...details, issuer: hostile.url, practiceLevels }
    expect((await at.admin.call(groupSignOn.save, change)).reason).toBe('practice-outside-group')
    await testApp.owner.query(
      'update group_sign_in_connections set practice_levels = practice_levels || $2 where id = $1',
      [at.connectionId, JSON.stringify(practiceLevels)],
    )
    const email = addressAt(at.domain)
    expect((await signInForged(at, at.one, claimsOf(email))).answer).toEqual(came)
    expect(await staffAt(other.one, email)).toEqual([])
  })

  it('answer for the provider of another group, nor twice, nor in another browser', async () => {
    const { browser, url } = await leave(at, at.one)
    const back = hostile.answer(url, claimsOf(addressAt(at.domain)))
    const mixedUp = back.pathname.replace(at.connectionId, other.connectionId) + back.search
    expect(redirectOf(await browser.get(mixedUp))).toEqual(refused('code-expired'))
    expect(redirectOf(await browser.get(pathOf(back)))).toEqual(refused('code-expired'))
    const second = await leave(at, at.one)
    const stolen = hostile.answer(second.url, claimsOf(addressAt(at.domain)))
    expect(redirectOf(await openTestBrowser(app.http).get(pathOf(stolen)))).toEqual(refused('code-expired'))
    expect(redirectOf(await second.browser.get(pathOf(stolen)))).toEqual(came)
    expect(redirectOf(await second.browser.get(pathOf(stolen)))).toEqual(refused('code-expired'))
    hostile.relent()
  })

  it('take over an account outside the group, of another domain or of a super administrator', async () => {
    const outsider = await testApp.people.addStaff(testApp.clinicB.id, addressAt(at.domain), {
      ...{ role: 'clinic_staff', level: 1, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] },
    })
    const admin = await testApp.people.addUser('Root', addressAt(at.domain), 'super_admin')
    for (const { email } of [outsider, admin])
      expect((await signInForged(at, at.one, claimsOf(email))).answer).toEqual(
        refused('sso-account-elsewhere'),
      )
    expect((await signInForged(at, at.one, claimsOf(addressAt(other.domain)))).answer).toEqual(
      refused('sso-other-domain'),
    )
    const unverified = { ...claimsOf(addressAt(at.domain)), email_verified: false }
    expect((await signInForged(at, at.one, unverified)).answer).toEqual(refused('sso-address-unverified'))
  })

  it('let somebody in who was deactivated, nor make them staff elsewhere', async () => {
    const left = await testApp.people.addStaff(at.two.id, addressAt(at.domain), {
      ...{ role: 'clinic_staff', level: 1, jobTitle: 'Dentist', name: ['Tom', 'Hughes'], status: 'inactive' },
    })
    const all = ['Alder dentists', 'Birch managers']
    expect((await signInForged(at, at.two, claimsOf(left.email, all))).answer).toEqual(
      refused('account-deactivated'),
    )
    expect(await staffAt(at.one, left.email)).toEqual([])
    // Nor is the name that the provider has for them kept, which would let them in by that next time.
    const again = claimsOf(left.email, all)
    for (const practice of [at.two, at.one])
      expect((await signInForged(at, practice, again)).answer).toEqual(
        refused(practice === at.two ? 'account-deactivated' : 'sso-account-elsewhere'),
      )
    expect(await staffAt(at.one, left.email)).toEqual([])
  })

  it('make somebody staff elsewhere who was deactivated since they came', async () => {
    const email = addressAt(at.domain)
    const claims = claimsOf(email)
    expect((await signInForged(at, at.one, claims)).answer).toEqual(came)
    await testApp.owner.query(`update staff set status = 'inactive' where clinic_id = $1 and email = $2`, [
      at.one.id,
      email,
    ])
    const more = { ...claims, groups: ['Alder dentists', 'Birch managers'] }
    expect((await signInForged(at, at.two, more)).answer).toEqual(refused('account-deactivated'))
    expect(await staffAt(at.two, email)).toEqual([])
  })

  it('take up an invitation to a practice that they did not choose', async () => {
    const email = addressAt(at.domain)
    await testApp.owner.query(
      `insert into staff (clinic_id, email, first_name, last_name, role, permission_level, invited_at)
       values ($1, $2, 'Ines', 'Roth', 'clinic_admin', 4, now())`,
      [at.two.id, email],
    )
    const claims = claimsOf(email, ['Alder dentists', 'Birch managers'])
    expect((await signInForged(at, at.one, claims)).answer).toEqual(came)
    const { rows } = await testApp.owner.query(
      'select user_id is null as waits from staff where clinic_id = $1 and email = $2',
      [at.two.id, email],
    )
    expect(rows).toEqual([{ waits: true }])
    // Nor there, as they are invited to be an administrator: with an account that they have, or without one.
    const invitedAt = async (address: string) => {
      await testApp.owner.query(
        `insert into staff (clinic_id, email, first_name, last_name, role, permission_level, invited_at)
         values ($1, $2, 'Ada', 'Bell', 'clinic_admin', 4, now()) on conflict do nothing`,
        [at.two.id, address],
      )
      return (await signInForged(at, at.two, claimsOf(address, ['Birch managers']))).answer
    }
    for (const address of [email, addressAt(at.domain)])
      expect(await invitedAt(address)).toEqual(refused('sso-no-level'))
  })
})

describe('a practice', () => {
  it('that stops using the group’s sign-on ends its sessions and is found no more', async () => {
    const at = await connect(hostile)
    const owner = openTestBrowser(app.http, at.one.staff.owner.cookie)
    const email = addressAt(at.domain)
    const { browser } = await signInForged(at, at.one, claimsOf(email))
    const waiting = await leave(at, at.one)
    await owner.callOk(practiceGroups.stopAgreement, { agreement })
    expect((await stateOf(browser)).step).toBe('none')
    expect((await stateOf(owner)).step).toBe('open')
    const back = hostile.answer(waiting.url, claimsOf(email))
    expect(redirectOf(await waiting.browser.get(pathOf(back)))).toEqual(refused('sso-failed'))
    hostile.relent()
    const found = await openTestBrowser(app.http).callOk(find, { email })
    expect(found.map(({ practiceId }) => practiceId)).toEqual([at.two.id])
    await owner.callOk(practiceGroups.agree, { agreement })
    expect((await signInForged(at, at.one, claimsOf(email))).answer).toEqual(came)
  })

  it('that leaves the group is signed in to through it no more', async () => {
    const at = await connect(hostile)
    const email = addressAt(at.domain)
    const { browser } = await signInForged(at, at.two, claimsOf(email, ['Birch managers']))
    await openTestBrowser(app.http, at.two.staff.owner.cookie).callOk(practiceGroups.leave, {})
    expect((await stateOf(browser)).step).toBe('none')
    const asked = { connectionId: at.connectionId, practiceId: at.two.id }
    expect((await openTestBrowser(app.http).call(start, asked)).reason).toBe('connection-not-found')
    const { connection, practices } = await at.admin.callOk(groupSignOn.get, {})
    expect(practices.map(({ id }) => id)).toEqual([at.one.id])
    expect(connection?.practiceLevels.map(({ practiceId }) => practiceId)).toEqual([at.one.id])
  })

  it('that connects a provider of its own uses that', async () => {
    const at = await connect(hostile)
    const owner = openTestBrowser(app.http, at.one.staff.owner.cookie)
    const groupLevels = [{ group: 'Dentists', level: 1 }]
    const own = { ...details, issuer: hostile.url, groupLevels, defaultLevel: null }
    await owner.callOk(contract.singleSignOn.save, own)
    const asked = { connectionId: at.connectionId, practiceId: at.one.id }
    expect((await openTestBrowser(app.http).call(start, asked)).reason).toBe('connection-not-found')
    const email = addressAt(at.domain)
    await signInForged(at, at.two, claimsOf(email, ['Alder dentists', 'Birch managers']))
    expect([await staffAt(at.one, email), await staffAt(at.two, email)]).toMatchObject([[], [{ level: 4 }]])
  })
})

describe('a SAML provider of a group', () => {
  it('signs in to the practice that was chosen, and makes records in both', async () => {
    const certificate = await makeCertificate('rsa')
    const saml = createSamlIssuer('https://login.example.org', certificate)
    const made = await openGroup()
    const saved = await made.admin.callOk(groupSignOn.saveSaml, {
      ...{ name: 'Coastal account', trustsEmails: true, countsSecondFactor: true, groupClaim: 'groups' },
      ...{ practiceLevels: levelsOf(made.one, made.two), metadata: saml.metadata },
      ...{ issuer: '', signInAddress: '', certificates: '' },
    })
    await verify(made.admin, made.domain)
    const { entityId } = saved.serviceProvider
    const described = await openTestBrowser(app.http).get(new URL(entityId).pathname)
    const { browser, url } = await leave({ ...made, connectionId: saved.connection!.id }, made.two)
    const email = addressAt(made.domain)
    const user = { nameId: 'nia', email, groups: ['Alder dentists', 'Birch managers'] }
    const form = await saml.answer(url, described.raw.toString(), user, {})
    const path = new URL(form.to).pathname
    const elsewhere = path.replace(made.groupId, made.two.id)
    expect(redirectOf(await browser.postFromElsewhere(elsewhere, form.fields))).toEqual(
      refused('code-expired'),
    )
    const posted = redirectOf(await browser.postFromElsewhere(path, form.fields))
    const back = `${posted.page}?${new URLSearchParams({ state: (posted as { state?: string }).state! })}`
    expect(redirectOf(await browser.get(back))).toEqual(came)
    expect((await stateOf(browser)).user).toMatchObject({ email, clinicId: made.two.id, permissionLevel: 4 })
    expect(await staffAt(made.one, email)).toMatchObject([{ level: 2 }])
  })
})

describe('its settings', () => {
  it('are for administrators of the group, never tell the secret, and keep it for one issuer', async () => {
    const at = await connect(hostile)
    const auditor = at.two.staff.manager
    await giveSecondFactor(testApp.owner, auditor)
    await addGroupPerson(testApp.owner, auditor, at.groupId, 'group_auditor')
    const reader = openTestBrowser(app.http, auditor.cookie)
    const seen = await reader.callOk(groupSignOn.get, {})
    expect(JSON.stringify(seen)).not.toContain(details.clientSecret)
    const change = { ...details, issuer: hostile.url, practiceLevels: [] }
    for (const [operation, input] of [
      [groupSignOn.save, change],
      [groupSignOn.test, {}],
      [groupSignOn.remove, {}],
      [groupSignOn.addDomain, { domain: 'evil.example.org' }],
    ] as const)
      expect((await reader.call(operation as never, input as never)).reason).toBe('group-administrators-only')
    const moved = { ...change, clientSecret: '', issuer: 'https://evil.example.org' }
    expect((await at.admin.call(groupSignOn.save, moved)).reason).toBe('secret-missing')
    expect(await at.admin.callOk(groupSignOn.test, {})).toEqual({ works: true, problem: null })
    const domainId = seen.domains[0]!.id
    const stranger = (await connect(hostile)).admin
    for (const operation of [groupSignOn.verifyDomain, groupSignOn.removeDomain])
      expect((await stranger.call(operation, { domainId })).reason).toBe('domain-not-found')
    expect((await at.admin.callOk(groupSignOn.removeDomain, { domainId })).domains).toEqual([])
    expect((await at.admin.callOk(groupSignOn.remove, {})).connection).toBeNull()
  })
})
