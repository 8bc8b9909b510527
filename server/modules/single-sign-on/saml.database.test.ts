import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openApp, type App } from '../../app.ts'
import { makeCertificate } from '../../testing/https-peer.ts'
import {
  createSamlIssuer,
  type SamlForgery,
  type SamlIssuer,
  type SamlPost,
  type SamlUser,
  type SigningIdentity,
} from '../../testing/mock-saml-issuer.ts'
import { createTestAccounts, testPassword } from '../../testing/test-accounts.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { openTestBrowser, type TestBrowser } from '../../testing/test-browser.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'

const {
  get,
  save,
  saveSaml,
  test: testConnection,
  force,
  addDomain,
  verifyDomain,
  start,
} = contract.singleSignOn
const { session, signIn } = contract.identity

let testApp: TestApp
let app: App
let own: SigningIdentity
let foreign: SigningIdentity
let issuer: SamlIssuer
/** What DNS says. */
const records = new Map<string, string[][]>()

beforeAll(async () => {
  ;[own, foreign] = await Promise.all([makeCertificate('rsa'), makeCertificate('rsa')])
  issuer = createSamlIssuer('https://login.example.org', own)
  testApp = await openTestApp()
  app = await openApp({
    config: testApp.config,
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
})

const policy = {
  name: 'Practice account',
  trustsEmails: true,
  countsSecondFactor: true,
  groupClaim: 'groups',
  groupLevels: [
    { group: 'Dentists', level: 2 },
    { group: 'Managers', level: 4 },
  ],
  defaultLevel: null as number | null,
}
const pasted = { ...policy, issuer: '', signInAddress: '', certificates: '' }

type Connected = {
  clinic: TestClinic
  owner: TestBrowser
  domain: string
  connectionId: string
  metadata: string
}

let practices = 0
/** A practice with a verified domain, whose provider is the one of these tests. */
async function connect(change: Partial<typeof policy> = {}): Promise<Connected> {
  practices++
  const clinic = await testApp.addClinic(`Practice ${practices}`)
  const owner = openTestBrowser(app.http, clinic.staff.owner.cookie)
  const saved = await owner.callOk(saveSaml, { ...pasted, ...change, metadata: issuer.metadata })
  const domain = `practice${practices}.example.org`
  const { domains } = await owner.callOk(addDomain, { domain })
  const { id, recordName, recordValue } = domains[0]!
  records.set(recordName, [[recordValue]])
  await owner.callOk(verifyDomain, { domainId: id })
  const described = await openTestBrowser(app.http).get(new URL(saved.serviceProvider.entityId).pathname)
  return { clinic, owner, domain, connectionId: saved.connection!.id, metadata: described.raw.toString() }
}

type Answer = Awaited<ReturnType<TestBrowser['get']>>
function redirectOf({ status, headers }: Answer) {
  const url = new URL(String(headers.location), testAddress)
  return { status, page: url.pathname, ...Object.fromEntries(url.searchParams) }
}
const came = { status: 302, page: '/login/back', shown: 'page' }
const refused = (code: string) => ({ ...came, code })

/** Posts what the provider had the browser post, and goes where that leads. */
async function post(browser: TestBrowser, { to, fields }: SamlPost, path = new URL(to).pathname) {
  const posted = await browser.postFromElsewhere(path, fields)
  const next = new URL(String(posted.headers.location), testAddress)
  if (next.pathname === '/login/back') return redirectOf(posted)
  return redirectOf(await browser.get(next.pathname + next.search))
}

async function leave(connected: Connected, browser = openTestBrowser(app.http), to?: string) {
  const { url } = await browser.callOk(start, {
    connectionId: connected.connectionId,
    ...(to ? { to } : {}),
  })
  return { browser, url }
}

async function signInAs(connected: Connected, user: SamlUser, forgery: SamlForgery = {}) {
  const { browser, url } = await leave(connected)
  const form = await issuer.answer(url, connected.metadata, user, forgery)
  return { browser, url, form, answer: await post(browser, form) }
}

const stateOf = (browser: TestBrowser) => browser.callOk(session, {})
let names = 0
function someone({ domain }: Pick<Connected, 'domain'>, more: Partial<SamlUser> = {}) {
  const name = `person${++names}`
  return { nameId: `id-${name}`, email: `${name}@${domain}`, groups: ['Dentists'], ...more }
}

async function addMember({ clinic, domain }: Connected) {
  return testApp.people.addStaff(clinic.id, `member${++names}@${domain}`, {
    ...{ role: 'clinic_staff', level: 1, jobTitle: 'Dentist', name: ['Tom', 'Hughes'] },
  })
}

describe('signing in at the SAML provider of a practice', () => {
  let at: Connected
  beforeAll(async () => {
    at = await connect()
  })

  it('asks for what our metadata promises, and names nobody in the address', async () => {
    const { url } = await leave(at)
    const { xml, issuer: asker, relayState } = issuer.readRequest(url)
    expect(new URL(url).origin + new URL(url).pathname).toBe('https://login.example.org/sso')
    expect(at.metadata).toContain(`entityID="${asker}"`)
    expect(xml).toContain('ProtocolBinding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST"')
    // SAML allows 80 bytes.
    expect(relayState).toMatch(/^[\w-]{43}$/)
  })

  it('makes somebody new staff at the level of their groups, and knows them by their name ID', async () => {
    const person = someone(at, { givenName: 'Nia', familyName: 'Owen' })
    const { browser, answer } = await signInAs(at, person)
    expect(answer).toEqual(came)
    const { user } = await stateOf(browser)
    expect(user).toMatchObject({
      ...{ email: person.email, displayName: 'Nia Owen', role: 'clinic_staff', permissionLevel: 2 },
      clinicId: at.clinic.id,
    })
    const { email: _left, ...later } = { ...person, groups: ['Managers'] }
    const again = await signInAs(at, later)
    expect((await stateOf(again.browser)).user).toMatchObject({ uid: user?.uid, permissionLevel: 4 })
    expect((await at.owner.callOk(get, {})).attempts[0]).toMatchObject({ outcome: 'done' })
  })

  it.each(['assertion', 'response', 'both'] as const)('believes what is signed: %s', async (sign) => {
    expect((await signInAs(at, someone(at), { sign })).answer).toEqual(came)
  })

  it('takes the name ID for the address where it is one', async () => {
    const { email, ...person } = someone(at)
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const { browser } = await signInAs(at, { ...person, nameId: email, nameIdFormat })
    expect((await stateOf(browser)).user?.email).toBe(email)
  })

  it('counts a second factor where the provider says that it was given, and asks for ours elsewhere', async () => {
    await testApp.owner.query('update clinics set requires_second_factor = true where id = $1', [
      at.clinic.id,
    ])
    const authnContext = 'https://refeds.org/profile/mfa'
    const strong = await signInAs(at, someone(at, { authnContext }))
    expect((await stateOf(strong.browser)).step).toBe('open')
    const weak = await signInAs(at, someone(at))
    expect((await stateOf(weak.browser)).step).toBe('enrol')
  })

  it('can be required: a right password is refused, the emergency administrator’s is not', async () => {
    const forced = await connect()
    const accounts = createTestAccounts(testApp, 'saml-forced')
    const [member, administrator] = [await addMember(forced), forced.clinic.staff.owner]
    await accounts.givePassword(member)
    await accounts.givePassword(administrator)
    await signInAs(forced, someone(forced))
    await forced.owner.callOk(force, { isForced: true, breakGlassId: administrator.staffId! })
    const attempt = (login: string) =>
      openTestBrowser(app.http).call(signIn, { login, password: testPassword })
    expect((await attempt(member.email)).reason).toBe('single-sign-on-required')
    expect((await attempt(administrator.email)).body).toMatchObject({ step: 'open' })
    const { browser } = await signInAs(forced, someone(forced, { email: member.email }))
    expect((await stateOf(browser)).user?.uid).toBe(member.userId)
  })
})

const evilAddress = (domain: string) => `evil@${domain}`
const signature = /<ds:Signature[\s\S]*?<\/ds:Signature>/
const assertion = /<saml:Assertion[\s\S]*<\/saml:Assertion>/

/** The parts of a signed response, and an assertion that its provider did not sign. */
function partsOf(xml: string, domain: string) {
  const signed = assertion.exec(xml)![0]
  const sign = signature.exec(signed)?.[0] ?? ''
  const evil = signed
    .replace(signature, '')
    .replace(/ ID="[^"]*"/, ' ID="_evil"')
    .replace(/[\w.-]+@[\w.-]+/, evilAddress(domain))
    .replace(/(<saml:NameID[^>]*>)[^<]*/, '$1id-evil')
  return { signed, sign, evil, bare: signed.replace(signature, '') }
}
const afterIssuer = (xml: string, added: string) =>
  xml.replace('</saml:Issuer>', () => `</saml:Issuer>${added}`)

/** Signature wrapping, as in Somorovsky et al., “On Breaking SAML: Be Whoever You Want to Be”. */
const wrappings: Record<string, (xml: string, domain: string) => string> = {
  'XSW1: the signed response inside the signature of another'(xml, domain) {
    const sign = signature.exec(xml)![0]
    const { evil } = partsOf(xml.replace(signature, ''), domain)
    const bare = xml.replace(/<\?xml[^>]*>/, '').replace(signature, '')
    const whole = xml.replace(/ ID="[^"]*"/, ' ID="_evilresponse"').replace(assertion, () => evil)
    const holding = sign.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`)
    return whole.replace(signature, () => holding)
  },
  'XSW3: another assertion before the signed one': (xml, domain) =>
    xml.replace(assertion, (signed) => partsOf(xml, domain).evil + signed),
  'XSW4: the signed assertion inside another': (xml, domain) =>
    xml.replace(assertion, (signed) =>
      partsOf(xml, domain).evil.replace('</saml:Assertion>', () => `${signed}</saml:Assertion>`),
    ),
  'XSW5: the signature moved to another assertion, the signed one at the end'(xml, domain) {
    const { evil, sign, bare } = partsOf(xml, domain)
    return xml.replace(assertion, () => afterIssuer(evil, sign) + bare)
  },
  'XSW7: another assertion among extensions': (xml, domain) =>
    xml.replace(
      assertion,
      (signed) => `<samlp:Extensions>${partsOf(xml, domain).evil}</samlp:Extensions>${signed}`,
    ),
  'XSW8: the signed assertion inside the signature of another'(xml, domain) {
    const { evil, sign, bare } = partsOf(xml, domain)
    const holding = sign.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`)
    return xml.replace(assertion, () => afterIssuer(evil, holding))
  },
}

const past = '2020-01-01T00:00:00.000Z'
const future = '2999-01-01T00:00:00.000Z'

describe('what a SAML provider, or whoever poses as one, cannot do', () => {
  let at: Connected
  let other: Connected
  beforeAll(async () => {
    ;[at, other] = [await connect(), await connect()]
  })

  it('is honest in every other test of these', async () => {
    expect((await signInAs(at, someone(at))).answer).toEqual(came)
  })

  it.each<[string, SamlForgery, RegExp]>([
    ['for another audience', { tags: { Audience: 'https://other.example.org' } }, /another audience/],
    ['by another issuer', { tags: { Issuer: 'https://login.other.example' } }, /another issuer/],
    ['without a signature', { signed: (xml) => xml.replace(signature, '') }, /Invalid signature/],
    ['signed by a key that is not the provider’s', {}, /Invalid signature/],
    [
      'signed with SHA-1',
      { algorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' },
      /algorithm that is not accepted/,
    ],
    [
      'changed after it was signed',
      { signed: (xml) => xml.replace('>Dentists<', '>Managers<') },
      /Invalid signature/,
    ],
    ['that has expired', { tags: { ConditionsNotOnOrAfter: past } }, /expired/],
    [
      'whose confirmation has expired',
      { tags: { SubjectConfirmationDataNotOnOrAfter: past } },
      /confirmation/,
    ],
    [
      'that is not valid yet',
      { tags: { ConditionsNotBefore: future, ConditionsNotOnOrAfter: future } },
      /not yet/,
    ],
    [
      'for another recipient',
      { tags: { SubjectRecipient: 'https://evil.example.org' } },
      /another recipient/,
    ],
    ['for another destination', { tags: { Destination: 'https://evil.example.org' } }, /another destination/],
    ['for another request', { tags: { InResponseTo: '_of-somebody-else' } }, /another request/],
    [
      'for no request',
      { unsigned: (xml) => xml.replaceAll(/ InResponseTo="[^"]*"/g, '') },
      /another request/,
    ],
    [
      'for another request in what is signed alone',
      { unsigned: (xml) => xml.replace(/(Recipient="[^"]*" InResponseTo)="[^"]*"/, '$1="_other"') },
      /InResponseTo|cannot be read|another/,
    ],
    ['that failed', { tags: { StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Responder' } }, /Responder/],
    [
      'about nobody who stays the same',
      { tags: { NameIDFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' } },
      /changes each time/,
    ],
    [
      'with two e-mail addresses',
      {
        unsigned: (xml) =>
          xml.replace(
            /<saml:AttributeValue>[^<]*@/,
            '<saml:AttributeValue>a@b.example</saml:AttributeValue>$&',
          ),
      },
      /more than one e-mail/,
    ],
    [
      'with a document type',
      { signed: (xml) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${xml}` },
      /document type/,
    ],
    [
      'with an entity bomb',
      {
        signed: (xml) =>
          `<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>${xml.replace('>Ada<', '>&b;<')}`,
      },
      /document type/,
    ],
    ['that is no XML', { signed: () => 'not a response' }, /not one SAML response/],
  ])('have a statement believed %s', async (what, forgery, problem) => {
    const identity = what.includes('not the provider') ? foreign : own
    const { browser, answer } = await signInAs(at, someone(at), { ...forgery, identity })
    expect(answer).toEqual(refused('sso-failed'))
    expect((await stateOf(browser)).step).toBe('none')
    const [attempt] = (await at.owner.callOk(get, {})).attempts
    expect(attempt!.reason).toMatch(problem)
    // What was sent names somebody.
    expect(attempt!.reason).not.toContain('person')
  })

  it.each(Object.entries(wrappings))('wrap what is signed: %s', async (what, wrap) => {
    const sign = what.startsWith('XSW1') ? 'response' : 'assertion'
    const { browser, answer } = await signInAs(at, someone(at), {
      sign,
      signed: (xml) => wrap(xml, at.domain),
    })
    expect(answer).toEqual(refused('sso-failed'))
    expect((await at.owner.callOk(get, {})).attempts[0]!.reason).toMatch(
      /has not one assertion|is not one SAML/,
    )
    expect((await stateOf(browser)).step).toBe('none')
    const { rows } = await testApp.owner.query('select id from staff where email = $1', [
      evilAddress(at.domain),
    ])
    expect(rows).toEqual([])
  })

  it('cut a name short by a comment', async () => {
    const victim = await addMember(at)
    const cut = (xml: string) => xml.replaceAll(victim.email, `${victim.email}<!---->.evil.example.org`)
    for (const forgery of [{ unsigned: cut }, { signed: cut }])
      expect((await signInAs(at, someone(at, { email: victim.email }), forgery)).answer).toEqual(
        refused('sso-failed'),
      )
  })

  it('have an answer taken twice, later, or in another browser', async () => {
    const { browser, form } = await signInAs(at, someone(at))
    expect(await post(browser, form)).toEqual(refused('code-expired'))

    // The same assertion under a sign-in of its own, as whoever caught it would.
    const later = await leave(at)
    const { relayState } = issuer.readRequest(later.url)
    const replayed = { ...form, fields: { ...form.fields, RelayState: relayState } }
    expect(await post(later.browser, replayed)).toEqual(refused('sso-failed'))

    const [here, thief] = [await leave(at), openTestBrowser(app.http)]
    const caught = await issuer.answer(here.url, at.metadata, someone(at))
    expect(await post(thief, caught)).toEqual(refused('code-expired'))
    expect((await stateOf(thief)).step).toBe('none')
  })

  it('begin a sign-in that nobody asked for', async () => {
    const { url } = await leave(at)
    const form = await issuer.answer(url, at.metadata, someone(at))
    for (const state of ['', 'https://evil.example.org/', 'of-no-sign-in']) {
      const fields = { ...form.fields, RelayState: state }
      expect(await post(openTestBrowser(app.http), { ...form, fields })).toEqual(refused('code-expired'))
    }
  })

  it('answer for another practice that has the same provider', async () => {
    const theirs = await addMember(other)
    const { browser, url } = await leave(other)
    // Signed by the same key, for the other practice's request, but made for this one.
    const form = await issuer.answer(url, at.metadata, someone(other, { email: theirs.email }))
    expect(await post(browser, form)).toEqual(refused('code-expired'))
    const { pathname } = new URL(/Location="([^"]*)"/.exec(other.metadata)![1]!)
    expect(await post(browser, form, pathname)).toEqual(refused('sso-failed'))
    expect((await stateOf(browser)).step).toBe('none')
  })

  it('lead to a place that is not ours', async () => {
    for (const [to, page] of [
      ['/clinic/consents?page=2', '/clinic/consents?page=2'],
      ['https://evil.example.org/', undefined],
      ['//evil.example.org', undefined],
    ] as const) {
      const { browser, url } = await leave(at, openTestBrowser(app.http), to)
      const form = await issuer.answer(url, at.metadata, someone(at))
      expect(await post(browser, form)).toEqual({ ...came, ...(page ? { to: page } : {}) })
    }
  })

  it.each([
    ['an address of a domain that is not verified', { email: 'x@elsewhere.example.org' }, 'sso-other-domain'],
    ['an address of a domain below', { email: 'x@sub.practice1.example.org' }, 'sso-other-domain'],
    ['no group that has a level', { groups: [] }, 'sso-no-level'],
  ])('bring somebody with %s', async (_what, change, code) => {
    expect((await signInAs(at, someone(at, change))).answer).toEqual(refused(code))
  })

  it('bring an address that the practice does not believe, nor take over accounts elsewhere', async () => {
    const wary = await connect({ trustsEmails: false })
    const victim = await addMember(wary)
    expect((await signInAs(wary, someone(wary, { email: victim.email }))).answer).toEqual(
      refused('sso-address-unverified'),
    )
    const admin = await testApp.people.addUser('Root', `root@${at.domain}`, 'super_admin')
    expect((await signInAs(at, someone(at, { email: admin.email }))).answer).toEqual(
      refused('sso-account-elsewhere'),
    )
  })
})

describe('its settings', () => {
  const typed = () => ({
    ...policy,
    metadata: '',
    issuer: issuer.entityId,
    signInAddress: 'https://login.example.org/sso',
    certificates: own.cert,
  })

  it('take a new certificate beside the old one, and show when they end', async () => {
    const at = await connect()
    const next = { sign: 'assertion', identity: foreign } as const
    expect((await signInAs(at, someone(at), next)).answer).toEqual(refused('sso-failed'))
    const both = await at.owner.callOk(saveSaml, { ...typed(), certificates: own.cert + foreign.cert })
    // The same provider: whoever it knew, it knows.
    expect(both.connection).toMatchObject({ id: at.connectionId, protocol: 'saml', clientId: null })
    const [one, two] = both.connection!.certificates
    expect(new Date(one!.expiresAt).getTime()).toBeGreaterThan(Date.now())
    expect(two!.fingerprint).toMatch(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/)
    expect((await signInAs(at, someone(at), next)).answer).toEqual(came)
    expect((await signInAs(at, someone(at))).answer).toEqual(came)
    await at.owner.callOk(saveSaml, { ...typed(), certificates: foreign.cert })
    expect((await signInAs(at, someone(at))).answer).toEqual(refused('sso-failed'))
    expect((await signInAs(at, someone(at), next)).answer).toEqual(came)
    expect(await at.owner.callOk(testConnection, {})).toEqual({ works: true, problem: null })
  })

  it('are saved by two at once, and the later is what the practice has', async () => {
    const clinic = await testApp.addClinic('Two at once')
    const owner = openTestBrowser(app.http, clinic.staff.owner.cookie)
    const names = ['One', 'Another', 'Third', 'Fourth']
    const saved = await Promise.all(
      names.map((name) => owner.callOk(saveSaml, { ...pasted, name, metadata: issuer.metadata })),
    )
    const { connection } = await owner.callOk(get, {})
    expect(saved).toHaveLength(names.length)
    expect(names).toContain(connection!.name)
  })

  it('are an administrator’s alone, and refuse what cannot be used', async () => {
    const at = await connect()
    const [weak, ec] = await Promise.all([makeCertificate('weak-rsa'), makeCertificate('ec')])
    const reasonOf = async (change: object) =>
      (await at.owner.call(saveSaml, { ...typed(), ...change })).reason
    expect(await reasonOf({ issuer: ' ' })).toBe('issuer-missing')
    for (const signInAddress of ['http://login.example.org', 'javascript:alert(1)', ''])
      expect(await reasonOf({ signInAddress })).toBe('sign-in-address-unusable')
    for (const certificates of ['', own.key, `${own.cert}x`, weak.cert, ec.cert])
      expect(await reasonOf({ certificates })).toBe('certificate-unusable')
    const { metadata } = issuer
    for (const wrong of [
      'no metadata',
      at.metadata,
      `<!DOCTYPE x>${metadata}`,
      metadata.replaceAll('https://login.example.org/sso', 'http://login.example.org/sso'),
      metadata.replaceAll('HTTP-Redirect', 'SOAP'),
      metadata.replaceAll(/<ds:X509Certificate>[^<]*/g, '<ds:X509Certificate>AAAA'),
    ])
      expect(await reasonOf({ metadata: wrong })).toBe('metadata-unusable')
    await testApp.owner.query(
      `update staff set permissions = permissions || '{"canManageBilling": true}' where id = $1`,
      [at.clinic.staff.manager.staffId],
    )
    const manager = openTestBrowser(app.http, at.clinic.staff.manager.cookie)
    expect((await manager.call(saveSaml, typed())).reason).toBe('administrators-only')
  })

  it('make another connection of another protocol', async () => {
    const at = await connect()
    await signInAs(at, someone(at))
    const oidc = { ...policy, issuer: issuer.entityId, clientId: 'candour' }
    expect((await at.owner.call(save, { ...oidc, clientSecret: '' })).reason).toBe('secret-missing')
    const saved = await at.owner.callOk(save, { ...oidc, clientSecret: 'a secret' })
    expect(saved.connection).toMatchObject({ protocol: 'oidc', lastSignInAt: null, certificates: [] })
    expect(saved.connection!.id).not.toBe(at.connectionId)
    const back = await at.owner.callOk(saveSaml, typed())
    expect(back).toMatchObject({ redirectUrl: null, connection: { protocol: 'saml', lastSignInAt: null } })
  })
})
