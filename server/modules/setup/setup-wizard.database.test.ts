import { createSecretKey, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openApp, type App } from '../../app.ts'
import { readConfig, type Config } from '../../config.ts'
import { contract } from '../../../contract/index.ts'
import { openRootKey } from '../../platform/database/root-key.ts'
import { openKeyring } from '../../platform/keys/keyring.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openMockSmtpServer, type MockSmtpServer } from '../../testing/mock-smtp-server.ts'
import { openMockStripe } from '../../testing/mock-stripe.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import { createTestClock } from '../../testing/test-clock.ts'
import { cloneDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { readOutbox } from '../../testing/test-outbox.ts'
import { createTestPeople } from '../../testing/test-people.ts'
import { sessionCookieName } from '../identity/index.ts'
import { readStartupSettings } from './index.ts'

const { setupWizard, setup } = contract
const address = 'http://localhost:3000'
const secretKey = 'sk_test_stable-of-horses'

let database: TestDatabase
let owner: pg.Client
let dataDir: string
let config: Config
let app: App
let admin: TestCaller
let smtpPeer: MockSmtpServer
let stripe: Awaited<ReturnType<typeof openMockStripe>>
const clock = createTestClock()
const masterKey = createSecretKey(randomBytes(32))
const keyring = openKeyring({ masterKey })

const startTestApp = (change: Partial<Config> = {}) =>
  openApp({
    ...{ config: { ...config, ...change }, clock, log: silentLog, logins: database.logins },
    eventLoopDelayMsMax: null,
  })

/** An installation with the library, and nobody in it but a super administrator. */
beforeAll(async () => {
  database = await cloneDatabase()
  owner = new pg.Client(database.logins.owner)
  await owner.connect()
  dataDir = await mkdtemp(path.join(tmpdir(), 'candour-wizard-'))
  ;[smtpPeer, stripe] = [await openMockSmtpServer(), await openMockStripe(secretKey)]
  const variables = {
    DATA_DIR: dataDir,
    DEMO: 'off',
    FFMPEG: 'off',
    TRUSTED_PROXY: 'off',
    STRIPE_API: stripe.api,
  }
  config = {
    ...readConfig({ ...variables, PUBLIC_ADDRESS: address }),
    masterKey: { off: false, key: masterKey, others: [] },
  }
  app = await startTestApp()
  const rootKey = await openRootKey(app.database, keyring)
  const secret = Buffer.from(rootKey.derive('sessions')).toString('base64url')
  const people = createTestPeople(owner, { cookieName: sessionCookieName(address), secret })
  const person = await people.addUser('Ines Vogel', 'ines@candour.example.org', 'super_admin')
  admin = createTestCaller(app.http, person.cookie)
})
afterAll(async () => {
  await app.close()
  await Promise.all([smtpPeer.close(), stripe.close()])
  await owner.end()
  await database.drop()
  await rm(dataDir, { recursive: true, force: true })
})

const practiceInput = {
  name: 'Mill Lane Dental',
  address: '4 Mill Lane\nExeter\nEX1 1AA',
  nation: 'wales' as const,
  ...{ firstName: 'Ada', lastName: 'Byrne', email: 'Ada@mill-lane.example.org', gdcNumber: '204417' },
}
const mailServerInput = () => ({
  ...{ host: '127.0.0.1', port: Number(new URL(smtpPeer.url).port), isTlsFromStart: false },
  ...{ user: 'practice', password: 'post-word', from: 'consent@mill-lane.example.org' },
})
const sourceOf = async (service: string) =>
  (await admin.callOk(setupWizard.read, {})).services.find((each) => each.service === service)!.source

describe('the first run', () => {
  it('begins with nothing settled, and is nothing the token alone may go through', async () => {
    const state = await admin.callOk(setupWizard.read, {})
    expect(state).toMatchObject({ isSignedIn: true, isDemoAdmin: false, practice: null, finishedAt: null })
    expect(state.services.map(({ source }) => source)).toEqual(['open', 'open', 'open'])
    expect(state.templates).toBeGreaterThan(100)
    const sending = { headers: { 'x-setup-token': (await app.makeSetupToken())! } }
    const byToken = createTestCaller(app.http)
    expect(await byToken.callOk(setupWizard.read, {}, sending)).toMatchObject({ isSignedIn: false })
    const refused = await Promise.all([
      byToken.call(setupWizard.makePractice, practiceInput, sending),
      byToken.call(setupWizard.keepMail, mailServerInput(), sending),
      byToken.call(setupWizard.skip, { service: 'storage' }, sending),
      byToken.call(setupWizard.invitation, {}, sending),
      byToken.call(setupWizard.finish, {}, sending),
    ])
    expect(refused.map(({ reason }) => reason)).toEqual(Array(5).fill('sign-in-first'))
    expect((await createTestCaller(app.http).call(setupWizard.read, {})).status).toBe(401)
  })

  it('is not finished before a practice is there and each service was decided', async () => {
    expect((await admin.call(setupWizard.finish, {})).reason).toBe('practice-missing')
    expect((await admin.call(setupWizard.invitation, {})).reason).toBe('nobody-to-invite')
  })

  it('makes the practice once, with an administrator who has no account yet', async () => {
    const taken = await admin.call(setupWizard.makePractice, {
      ...practiceInput,
      email: 'ines@candour.example.org',
    })
    expect(taken.reason).toBe('email-already-in-use')
    const made = await admin.callOk(setupWizard.makePractice, practiceInput)
    expect(made.practice).toMatchObject({
      ...{ name: 'Mill Lane Dental', nation: 'wales' },
      administrator: { name: 'Ada Byrne', email: 'ada@mill-lane.example.org', isRegistered: false },
    })
    expect((await admin.call(setupWizard.makePractice, practiceInput)).reason).toBe('practice-there')
    const { rows } = await owner.query(`select role, permission_level, is_clinician, gdc_number from staff`)
    expect(rows).toEqual([
      { role: 'clinic_admin', permission_level: 4, is_clinician: true, gdc_number: '204417' },
    ])
    expect((await admin.call(setupWizard.finish, {})).reason).toBe('services-open')
  })
})

describe('a service', () => {
  it('that does not work is not kept', async () => {
    const wrong = await admin.callOk(setupWizard.keepMail, { ...mailServerInput(), port: 9 })
    expect(wrong).toMatchObject({ isKept: false, check: { outcome: 'fails' } })
    for (const host of ['example.org/@127.0.0.1', '9'.repeat(99), '[::::]'])
      expect((await admin.callOk(setupWizard.keepMail, { ...mailServerInput(), host })).isKept).toBe(false)
    expect(await sourceOf('mail')).toBe('open')
    const key = await admin.callOk(setupWizard.keepPayments, {
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_x',
    })
    expect(key).toMatchObject({ isKept: false, check: { outcome: 'fails' } })
    const { rows } = await owner.query(
      `select action from audit_rows where action like 'setup.%tried' order by sequence`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      ...Array.from({ length: 4 }, () => 'setup.mail_tried'),
      'setup.payments_tried',
    ])
  })

  it('that works is kept, its secrets wrapped and never told again, and holds at once', async () => {
    const asked = { ...mailServerInput(), recipient: 'ines@candour.example.org' }
    const kept = await admin.callOk(setupWizard.keepMail, asked)
    expect(kept).toMatchObject({ isKept: true, check: { outcome: 'works' } })
    expect(kept.state.services[0]).toMatchObject({
      source: 'saved',
      entered: { host: '127.0.0.1', user: 'practice' },
    })
    await admin.callOk(setupWizard.keepPayments, { secretKey, webhookSecret: 'whsec_sign' })
    const { rows } = await owner.query('select * from installation_settings')
    const told = JSON.stringify([rows, kept, await admin.callOk(setupWizard.read, {})])
    for (const secret of ['post-word', secretKey, 'whsec_sign']) expect(told).not.toContain(secret)
    expect(smtpPeer.received.map(({ to }) => to)).toEqual(['ines@candour.example.org'])
    expect((await admin.callOk(setup.unconfigured, {})).missing).toEqual(['database'])
  })

  it('keeps its password where none is typed again', async () => {
    const { password: _, ...again } = mailServerInput()
    expect(
      (await admin.callOk(setupWizard.keepMail, { ...again, from: 'new@mill-lane.example.org' })).isKept,
    ).toBe(true)
    const { rows } = await owner.query<{ secret: string }>(
      `select secret from installation_settings where name = 'mail'`,
    )
    const secret = Buffer.from(keyring.unwrap('setup-mail', rows[0]!.secret)).toString()
    expect(secret).toContain('practice:post-word@')
  })

  it('that the environment sets is shown, and not changed here', async () => {
    const other = await startTestApp({
      mail: {
        off: false,
        url: 'smtp://me:word@mail.example.org',
        from: 'a@example.org',
        bounceAddress: null,
      },
    })
    const there = createTestCaller(other.http, admin.cookie)
    const { services } = await there.callOk(setupWizard.read, {})
    expect(services[0]).toMatchObject({ source: 'environment', entered: {} })
    expect(JSON.stringify(services)).not.toContain('word@')
    for (const refused of [
      await there.call(setupWizard.keepMail, mailServerInput()),
      await there.call(setupWizard.skip, { service: 'mail' }),
    ])
      expect(refused.reason).toBe('set-by-environment')
    await other.close()
  })

  it('that is skipped is forgotten, and said to be skipped', async () => {
    await admin.callOk(setupWizard.skip, { service: 'storage' })
    expect(await sourceOf('storage')).toBe('skipped')
    await admin.callOk(setupWizard.skip, { service: 'payments' })
    expect(await sourceOf('payments')).toBe('skipped')
    expect((await admin.callOk(setup.unconfigured, {})).missing).toEqual(['billing', 'database'])
  })
})

