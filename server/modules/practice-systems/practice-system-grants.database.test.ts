import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { App } from '../../app.ts'
import { createJobRunners, type RunJob } from '../../platform/jobs/job-runner.ts'
import { openKeyring } from '../../platform/keys/keyring.ts'
import { openHttpsPeer } from '../../testing/https-peer.ts'
import { mockDentallyClient } from '../../testing/mock-dentally-grants.ts'
import { dentallyPatient, openMockDentally, type MockDentally } from '../../testing/mock-dentally.ts'
import { openTestApp, testAddress, type TestApp } from '../../testing/test-app.ts'
import { createTestCaller, type TestCaller } from '../../testing/test-caller.ts'
import type { TestClinic } from '../../testing/test-clinic.ts'
import { minute_ms } from '../../testing/test-clock.ts'
import { writeAudit } from '../audit/index.ts'
import { AccessBusyError, createAccess, type Connected } from './practice-system-access.ts'

const { practiceSystems } = contract
const returnAddress = `${testAddress}/clinic/settings/practice-system`

let testApp: TestApp
let dentally: MockDentally
let app: App
let clinic: TestClinic
let owner: TestCaller

const openWith = (addresses: { dentally?: string } = {}, clients = { dentally: mockDentallyClient }) =>
  testApp.openSecondInstance({
    webhooks: {
      ...{ privateNetworks: ['127.0.0.0/8', '::1'], timeoutSeconds: 10 },
      certificateAuthority: dentally.certificate,
    },
    practiceSystems: {
      addresses: {
        ...{ dentally: dentally.address, 'dentally-sandbox': 'https://localhost:9' },
        ...{ 'open-dental': 'https://localhost:9', ...addresses },
      },
      timeoutSeconds: 5,
      grants: { clients, scopes: 'patient:read appointment:read' },
    },
  })

let clinics = 0
let moved = 0
beforeAll(async () => {
  testApp = await openTestApp()
  dentally = await openMockDentally()
  app = await openWith()
})
/** Each on a practice of its own, whose connection nobody else works at. */
beforeEach(async () => {
  clinics++
  await testApp.owner.query('update practice_systems set next_run_at = null')
  clinic = await testApp.addClinic(`Granting ${clinics}`)
  owner = createTestCaller(app.http, clinic.as('owner').cookie)
  Object.assign(dentally, { patients: [], asked: [], faults: [] })
  Object.assign(dentally.grants, { decision: 'allow', tokenSeconds: 7200, exchanges: [] })
  for (const kept of [dentally.grants.accessTokens, dentally.grants.refreshTokens, dentally.grants.codes])
    kept.clear()
})
/** Sessions of staff, and what they have confirmed, end long before what is waited for here. */
const rewind = (): void => {
  testApp.clock.advance(-moved)
  moved = 0
}
afterEach(rewind)
afterAll(async () => {
  await app.close()
  await dentally.close()
  expect(testApp.loggedErrors).toEqual([])
  await testApp.close()
})

const advance = (ms: number): void => {
  moved += ms
  testApp.clock.advance(ms)
}

async function nextRun(ms = 61_000, on: App = app): Promise<void> {
  advance(ms)
  await on.sweep('practice-systems')
  await on.jobs.drain()
}

const overview = () => owner.callOk(practiceSystems.get, {})

/** What a browser does at Dentally: where it is sent back to, with what. */
function visit(url: string): { code?: string; state: string; error?: string } {
  const asked = new URL(url)
  const answered = dentally.grants.answer({ method: 'GET', url: asked, headers: {}, body: '' })
  if (answered === undefined || answered === 'silent' || answered.status !== 302)
    throw new Error('The sign-in page did not send anybody back')
  const back = new URL(answered.headers!['location']!)
  expect(back.origin + back.pathname).toBe(returnAddress)
  return Object.fromEntries(back.searchParams) as { state: string }
}

async function ask(caller = owner): Promise<string> {
  return (await caller.callOk(practiceSystems.requestAccess, { system: 'dentally' })).url
}

async function connect(): Promise<void> {
  await owner.callOk(practiceSystems.answerAccess, visit(await ask()))
  await app.jobs.drain()
}

const stored = async () =>
  (
    await testApp.owner.query<{ secret: string | null; token_ends_at: Date | null; row: string }>(
      'select secret, token_ends_at, to_jsonb(s)::text as row from practice_systems s where clinic_id = $1',
      [clinic.id],
    )
  ).rows[0]!

