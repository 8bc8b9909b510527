import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Registry } from 'prom-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { openApp, type App } from '../../server/app.ts'
import { createMetrics } from '../../server/metrics.ts'
import type { DatabaseLogin } from '../../server/platform/database/database-login.ts'
import { openDatabase } from '../../server/platform/database/database.ts'
import type { ReplicaOutcome } from '../../server/platform/database/read-replica.ts'
import { transact, type SweepCaller } from '../../server/platform/database/transaction.ts'
import { UnavailableError } from '../../server/platform/unavailable.ts'
import { startReplicatedDatabase, type ReplicatedDatabase } from '../../server/testing/replicated-database.ts'
import { silentLog } from '../../server/testing/silent-log.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { createTestCaller, nextIpAddress, type TestCaller } from '../../server/testing/test-caller.ts'
import { createAccessFixture, createPlatformIds, type AccessFixture } from './access-fixture.ts'
import { declaredOperations, fillExample, type DeclaredOperation } from './declared-operations.ts'

const replicaOperations = declaredOperations.filter(({ meta }) => meta.reads === 'replica')
const everyId = [...new Set(replicaOperations.flatMap(({ ids }) => ids))]

let database: ReplicatedDatabase
/** Writes, and reads without a replica. */
let testApp: TestApp
/** Another instance, which reads the replica and waits for it as long as it takes. */
let reader: App
/** The same, which waits for nothing. */
let impatient: App
let impatientMetrics: Registry
let fixture: AccessFixture
let platformIds: Record<string, string>
let key: string
/** The replica's owner. */
let replica: pg.Client

const sweepCaller: SweepCaller = {
  ...{ audience: 'sweep', actor: { kind: 'system', role: 'system' } },
  visit: {
    ...{ requestId: 'r', ip: 'unknown', userAgent: 'unknown', sessionId: null },
    ...{ language: 'unknown', timezone: 'UTC' },
  },
}

const noRest = { lagging_rest_ms: 0, unavailable_rest_ms: 0 }

const openReader = (lag_ms_max: number, login: DatabaseLogin = database.logins.replica): Promise<App> => {
  const { config, clock, logins } = testApp
  const log = { info() {}, warn() {}, error() {} }
  return openApp({
    ...{ config, clock, log, eventLoopDelayMsMax: null, replicaLimits: { lag_ms_max, ...noRest } },
    logins: { ...logins, replica: login },
  })
}

beforeAll(async () => {
  database = await startReplicatedDatabase()
  testApp = await openTestApp(database)
  reader = await openReader(300_000)
  impatient = await openReader(0)
  impatientMetrics = createMetrics(impatient, testApp.config)
  fixture = await createAccessFixture(testApp.clinicA, everyId)
  const admin = testApp.as(testApp.superAdmin)
  platformIds = await createPlatformIds(admin, everyId, { scene: fixture.ids, runJobs: testApp.runJobs })
  key = (await testApp.clinicA.addApiKey()).secret
  await testApp.runJobs()
  await testApp.sealAuditLog()
  replica = new pg.Client(database.replica.owner)
  replica.on('error', () => {})
  await replica.connect()
})

afterAll(async () => {
  await replica.end()
  await reader.close()
  await impatient.close()
  await testApp.close()
})

/** What became of reads on an instance while something is done. */
async function outcomesOf(
  app: App,
  work: () => Promise<unknown>,
): Promise<Partial<Record<ReplicaOutcome, number>>> {
  const before = app.replica!.outcomes()
  await work()
  const after = Object.entries(app.replica!.outcomes()) as [ReplicaOutcome, number][]
  return Object.fromEntries(
    after.flatMap(([outcome, count]) =>
      count > before[outcome] ? [[outcome, count - before[outcome]]] : [],
    ),
  )
}

/** Whoever an operation is for, on one instance. */
async function callerOn(app: App, { access, meta }: DeclaredOperation): Promise<TestCaller> {
  const { http } = app
  if (access === 'integration') return createTestCaller(http, '', key)
  if (access === 'admin') return createTestCaller(http, testApp.superAdmin.cookie)
  if (access === 'clinic') return createTestCaller(http, testApp.clinicA.staff.owner.cookie)
  const { consentId } = fillExample(meta.example, fixture.ids)
  return createTestCaller(http, (await fixture.patientOf(String(consentId))).cookie)
}

/** What two instances may answer differently, though nothing was written between: when it was made. */
const comparable = (raw: Buffer): string =>
  raw
    .toString()
    .replaceAll(/"(at|generatedAt|timestamp|asOf|lastUpdated)":"[^"]*"/g, '"$1":""')
    // How full the disk is.
    .replaceAll(/"(used|free)":\d+/g, '"$1":0')

