/**
 * Four pieces of work as the product does them, beside a bare server of `node:http` and `pg` that sends the same SQL
 * (baseline-server.ts), in turns, by 1, 16 and 64 connections. Every answer is compared in full before it counts: what is
 * read, with what both answered before anything was measured; what is signed, with what was to be signed.
 *
 *   node tools/bench/baseline-comparison.ts [patients, 1000000] [consents, 2000000] [rounds, 5] [counted, 200000]
 *
 * BENCH_DATA names a data directory that is kept and used again; what was seeded in it is not seeded twice.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { PatientConsent } from '../../contract/signing.ts'
import type { BaselineSettings } from './baseline-server.ts'
import { addBenchConsents } from './bench-consents.ts'
import { addBenchMetrics } from './bench-metrics.ts'
import { addBenchPatients } from './bench-patients.ts'
import { createDataDir, openBenchApp, quantile, measureTime } from './bench-app.ts'
import { openLoadTarget, type Asked, type WorkItem } from './load-driver.ts'
import { addOpenedConsents } from './opened-consents.ts'
import { recordWorkloads, createSignatureInput } from './recorded-workloads.ts'

const [patients_count = 1_000_000, consents_count = 2_000_000, rounds = 5, counted_count = 200_000] =
  process.argv.slice(2).map(Number)
const [productPort, barePort] = [4400, 4401]
const connections = [1, 16, 64]
const opened_count = 200
const index_count = 40
/** Pieces of work in one turn, by connections: long enough to tell, short enough to alternate. */
const items_per_turn = {
  open: [60, 300, 300],
  sign: [40, 150, 150],
  patients: [150, 800, 800],
  figures: [150, 800, 800],
}
const ratioGoals = { open: 0.6, sign: 0.6, patients: 0.9, figures: 0.6 }
type WorkName = keyof typeof ratioGoals
const chosen = (process.env.BENCH_WORKS?.split(',') ?? Object.keys(ratioGoals)) as WorkName[]

const kept = process.env.BENCH_DATA
if (kept) mkdirSync(kept, { recursive: true })
const dataDir = kept ?? createDataDir()
const seededFile = path.join(dataDir, 'seeded')
const isSeeded = existsSync(seededFile)
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

const works = await recordWorkloads(dataDir, productPort)
logProgress('statements recorded')
const { owner, clinicId, staff, appLogin, close } = await openBenchApp(productPort, dataDir)
if (!isSeeded) {
  await addBenchPatients(owner, clinicId, patients_count)
  logProgress(`${patients_count} patients`)
  await owner.query('set session_replication_role = replica')
  await addBenchConsents(owner, clinicId, consents_count)
  logProgress(`${consents_count} consents`)
  await addBenchMetrics(owner, clinicId, counted_count)
  logProgress(`${counted_count} of them counted`)
  if (kept) writeFileSync(seededFile, '')
}
// Jobs are put on their queues with the work, as ever, and not worked off while it is measured: drawing records is
// another bench's (document-sealing.ts).
await owner.query(`
  create or replace function pgboss.hold_bench_jobs() returns trigger language plpgsql as
    $$ begin new.start_after := now() + interval '1 day'; return new; end $$;
  drop trigger if exists hold_bench_jobs on pgboss.job;
  create trigger hold_bench_jobs before insert on pgboss.job for each row execute function pgboss.hold_bench_jobs()`)

const baselineSettings: BaselineSettings = { port: barePort, database: appLogin, works }
const bare = fork(path.join(import.meta.dirname, 'baseline-server.ts'))
process.once('exit', () => void bare.kill('SIGKILL'))
bare.send(baselineSettings)
await new Promise((resolve, reject) => {
  bare.once('message', resolve)
  bare.once('exit', () => reject(new Error('The bare server did not start')))
})

const sides = ['product', 'bare'] as const
type Side = (typeof sides)[number]
const targets = { product: openLoadTarget(productPort), bare: openLoadTarget(barePort) }
const origin = `http://localhost:${productPort}`

/** The product counts requests by where they come from. */
let visitor = 0
const from = () => ({ 'x-forwarded-for': `10.1.${(visitor >> 8) & 3}.${visitor++ & 255}` })

/** Whether all that one says is what the other says too, which may say more. */
function isSubsetOf(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || one === null || Array.isArray(one)) return isDeepStrictEqual(one, other)
  return Object.entries(one).every(([name, value]) =>
    isSubsetOf(value, (other as Record<string, unknown>)[name]),
  )
}