describe('access that somebody grants on Dentally’s own page', () => {
  it('connects: the code is exchanged, the account tested and everything read', async () => {
    dentally.patients = [dentallyPatient(1)]
    expect(await overview()).toMatchObject({ connection: null, granting: ['dentally'] })
    const url = new URL(await ask())
    expect(url.origin + url.pathname).toBe(`${dentally.address}/oauth/authorize`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ response_type: 'code', client_id: mockDentallyClient.clientId, redirect_uri: returnAddress },
      ...{ scope: 'patient:read appointment:read', state: expect.stringMatching(/^[\w-]{43}$/) },
    })
    await owner.callOk(practiceSystems.answerAccess, visit(url.href))
    await app.jobs.drain()
    expect(await overview()).toMatchObject({
      connection: {
        ...{ credential: 'grant', keyHint: '', status: 'active', problem: null },
        accountName: 'Harbour Street Dental',
      },
    })
    expect((await owner.callOk(contract.patients.list, { search: 'Given1' })).rows).toHaveLength(1)
    expect(dentally.grants.exchanges).toEqual(['authorization_code'])
  })

  it('is stored sealed, and answered, logged and audited never', async () => {
    await connect()
    const tokens = [...dentally.grants.accessTokens, ...dentally.grants.refreshTokens]
    expect(tokens).toHaveLength(2)
    const { rows } = await testApp.owner.query<{ row: string }>(
      'select to_jsonb(a)::text as row from audit_rows a where clinic_id = $1',
      [clinic.id],
    )
    const told = [
      ...rows.map(({ row }) => row),
      ...testApp.logged,
      ...[(await stored()).row, JSON.stringify(await overview())],
    ].join('\n')
    for (const secret of [...tokens, mockDentallyClient.clientSecret]) expect(told).not.toContain(secret)
    expect(told).toContain('practice_system.connected')
  })

  it('is renewed before it ends, with the newest of the tokens each time', async () => {
    await connect()
    const before = await stored()
    await nextRun(116 * minute_ms)
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
    expect((await stored()).token_ends_at!.getTime()).toBeGreaterThan(before.token_ends_at!.getTime())
    await nextRun(118 * minute_ms)
    expect(dentally.grants.exchanges).toHaveLength(3)
    expect(dentally.asked.filter((each) => each.includes('/oauth/'))).toHaveLength(3)
    expect(await stored()).not.toMatchObject({ secret: before.secret })
  })

  it('is renewed once where a token is rejected before its time, and the request is made again', async () => {
    dentally.grants.tokenSeconds = null
    await connect()
    dentally.grants.accessTokens.clear()
    dentally.patients = [dentallyPatient(7)]
    await nextRun()
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
    expect((await owner.callOk(contract.patients.list, { search: 'Given7' })).rows).toHaveLength(1)
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })

  it('goes on where a request is rejected though the access was renewed', async () => {
    dentally.grants.tokenSeconds = null
    await connect()
    const [rejected, none] = [() => ({ status: 401 }), () => undefined]
    dentally.faults = [rejected, none, rejected]
    await nextRun()
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
    expect(await overview()).toMatchObject({
      connection: { status: 'active', problem: 'key-rejected', nextRunAt: expect.any(String) },
    })
    await nextRun()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })

  it('is renewed at half its life where it lives shortly', async () => {
    dentally.grants.tokenSeconds = 240
    await connect()
    await nextRun()
    expect(dentally.grants.exchanges).toEqual(['authorization_code'])
    await nextRun()
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
  })

  it('goes on with the token that is still good where it cannot be renewed yet', async () => {
    await connect()
    const unavailable = () => ({ status: 503 })
    dentally.faults = [unavailable]
    await nextRun(116 * minute_ms)
    expect(dentally.grants.exchanges).toEqual(['authorization_code'])
    await nextRun()
    rewind()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
  })

  it('is over once it is taken back: the connection pauses until somebody connects again', async () => {
    await connect()
    dentally.grants.accessTokens.clear()
    dentally.grants.refreshTokens.clear()
    await nextRun()
    expect(await overview()).toMatchObject({
      connection: { status: 'paused', problem: 'access-ended', nextRunAt: null },
    })
    const asked = dentally.asked.length
    await nextRun(60 * minute_ms)
    expect(dentally.asked).toHaveLength(asked)
    rewind()
    for (const operation of [practiceSystems.resume, practiceSystems.synchronise])
      expect(await owner.call(operation, {})).toMatchObject({ reason: 'access-ended' })
    await connect()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })

  it('stays paused where somebody paused it: the code is exchanged, and nothing is read until it is resumed', async () => {
    await connect()
    await owner.callOk(practiceSystems.pause, {})
    dentally.patients = [dentallyPatient(9)]
    const asked = dentally.asked.length
    await connect()
    expect(await overview()).toMatchObject({
      connection: { status: 'paused', problem: null, nextRunAt: null },
    })
    expect(dentally.asked.slice(asked)).toEqual(['POST /oauth/token'])
    await nextRun()
    expect(dentally.asked).toHaveLength(asked + 1)
    // A code would be good no more by now.
    advance(30 * minute_ms)
    rewind()
    await owner.callOk(practiceSystems.resume, {})
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'authorization_code'])
    expect((await owner.callOk(contract.patients.list, { search: 'Given9' })).rows).toHaveLength(1)
  })

  it('stays paused by somebody also where the first code that came was good no more', async () => {
    await connect()
    await owner.callOk(practiceSystems.pause, {})
    const given = visit(await ask())
    dentally.grants.codes.clear()
    await owner.callOk(practiceSystems.answerAccess, given)
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { status: 'paused', problem: 'access-ended' } })
    await connect()
    expect(await overview()).toMatchObject({
      connection: { status: 'paused', problem: null, nextRunAt: null },
    })
    await owner.callOk(practiceSystems.resume, {})
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })

  it.each([
    ['another code', async () => void (await owner.callOk(practiceSystems.answerAccess, visit(await ask())))],
    ['a key', async () => void (await owner.callOk(practiceSystems.replaceKey, { key: dentally.key }))],
  ])('stays paused where nobody wrote down since when, once %s came', async (_, replace) => {
    await connect()
    await owner.callOk(practiceSystems.pause, {})
    await testApp.owner.query('update practice_systems set paused_at = null where clinic_id = $1', [
      clinic.id,
    ])
    await replace()
    await app.jobs.drain()
    const given = visit(await ask())
    dentally.grants.codes.clear()
    await owner.callOk(practiceSystems.answerAccess, given)
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { status: 'paused', problem: 'access-ended' } })
    await connect()
    expect(await overview()).toMatchObject({ connection: { status: 'paused', problem: null } })
  })

  it('gives way to a key, and a key to it', async () => {
    await connect()
    await owner.callOk(practiceSystems.replaceKey, { key: dentally.key })
    await app.jobs.drain()
    expect(await overview()).toMatchObject({
      connection: { credential: 'key', keyHint: '0001', problem: null },
    })
    expect(await stored()).toMatchObject({ token_ends_at: null })
    await connect()
    expect(await overview()).toMatchObject({ connection: { credential: 'grant', problem: null } })
  })

  it('is forgotten when it is disconnected', async () => {
    await connect()
    await owner.callOk(practiceSystems.disconnect, {})
    expect(await stored()).toMatchObject({ secret: null, token_ends_at: null })
  })
})

