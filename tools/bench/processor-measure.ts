import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import type { PatientConsent } from '../../contract/signing.ts'
import { postmasterOf } from '../prove/test-server-process.ts'
import { quantile } from './bench-app.ts'
import { cpuMsBelow, cpuMsOf } from './cpu-time.ts'
import { openLoadTarget, type Asked, type WorkItem } from './load-driver.ts'
import { addOpenedConsents, type OpenedConsent } from './opened-consents.ts'
import { createSignatureInput, type FirstConsent } from './recorded-workloads.ts'

const opened_count = 200
/** Pieces of work before anything counts: a process that has just begun takes longer. */
const warm_up_items = 600
const quiet_ms = 3000
const job_wait_ms = 120_000

/** Processors' milliseconds of a piece of work: the product's own process, those that draw, PostgreSQL's. */
export type ProcessorTime = { product: number; drawing: number; database: number; perSecond: number }

type MeasuredApp = { pid: number; owner: pg.Client; clinicId: string; origin: string; dataDir: string }
export type MeasureOptions = {
  app: MeasuredApp
  port: number
  connections: number
  /** Told when what counts begins, and when it is over. */
  profile?: (name: string, work: () => Promise<void>) => Promise<void>
}

/** What an installation has taken so far. */
function takenMs({ pid, dataDir }: MeasuredApp) {
  const postmaster = postmasterOf(dataDir)!
  return {
    product: cpuMsOf(pid),
    drawing: cpuMsBelow(pid, (command) => !command.includes('postgres')),
    database: cpuMsOf(postmaster) + cpuMsBelow(postmaster, () => true),
  }
}

/** What a piece of work takes of the processors, and how many of them a second there are. */
export async function measured(
  app: MeasuredApp,
  pieces: number,
  work: () => Promise<void>,
): Promise<ProcessorTime> {
  const before = takenMs(app)
  const begun = performance.now()
  await work()
  const seconds = (performance.now() - begun) / 1000
  const after = takenMs(app)
  return {
    product: (after.product - before.product) / pieces,
    drawing: (after.drawing - before.drawing) / pieces,
    database: (after.database - before.database) / pieces,
    perSecond: pieces / seconds,
  }
}

const medianOf = (rounds: readonly ProcessorTime[]): ProcessorTime => {
  const of = (name: keyof ProcessorTime) =>
    quantile(
      rounds.map((round) => round[name]),
      0.5,
    )
  return {
    product: of('product'),
    drawing: of('drawing'),
    database: of('database'),
    perSecond: of('perSecond'),
  }
}

/** The product counts requests by where they come from. */
let visitor = 0
const from = () => ({ 'x-forwarded-for': `10.1.${(visitor >> 8) & 3}.${visitor++ & 255}` })

/** Jobs are put on their queues with the work, as ever, and worked off once they are released. */
async function holdJobs(owner: pg.Client): Promise<void> {
  await owner.query(`
    create or replace function pgboss.hold_bench_jobs() returns trigger language plpgsql as
      $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
    drop trigger if exists hold_bench_jobs on pgboss.job;
    create trigger hold_bench_jobs before insert on pgboss.job for each row execute function pgboss.hold_bench_jobs()`)
}

/** Waits until what is on the queues and due is worked off. */
export async function untilJobsAreDone(owner: pg.Client): Promise<void> {
  const until = Date.now() + job_wait_ms
  for (;;) {
    const { rows } = await owner.query<{ waiting: number }>(
      `select count(*)::int as waiting from pgboss.job where state < 'completed' and start_after < now() + interval '1 hour'`,
    )
    if (rows[0]!.waiting === 0) return
    if (Date.now() > until) throw new Error(`${rows[0]!.waiting} jobs were not worked off`)
    await sleep(100)
  }
}

/** Requests whose answers are the same each time: how many a second, and what each takes. */
export async function measureReads(
  { app, port, connections }: MeasureOptions,
  { asked, pieces, rounds }: { asked: readonly Asked[]; pieces: number; rounds: number },
): Promise<ProcessorTime & { each_ms: number[] }> {
  const target = openLoadTarget(port)
  const items: WorkItem[] = []
  for (const one of asked) {
    const request = { ...one, headers: { ...from(), ...one.headers } }
    const known = await target.ask(request)
    items.push({ requests: [request], isRight: ([answer]) => answer === known })
  }
  const taken = (count: number) => Array.from({ length: count }, (_, at) => items[at % items.length]!)
  await target.work(connections, taken(pieces))
  const seen: ProcessorTime[] = []
  const each_ms: number[] = []
  for (let round = 0; round < rounds; round++)
    seen.push(
      await measured(app, pieces, async () => {
        each_ms.push(...(await target.work(connections, taken(pieces))).each_ms)
      }),
    )
  target.close()
  return { ...medianOf(seen), each_ms }
}