/** Answers that are the same each time: asked once of both, compared with each other, and known from then on. */
async function comparedItem(
  requests: Record<Side, Asked[]>,
  same = isSubsetOf,
): Promise<Record<Side, WorkItem>> {
  const known = { product: [] as string[], bare: [] as string[] }
  for (const side of sides) for (const one of requests[side]) known[side].push(await targets[side].ask(one))
  for (const [at, answer] of known.bare.entries())
    if (!same(JSON.parse(answer), JSON.parse(known.product[at]!)))
      throw new Error(`The two answer differently:\n${answer.slice(-600)}\n${known.product[at]!.slice(-600)}`)
  const pieceOf = (side: Side): WorkItem => ({
    requests: requests[side],
    isRight: (bodies) => bodies.every((body, at) => body === known[side][at]),
  })
  return { product: pieceOf('product'), bare: pieceOf('bare') }
}

async function openWorkItems(): Promise<Record<Side, WorkItem>[]> {
  const consents = await addOpenedConsents(owner, { clinicId, first: works.opened }, opened_count)
  logProgress('consents to be opened made')
  const pieceOf = ({ consentId, token, cookie }: (typeof consents)[number]) => {
    const [headers, read] = [from(), `/api/patient/consents/${consentId}`]
    const asked = (path: string): Asked => ({ path, headers: { ...headers, cookie } })
    return comparedItem(
      {
        product: [asked(`/api/patient/links/${token}`), asked(read)],
        bare: [asked(`/link/${token}`), asked(`/consent/${consentId}`)],
      },
      (one, other) => isSubsetOf(one, other) && (one as Partial<PatientConsent>).chainIntact !== false,
    )
  }
  return Promise.all(consents.map(pieceOf))
}

async function patientWorkItems(): Promise<Record<Side, WorkItem>[]> {
  const { rows } = await owner.query<{ part: string }>(
    `select distinct lower(left(last_name, 3)) as part from (
       select last_name from patients where clinic_id = $1 and last_name ~ '^[A-Za-z]{4}' order by md5(id::text) limit 60) p`,
    [clinicId],
  )
  const withoutReach = (one: unknown, other: unknown) => {
    const [bared, full] = [one, other] as { rows: object[]; total: number }[]
    const areRows = bared!.rows.length === full!.rows.length
    return (
      areRows &&
      bared!.total === full!.total &&
      bared!.rows.every((row, at) => isSubsetOf(row, full!.rows[at]))
    )
  }
  return Promise.all(
    rows.map(({ part }) =>
      comparedItem(
        {
          product: [
            { path: `/api/clinic/patients?search=${part}`, headers: { ...from(), cookie: staff.cookie() } },
          ],
          bare: [{ path: `/patients/${part}`, headers: {} }],
        },
        withoutReach,
      ),
    ),
  )
}

async function metricsWorkItems(): Promise<Record<Side, WorkItem>[]> {
  type Told = {
    totals: { measure: string; sum: number }[]
    months: { measure: string; start: string; total: number }[]
  }
  type Shown = {
    total: { sent: number; signed: number }
    months: { key: string; figures: { sent: number } | null }[]
  }
  const sameSums = (one: unknown, other: unknown) => {
    const [told, shown] = [one as Told, other as Shown]
    const months = new Map(
      told.months
        .filter(({ measure }) => measure === 'sent')
        .map(({ start, total }) => [start.slice(0, 7), total]),
    )
    const areSums = (['sent', 'signed'] as const).every(
      (name) => told.totals.find(({ measure }) => measure === name)!.sum === shown.total[name],
    )
    return areSums && shown.months.every(({ key, figures }) => !figures || figures.sent === months.get(key))
  }
  // From many places, as limits count them.
  const pieceOf = () => {
    const asked = { path: '/api/clinic/analytics/overview', headers: { ...from(), cookie: staff.cookie() } }
    return comparedItem({ product: [asked], bare: [{ path: '/figures', headers: {} }] }, sameSums)
  }
  return Promise.all(Array.from({ length: index_count }, pieceOf))
}