describe('an answer from Dentally is refused', () => {
  const answer = (given: { state: string; code?: string; error?: string }, caller = owner) =>
    caller.call(practiceSystems.answerAccess, given)
  /** Why it is refused; nothing is exchanged or connected by it. */
  const refusalOf = async (given: Parameters<typeof answer>[0], caller = owner) => {
    const { reason } = await answer(given, caller)
    await app.jobs.drain()
    expect(dentally.grants.exchanges).toEqual([])
    expect(await overview()).toMatchObject({ connection: null })
    return reason
  }

  it('with a state that nobody was given', async () => {
    expect(await refusalOf({ ...visit(await ask()), state: 'A'.repeat(43) })).toBe('not-requested')
  })

  it('with a state that is used up, and connects nothing a second time', async () => {
    const given = visit(await ask())
    expect(await answer(given)).toMatchObject({ status: 200 })
    expect(await answer(given)).toMatchObject({ reason: 'not-requested' })
    await app.jobs.drain()
    expect(dentally.grants.exchanges).toEqual(['authorization_code'])
  })

  it('in another session of the same person, which uses it up', async () => {
    const given = visit(await ask())
    const { userId, staffId } = clinic.staff.owner
    const again = createTestCaller(app.http, await testApp.people.openSession(userId, staffId))
    expect(await refusalOf(given, again)).toBe('not-requested')
    expect(await refusalOf(given)).toBe('not-requested')
  })

  it('in another practice', async () => {
    const other = await testApp.addClinic(`Granting elsewhere ${clinics}`)
    const stranger = createTestCaller(app.http, other.as('owner').cookie)
    expect(await refusalOf(visit(await ask()), stranger)).toBe('not-requested')
    expect(await stranger.callOk(practiceSystems.get, {})).toMatchObject({ connection: null })
  })

  it('where somebody let nobody in', async () => {
    dentally.grants.decision = 'deny'
    const given = visit(await ask())
    expect(given).toMatchObject({ error: 'access_denied' })
    expect(await refusalOf(given)).toBe('denied')
    expect(await refusalOf({ state: given.state, code: 'made-up-afterwards' })).toBe('not-requested')
  })

  it('when it took too long', async () => {
    const given = visit(await ask())
    advance(11 * minute_ms)
    const late = await answer(given)
    expect(late).toMatchObject({ reason: 'not-requested' })
  })

  it('without permission, as is the request', async () => {
    const given = visit(await ask())
    const dentist = createTestCaller(app.http, clinic.as('dentist').cookie)
    expect(await dentist.call(practiceSystems.requestAccess, { system: 'dentally' })).toMatchObject({
      status: 403,
    })
    expect(await answer(given, dentist)).toMatchObject({ status: 403 })
    expect(await overview()).toMatchObject({ connection: null })
  })
})