describe.each(replicaOperations.map((declared) => [declared.name, declared] as const))(
  '%s',
  (_name, declared) => {
    it('is answered by the replica as by the primary', async () => {
      const request = declared.request(
        fillExample(declared.meta.example, {
          ...fixture.ids,
          ...(declared.access === 'admin' ? platformIds : {}),
        }),
      )
      const from = nextIpAddress()
      const own = await (await callerOn(testApp.app, declared)).send(request, { from })
      const caller = await callerOn(reader, declared)
      let answer!: Awaited<ReturnType<TestCaller['send']>>
      const outcomes = await outcomesOf(reader, async () => (answer = await caller.send(request, { from })))
      expect([answer.status, answer.reason]).toEqual([own.status, own.reason])
      expect(answer.status, JSON.stringify(answer.error)).toBe(200)
      expect(outcomes).toEqual({ replica: 1 })
      expect(answer.headers['content-type']).toBe(own.headers['content-type'])
      // What reads the audit log, or draws, answers another thing each time.
      if (declared.kind === 'operation' && !declared.name.startsWith('audit.'))
        expect(comparable(answer.raw)).toBe(comparable(own.raw))
    })
  },
)

it('writes who read on the primary, before the answer', async () => {
  const owner = createTestCaller(reader.http, testApp.clinicA.staff.owner.cookie)
  const count = async () => {
    const { rows } = await testApp.owner.query<{ rows: number }>(
      `select count(*)::int as rows from audit_rows where clinic_id = $1 and action = 'audit.exported'`,
      [testApp.clinicA.id],
    )
    return rows[0]!.rows
  }
  const before = await count()
  expect((await owner.get('/api/clinic/audit-rows.csv')).status).toBe(200)
  expect(await count()).toBe(before + 1)
  // A refusal is undone and then written down in its own right, as elsewhere.
  expect((await owner.get('/api/clinic/audit-rows.csv?who=nobody-at-all')).status).toBe(404)
  expect(await count()).toBe(before + 1)
})

it('shows an app the records of its patient alone', async () => {
  const { clinicA } = testApp
  const { consentId, patientId } = await clinicA.addSigned()
  const token = `smart_${randomBytes(32).toString('base64url')}`
  await testApp.owner.query(
    `with app as (
       insert into smart_apps (clinic_id, name, launch_url, redirect_uris, scopes, created_by, created_at)
       values ($1, 'App', '', '[]', '[]', $2, now()) returning id)
     insert into smart_grants (clinic_id, app_id, staff_id, opened_patient_id, scopes, redirect_uri, code_hash,
       code_challenge, code_expires_at, token_hash, token_expires_at, created_at)
     select $1, app.id, $2, $3, '["patient/Consent.read"]', '', $4, '', now(), $4, 'infinity', now() from app`,
    [clinicA.id, clinicA.staff.dentist.staffId, patientId, createHash('sha256').update(token).digest('hex')],
  )
  const consents = async (secret: string) => {
    const { status, body } = await createTestCaller(reader.http, '', secret).get('/api/fhir/Consent')
    expect(status).toBe(200)
    return (body as { entry: { resource: { id: string } }[] }).entry.map(({ resource }) => resource.id)
  }
  let seen: string[] = []
  const outcomes = await outcomesOf(reader, async () => (seen = await consents(token)))
  expect([seen, outcomes]).toEqual([[consentId], { replica: 1 }])
  expect((await consents(key)).length).toBeGreaterThan(1)
})

it('shows nobody another practice’s rows', async () => {
  const foreign = createTestCaller(reader.http, testApp.clinicB.staff.owner.cookie)
  const consentId = fixture.ids.signedId!
  const outcomes = await outcomesOf(reader, async () =>
    expect((await foreign.get(`/api/clinic/consents/${consentId}/evidence`)).status).toBe(404),
  )
  expect(outcomes).toEqual({ replica: 1 })
  // Whatever the code asks: the login reads no tenant table, and the role only its practice's rows.
  const app = new pg.Client(database.logins.replica)
  await app.connect()
  await expect(app.query('select from patients')).rejects.toThrow('permission denied')
  await app.query('begin read only')
  await app.query(
    `select set_config('role', 'candour_clinic', true), set_config('app.clinic_id', $1, true)`,
    [testApp.clinicB.id],
  )
  const { rowCount } = await app.query('select from patients where clinic_id = $1', [testApp.clinicA.id])
  expect(rowCount).toBe(0)
  await app.end()
})

/** What a practice's owner is answered of an operation that may read the replica: the newest entry of its audit log. */
async function newestEntry(app: App): Promise<string> {
  const owner = createTestCaller(app.http, testApp.clinicA.staff.owner.cookie)
  const { rows } = await owner.callOk(contract.audit.list, {})
  return rows[0]!.id
}