/** Each consent is signed once: so many for all turns. */
async function signWorkItems(): Promise<Record<Side, WorkItem>[]> {
  const turns = 2 * (rounds + 1)
  const count = items_per_turn.sign.reduce((sum, pieces) => sum + pieces * turns, 0)
  // Like the one that was not signed: the text is the same, as its hash is.
  const consents = await addOpenedConsents(owner, { clinicId, first: works.opened }, count)
  const { read } = works.opened
  const body = JSON.stringify(createSignatureInput(read))
  return consents.map(({ consentId, cookie }) => {
    const isRight = ([text]: readonly string[]) => {
      const answer = JSON.parse(text!) as PatientConsent
      const { id, status, chainIntact, content, contentHash, signature } = answer
      return (
        id === consentId &&
        status === 'signed' &&
        chainIntact &&
        contentHash === read.contentHash &&
        isDeepStrictEqual(content, read.content) &&
        signature?.kind === 'drawn' &&
        signature.name === 'Eleanor Whitcombe'
      )
    }
    const piece = (path: string): WorkItem => {
      const own = { cookie, origin, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
      return { requests: [{ method: 'POST', path, body, headers: { ...from(), ...own } }], isRight }
    }
    return {
      product: piece(`/api/patient/consents/${consentId}/signature`),
      bare: piece(`/sign/${consentId}`),
    }
  })
}

const workItemBuilders = {
  open: openWorkItems,
  sign: signWorkItems,
  patients: patientWorkItems,
  figures: metricsWorkItems,
}
type Result = {
  work: string
  connections: number
  'product/s': number
  'bare/s': number
  ratio: number
  goal: number
  'product p95 ms': number
  'bare p95 ms': number
  load: number
}
const results: Result[] = []
const median = (values: readonly number[]) => quantile(values, 0.5)

for (const work of chosen) {
  const pieces = await workItemBuilders[work]()
  logProgress(`${work}: ${pieces.length} prepared`)
  let used = 0
  /** As many as a turn takes; what is signed is gone, what is read is read again. */
  const take = (count: number, side: Side): WorkItem[] => {
    const taken = Array.from({ length: count }, (_, at) => pieces[(used + at) % pieces.length]![side])
    if (work === 'sign' && used + count > pieces.length) throw new Error('Everything is signed already')
    used += count
    return taken
  }
  for (const [at, connected] of connections.entries()) {
    const count = items_per_turn[work][at]!
    const rates = { product: [] as number[], bare: [] as number[] }
    const times = { product: [] as number[], bare: [] as number[] }
    const ratios: number[] = []
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      const rate = { product: 0, bare: 0 }
      for (const side of round % 2 ? sides : sides.toReversed()) {
        const { seconds, each_ms } = await targets[side].work(connected, take(count, side))
        rate[side] = count / seconds
        if (round === 0) continue
        rates[side].push(rate[side])
        times[side].push(...each_ms)
      }
      if (round > 0) ratios.push(rate.product / rate.bare)
    }
    results.push({
      ...{ work, connections: connected, 'product/s': median(rates.product), 'bare/s': median(rates.bare) },
      ...{ ratio: median(ratios), goal: ratioGoals[work] },
      'product p95 ms': quantile(times.product, 0.95),
      'bare p95 ms': quantile(times.bare, 0.95),
      load: loadavg()[0]!,
    })
    logProgress(JSON.stringify(results.at(-1)))
  }
}

if (chosen.includes('figures')) {
  const { ms: counting } = await measureTime(() =>
    owner.query(
      `select month, key, sum(value::int) from consent_counts, jsonb_each_text(counts) as counted(key, value)
       where clinic_id = $1 group by 1, 2`,
      [clinicId],
    ),
  )
  const read = results.filter(({ work, connections: by }) => work === 'figures' && by === 1)[0]!
  logProgress(
    `counting ${counted_count} consents takes ${counting.toFixed(0)} ms: ${((counting * read['bare/s']) / 1000).toFixed(0)} times a bare read`,
  )
}
const shown = (value: unknown) => (typeof value === 'number' ? Number(value.toFixed(2)) : value)
console.table(
  results.map((row) => Object.fromEntries(Object.entries(row).map(([key, value]) => [key, shown(value)]))),
)
const missed = results.filter(({ ratio, goal }) => ratio < goal)
for (const { work, connections: by, ratio, goal } of missed)
  console.error(`${work} by ${by}: ${ratio.toFixed(2)} of bare, ${goal} is the goal`)
for (const side of sides) targets[side].close()
bare.kill()
await close(kept === undefined)
process.exit(missed.length > 0 ? 1 : 0)