/** What runs while nobody asks for anything, in milliseconds a second. */
export async function measureQuiet(app: MeasuredApp): Promise<ProcessorTime> {
  return measured(app, quiet_ms / 1000, () => sleep(quiet_ms))
}

const openingOf = ({ consentId, token, cookie }: OpenedConsent): Asked[] => {
  const headers = { ...from(), cookie }
  const read = `/api/patient/consents/${consentId}`
  return [`/api/patient/links/${token}`, read].map((path) => ({ path, headers }))
}

/** Openings of consents by their links: two requests each, every answer what it was before. */
export async function measureOpenings(
  { app, port, connections, profile = async (_name, work) => work() }: MeasureOptions,
  { first, pieces, rounds }: { first: FirstConsent; pieces: number; rounds: number },
): Promise<ProcessorTime> {
  const target = openLoadTarget(port)
  const consents = await addOpenedConsents(app.owner, { clinicId: app.clinicId, first }, opened_count)
  const items: WorkItem[] = []
  for (const consent of consents) {
    const requests = openingOf(consent)
    const known: string[] = []
    for (const request of requests) known.push(await target.ask(request))
    if (!(JSON.parse(known[1]!) as PatientConsent).chainIntact) throw new Error('The chain is not intact')
    items.push({ requests, isRight: (bodies) => isDeepStrictEqual(bodies, known) })
  }
  const taken = (count: number) => Array.from({ length: count }, (_, at) => items[at % items.length]!)
  await target.work(connections, taken(warm_up_items))
  const seen: ProcessorTime[] = []
  await profile('openings', async () => {
    for (let round = 0; round < rounds; round++)
      seen.push(await measured(app, pieces, async () => void (await target.work(connections, taken(pieces)))))
  })
  target.close()
  return medianOf(seen)
}

/** Signatures of as many consents, drawn, each answered with an intact chain; then the jobs that some of them left. */
export async function measureSignatures(
  { app, port, connections, profile = async (_name, work) => work() }: MeasureOptions,
  { first, pieces, rounds, worked }: { first: FirstConsent; pieces: number; rounds: number; worked: number },
): Promise<{ signing: ProcessorTime; jobs: ProcessorTime }> {
  const { owner, clinicId, origin } = app
  const target = openLoadTarget(port)
  await holdJobs(owner)
  const warm = Math.min(warm_up_items, pieces)
  const consents = await addOpenedConsents(owner, { clinicId, first }, warm + pieces * rounds + worked)
  const body = JSON.stringify(createSignatureInput(first.read))
  const items = consents.map(({ consentId, cookie }): WorkItem => {
    const own = { cookie, origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const path = `/api/patient/consents/${consentId}/signature`
    return {
      requests: [{ method: 'POST', path, body, headers: { ...from(), ...own } }],
      isRight: ([text]) => {
        const answer = JSON.parse(text!) as PatientConsent
        const { id, status, chainIntact, content, contentHash, signature } = answer
        return (
          [id === consentId, status === 'signed', chainIntact, contentHash === first.read.contentHash].every(
            Boolean,
          ) &&
          isDeepStrictEqual(content, first.read.content) &&
          signature?.name === 'Eleanor Whitcombe'
        )
      },
    }
  })
  const take = (count: number) => items.splice(0, count)
  await target.work(connections, take(warm))
  const seen: ProcessorTime[] = []
  await profile('signatures', async () => {
    for (let round = 0; round < rounds; round++)
      seen.push(await measured(app, pieces, async () => void (await target.work(connections, take(pieces)))))
  })
  // What was held back goes; what these leave is worked off at once, and what that leaves in its turn.
  await owner.query(`delete from pgboss.job where start_after > now() + interval '1 hour'`)
  await owner.query('vacuum pgboss.job')
  const left = take(worked)
  await target.work(connections, left)
  const jobs = await measured(app, worked, async () => {
    await owner.query('drop trigger hold_bench_jobs on pgboss.job')
    await owner.query(
      `update pgboss.job set start_after = now() where start_after > now() + interval '1 hour'`,
    )
    await untilJobsAreDone(owner)
  })
  target.close()
  return { signing: medianOf(seen), jobs }
}