/** Writes on an instance that has no replica. */
const write = () => testApp.clinicA.addPatient()

async function pauseReplay(): Promise<void> {
  await replica.query('select pg_wal_replay_pause()')
  for (;;) {
    const { rows } = await replica.query<{ state: string }>('select pg_get_wal_replay_pause_state() as state')
    if (rows[0]!.state === 'paused') return
  }
}

describe('a write on another instance', () => {
  it('is seen by whoever reads after it, by the replica', async () => {
    for (let round = 0; round < 20; round++) {
      await write()
      const own = await newestEntry(testApp.app)
      const outcomes = await outcomesOf(reader, async () => expect(await newestEntry(reader)).toBe(own))
      expect(outcomes).toEqual({ replica: 1 })
    }
  })

  it('is seen while the replica lags behind, by the primary', async () => {
    await newestEntry(reader)
    await pauseReplay()
    try {
      await write()
      const own = await newestEntry(testApp.app)
      const outcomes = await outcomesOf(impatient, async () => expect(await newestEntry(impatient)).toBe(own))
      expect(outcomes).toEqual({ lagging: 1 })
    } finally {
      await replica.query('select pg_wal_replay_resume()')
    }
  })

  it('is waited for as long as a read may wait, and the replica answers then', async () => {
    await pauseReplay()
    await write()
    const own = await newestEntry(testApp.app)
    let isAnswered = false
    const outcomes = outcomesOf(reader, async () => {
      expect(await newestEntry(reader)).toBe(own)
      isAnswered = true
    })
    // It asks the replica by now, again and again.
    while (reader.replica!.database.connections().busy === 0) await new Promise((done) => setImmediate(done))
    expect(isAnswered).toBe(false)
    await replica.query('select pg_wal_replay_resume()')
    expect(await outcomes).toEqual({ replica: 1 })
  })
})

describe('a replica that is none', () => {
  it.each([
    ['the primary itself', () => testApp.logins.app],
    ['a login that could bypass row-level security', () => database.replica.owner],
    ['a wrong password', () => ({ ...database.logins.replica, password: 'wrong' })],
    ['a server that is not there', () => ({ ...database.logins.replica, host: '/nowhere' })],
  ])('is not read: %s', async (_what, login) => {
    const app = await openReader(300_000, login())
    const outcomes = await outcomesOf(app, async () => expect(await newestEntry(app)).toBeTruthy())
    expect(outcomes).toEqual({ unavailable: 1 })
    await app.close()
  })

  it('counts where reads went, and nothing of whose they were', async () => {
    const text = await impatientMetrics.metrics()
    expect(text).toMatch(/candour_replica_reads_total\{outcome="lagging"\} 1/)
    expect(text).toMatch(/candour_replica_connections\{use="idle"\} \d/)
  })
})

describe.each([true, false])('behind a pooler, statements kept prepared: %s', (keepsPrepared) => {
  const pooler = { keepsPrepared }

  it('a replica is read as any other', async () => {
    const app = await openReader(300_000, { ...database.logins.replica, pooler })
    const own = await newestEntry(testApp.app)
    const outcomes = await outcomesOf(app, async () => expect(await newestEntry(app)).toBe(own))
    expect(outcomes).toEqual({ replica: 1 })
    await app.close()
  })

  it('a server that is no primary answers nobody, since it may be behind', async () => {
    const lent = openDatabase({ ...database.logins.replica, pooler }, { log: silentLog })
    const read = (readsOnce: boolean) =>
      transact(lent, sweepCaller, {
        ...{ now: new Date(), isReadOnly: true, readsOnce, beforeCommit: () => null },
        work: ({ tx }) => tx.execute('select 1'),
      })
    await expect(read(false)).rejects.toThrow(UnavailableError)
    await expect(read(true)).rejects.toThrow(UnavailableError)
    const write = lent.borrow((client) => client.query('delete from instances'))
    await expect(write).rejects.toThrow(UnavailableError)
    await lent.close()
  })
})

describe('a replica that goes away', () => {
  it('is done without while it is stopped, and read again once it is back', async () => {
    await newestEntry(reader)
    await database.replica.stop()
    const without = await outcomesOf(reader, async () => expect(await newestEntry(reader)).toBeTruthy())
    expect(without).toEqual({ unavailable: 1 })
    await database.replica.start()
    const again = await outcomesOf(reader, () => newestEntry(reader))
    expect(again).toEqual({ replica: 1 })
  })

  it('is read no more once it was promoted, however much further on it is', async () => {
    const client = new pg.Client(database.replica.owner)
    await client.connect()
    await client.query('select pg_promote()')
    await client.query('create table of_its_own ()')
    await client.end()
    const outcomes = await outcomesOf(reader, () => newestEntry(reader))
    expect(outcomes).toEqual({ unavailable: 1 })
  })
})
