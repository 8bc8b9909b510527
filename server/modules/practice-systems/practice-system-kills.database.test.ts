import { performance } from 'node:perf_hooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { openOutboundHttp } from '../../platform/http/outbound-http.ts'
import { createJobRunners, type RunJob } from '../../platform/jobs/job-runner.ts'
import { openKeyring } from '../../platform/keys/keyring.ts'
import { fillMockDentally, openMockDentally, type MockDentally } from '../../testing/mock-dentally.ts'
import { day_ms, minute_ms } from '../../testing/test-clock.ts'
import { openTestApp, type TestApp } from '../../testing/test-app.ts'
import { writeAudit } from '../audit/index.ts'
import { synchronise, type SyncDeps } from './practice-system-jobs.ts'
import { createPortFactory } from './practice-system-open.ts'
import { unwrapKey } from './practice-system-secrets.ts'

/** `npm run prove -- practice-system` brings 10,000 to the running product, and kills that. */
const appointments = 600
const patients = Math.ceil(appointments / 4)
const kills = 50
const { practiceSystems } = contract

let testApp: TestApp
let dentally: MockDentally
beforeAll(async () => {
  testApp = await openTestApp()
  dentally = await openMockDentally()
})
afterAll(async () => {
  await dentally.close()
  await testApp.close()
})

/** Ends a run as a kill would: nothing in memory is left, and what was committed is. */
class KillError extends Error {
  override name = 'KillError'
}

/** Counts the instants of a run at which it may be killed: before, within and after each transaction and request. */
function createKiller() {
  let [countdown, instants] = [Infinity, 0]
  return {
    killAt: (instant: number) => void (countdown = instant),
    instants: () => instants,
    pass() {
      instants++
      if (--countdown <= 0) throw new KillError()
    },
  }
}

function depsWith(killer: ReturnType<typeof createKiller>): SyncDeps {
  const { app, clock, config } = testApp
  const runners = createJobRunners({ database: app.database, clock, writeAudit, insertJobs: async () => {} })
  const runJob: RunJob = async (clinicId, work) => {
    killer.pass()
    const answer = await runners.runJob(clinicId, async (scope, note) => {
      const done = await work(scope, note)
      // Rolled back: all of it was done, and nothing is committed.
      killer.pass()
      return done
    })
    killer.pass()
    return answer
  }
  const { masterKey } = config
  if (masterKey.off) throw new Error('The test has a master key')
  const outside = openOutboundHttp({
    privateNetworks: ['127.0.0.0/8', '::1'],
    certificateAuthority: dentally.certificate,
    timeoutSeconds: 30,
  })
  const keyring = openKeyring({ masterKey: masterKey.key })
  const openPort = createPortFactory({
    // What was granted is renewed elsewhere: here a key opens it.
    access: {
      open: ({ secret }) => Promise.resolve({ key: unwrapKey(keyring, secret), renew: null }),
    },
    outside: {
      ...outside,
      async call(url, sent) {
        killer.pass()
        const answer = await outside.call(url, sent)
        killer.pass()
        return answer
      },
    },
    addresses: {
      dentally: dentally.address,
      'dentally-sandbox': 'https://localhost:9',
      'open-dental': 'https://localhost:9',
    },
    now: () => clock.now(),
  })
  return { runJob, openPort, clock }
}

async function counted(): Promise<Record<string, number>> {
  const { rows } = await testApp.owner.query<Record<string, number>>(
    `select (select count(*)::int from patients where clinic_id = $1 and first_name like 'Given%') as patients,
       (select count(distinct (first_name, last_name, date_of_birth))::int from patients
        where clinic_id = $1 and first_name like 'Given%') as people,
       (select count(*)::int from appointments where clinic_id = $1) as appointments,
       (select count(distinct (patient_id, starts_at))::int from appointments where clinic_id = $1) as slots,
       (select count(*)::int from practice_system_patients where clinic_id = $1 and outcome = 'linked') as linked,
       (select count(*)::int from practice_system_appointments where clinic_id = $1 and outcome = 'booked') as booked`,
    [testApp.clinicA.id],
  )
  return rows[0]!
}

it(
  `brings ${appointments} appointments once, though it is killed at ${kills} random instants`,
  { timeout: 1_800_000 },
  async () => {
    const { clinicA, clock } = testApp
    const from = new Date(clock.now().getTime() + 30 * day_ms)
    fillMockDentally(dentally, { patients, appointments, from })
    const owner = clinicA.as('owner')
    const { connection } = await owner.callOk(practiceSystems.connect, {
      system: 'dentally',
      key: dentally.key,
    })
    const data = { clinicId: clinicA.id, systemId: connection!.id }
    const killer = createKiller()
    const deps = depsWith(killer)
    let [killed, runs, busy_ms, peak, moved_ms] = [0, 0, 0, 0, 0]
    const seed = Number(process.env['PRACTICE_SYSTEM_SEED'] ?? Math.floor(Math.random() * 1e9))
    let state = seed
    const random = (max: number) => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      return 1 + (state % max)
    }
    // Some 80 instants of a run at most are killed at, so that each also gets on.
    const isWhole = () => counted().then(({ booked }) => booked === appointments)
    let isMatched = false
    while (killed < kills || !(await isWhole())) {
      killer.killAt(killed < kills ? random(killed % 2 === 0 ? 12 : 80) : Infinity)
      const started = performance.now()
      await synchronise(deps, data).catch((error: unknown) => {
        if (!(error instanceof KillError)) throw error
        killed++
      })
      busy_ms += performance.now() - started
      peak = Math.max(peak, process.memoryUsage().rss)
      if (++runs > 2000) throw new Error(`The reading never ended (seed ${seed})`)
      // A run that died is taken over once it counts as dead; others go on after a minute.
      clock.advance(6 * minute_ms)
      moved_ms += 6 * minute_ms
      const [practitioner] = isMatched ? [] : await owner.callOk(practiceSystems.listPractitioners, {})
      if (practitioner) {
        const staffId = clinicA.staff.dentist.staffId!
        await owner.callOk(practiceSystems.matchPractitioner, { practitionerId: practitioner.id, staffId })
        isMatched = true
      }
    }
    expect(await counted(), `seed ${seed}`).toEqual({
      ...{ patients, people: patients, linked: patients },
      ...{ appointments, slots: appointments, booked: appointments },
    })
    // Sessions of staff end long before.
    clock.advance(-moved_ms)
    const open = await owner.callOk(practiceSystems.get, {})
    expect(open).toMatchObject({ held: 0, waiting: 0, connection: { problem: null } })
    process.stdout.write(
      `practice-system: ${appointments} appointments of ${patients} patients, ${killed} kills (seed ${seed}), ` +
        `${runs} runs, ${dentally.asked.length} requests, ${(busy_ms / 1000).toFixed(1)} s, ` +
        `peak of the process ${Math.round(peak / 2 ** 20)} MB\n`,
    )
    expect(testApp.loggedErrors).toEqual([])
  },
)