describe('a request for access', () => {
  it('is refused where the installation is not registered, and beside another system', async () => {
    const sandbox = await owner.call(practiceSystems.requestAccess, { system: 'dentally-sandbox' })
    expect(sandbox).toMatchObject({ reason: 'not-set-up' })
    await owner.callOk(practiceSystems.connect, { system: 'open-dental', key: 'developer/customer' })
    expect(await owner.call(practiceSystems.requestAccess, { system: 'dentally' })).toMatchObject({
      reason: 'already-connected',
    })
  })

  it('sends nobody to a page that a caller names', async () => {
    const named = { system: 'dentally', to: 'https://evil.example', redirect_uri: 'https://evil.example' }
    const sending = { headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' } }
    const asked = await owner.call(practiceSystems.requestAccess, named as never, sending)
    expect(asked.raw.toString('utf8')).not.toContain('evil.example')
    if (asked.error === null)
      expect(new URL(asked.body.url).searchParams.get('redirect_uri')).toBe(returnAddress)
  })
})

describe('an exchange', () => {
  it('of a code that was used already leaves nothing connected', async () => {
    const { code, state } = visit(await ask())
    const form = { grant_type: 'authorization_code', code: code!, redirect_uri: returnAddress }
    dentally.grants.answer({
      ...{ method: 'POST', url: new URL(`${dentally.address}/oauth/token`), headers: {} },
      body: new URLSearchParams({
        ...{ ...form, client_id: mockDentallyClient.clientId },
        client_secret: mockDentallyClient.clientSecret,
      }).toString(),
    })
    await owner.callOk(practiceSystems.answerAccess, { code: code!, state })
    await app.jobs.drain()
    expect(await overview()).toMatchObject({
      connection: { status: 'paused', problem: 'access-ended', accountName: '' },
    })
    expect(dentally.asked.filter((each) => each.includes('/v1/'))).toEqual([])
  })

  it('follows nobody to another host, and hands the secret to none', async () => {
    const visits: string[] = []
    const elsewhere = await openHttpsPeer(({ body }) => {
      visits.push(body)
      return { status: 200, body: {} }
    })
    const given = visit(await ask())
    dentally.faults = [() => ({ status: 307, headers: { location: `${elsewhere.address}/oauth/token` } })]
    await owner.callOk(practiceSystems.answerAccess, given)
    await app.jobs.drain()
    expect(await overview()).toMatchObject({ connection: { problem: 'redirected', nextRunAt: null } })
    expect(visits).toEqual([])
    await elsewhere.close()
  })

  /** What another instance does with the same connection, with a practice system that answers when it is told to. */
  function openInstance(
    renew: Parameters<typeof createAccess>[0]['grants']['renew'],
    through: (runJob: RunJob) => RunJob = (runJob) => runJob,
  ) {
    const { database } = testApp.app
    const { clock, config } = testApp
    if (config.masterKey.off) throw new Error('The test has a master key')
    const keyring = openKeyring({ masterKey: config.masterKey.key })
    const { runJob } = createJobRunners({ database, clock, writeAudit, insertJobs: async () => {} })
    const exchange = () => Promise.reject(new Error('There is no code'))
    return createAccess({ runJob: through(runJob), keyring, clock, grants: { exchange, renew } })
  }

  const connected = async (): Promise<Connected> => {
    const { rows } = await testApp.owner.query<Connected>(
      `select id, clinic_id as "clinicId", system, credential, secret, token_ends_at as "tokenEndsAt",
         account_confirmed_at as "accountConfirmedAt"
       from practice_systems where clinic_id = $1`,
      [clinic.id],
    )
    return rows[0]!
  }

  it('is made by one of two instances at once, and the other one uses what came of it', async () => {
    await connect()
    advance(121 * minute_ms)
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    let renewals = 0
    const one = openInstance(async () => {
      renewals++
      begun.resolve()
      await held.promise
      const tokens = { accessToken: 'the-newest-token', refreshToken: 'the-next-one' }
      return { tokens, endsAt: new Date(testApp.clock.now().getTime() + 120 * minute_ms) }
    })
    const other = openInstance(() => Promise.reject(new Error('Two of them renewed it')))
    const inHand = await connected()
    const opening = one.open(inHand)
    await begun.promise
    await expect(other.open(inHand)).rejects.toThrow(AccessBusyError)
    held.resolve()
    expect(await opening).toMatchObject({ key: 'the-newest-token' })
    expect(await other.open(inHand)).toMatchObject({ key: 'the-newest-token' })
    expect(renewals).toBe(1)
  })

  it('is stored though the database was away for a moment', async () => {
    await connect()
    let jobs = 0
    const tokens = { accessToken: 'the-newest-token', refreshToken: 'the-next-one' }
    const instance = openInstance(
      () => Promise.resolve({ tokens, endsAt: null }),
      (runJob) => (clinicId, work) =>
        // The first claims the renewal, and the second would store what came of it.
        ++jobs === 2 ? Promise.reject(new Error('The database is away')) : runJob(clinicId, work),
    )
    const ending = { ...(await connected()), tokenEndsAt: testApp.clock.now() }
    expect(await instance.open(ending)).toMatchObject({ key: 'the-newest-token' })
    expect(jobs).toBe(3)
    expect(await instance.open(await connected())).toMatchObject({ key: 'the-newest-token' })
  })

  it('opens nothing that was granted anew meanwhile, perhaps by another practice', async () => {
    await connect()
    const inHand = { ...(await connected()), tokenEndsAt: testApp.clock.now() }
    advance(1000)
    await connect()
    const instance = openInstance(() => Promise.reject(new Error('It was renewed')))
    await expect(instance.open(inHand)).rejects.toThrow(AccessBusyError)
    expect(await instance.open(await connected())).toMatchObject({ key: expect.any(String) })
  })

  it('that comes to its end after somebody disconnected stores nothing', async () => {
    dentally.grants.tokenSeconds = 60
    await connect()
    advance(2 * minute_ms)
    const instance = openInstance(async () => {
      await owner.callOk(practiceSystems.disconnect, {})
      return { tokens: { accessToken: 'too-late', refreshToken: 'too-late' }, endsAt: null }
    })
    await expect(instance.open(await connected())).rejects.toThrow(AccessBusyError)
    expect(await stored()).toMatchObject({ secret: null })
  })

  it('that somebody else makes is waited for, and made anew where they died', async () => {
    await connect()
    const now = testApp.clock.now()
    await testApp.owner.query(
      `update practice_systems set renewal_id = gen_random_uuid(), renewal_until = $2, token_ends_at = $3,
         next_run_at = $3 where clinic_id = $1`,
      [clinic.id, new Date(now.getTime() + 2 * minute_ms), now],
    )
    await nextRun(1000)
    expect(dentally.grants.exchanges).toEqual(['authorization_code'])
    expect(await overview()).toMatchObject({
      connection: { status: 'active', problem: null, isRunning: false },
    })
    await nextRun(2 * minute_ms)
    expect(dentally.grants.exchanges).toEqual(['authorization_code', 'refresh_token'])
    expect(await overview()).toMatchObject({ connection: { status: 'active', problem: null } })
  })
})