describe('the end of the first run', () => {
  it('invites the administrator by the mail server that was kept, once', async () => {
    smtpPeer.received.length = 0
    const ended = await admin.callOk(setupWizard.finish, {})
    expect(ended.finishedAt).not.toBeNull()
    await app.jobs.drain()
    expect(smtpPeer.received.map(({ to }) => to)).toEqual(['ada@mill-lane.example.org'])
    expect(await readOutbox(dataDir)).toEqual([])
    await admin.callOk(setupWizard.finish, {})
    await app.jobs.drain()
    expect(smtpPeer.received).toHaveLength(1)
  })

  it('shows the link by which they register, until they have', async () => {
    const { url } = await admin.callOk(setupWizard.invitation, {})
    const person = { firstName: 'Ada', lastName: 'Byrne', password: 'otter lamp under a wharf' }
    const token = new URL(url).hash.slice(1)
    const ada = createTestCaller(app.http)
    const registered = await ada.callOk(contract.registration.finish, { token, ...person })
    expect(registered.user).toMatchObject({ email: 'ada@mill-lane.example.org', role: 'clinic_admin' })
    expect((await admin.call(setupWizard.invitation, {})).reason).toBe('nobody-to-invite')
    expect((await admin.callOk(setupWizard.read, {})).practice?.administrator.isRegistered).toBe(true)
  })

  it('tells the next start that there is no demo, and where files are', async () => {
    expect(await readStartupSettings(owner, keyring)).toEqual({ objectStore: null, isFinished: true })
  })
})
