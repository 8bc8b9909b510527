/**
 * Thirty instances' worth of pools on one database: each with connections of its own, and through PgBouncer in transaction
 * mode. Thirty processes of the product are too much for two processors, which would measure their starts and sweeps;
 * here they are thirty products opened in this one process, each with its own pools, limits and prepared statements, that
 * are asked past the network. So times are of one process that does the work of thirty, to be compared with each other
 * alone; connections and memory at the database are those of thirty. The ways take turns. Prints how many connections
 * the database holds at the most and what they hold of memory, how long openings and signatures take (median and p95),
 * and what each takes of the processors.
 *
 *   npm run bench -- pooled      or: node tools/bench/pooled.ts [instances, 30] [pieces of work in a turn, 240] [turns, 3]
 *
 * PGBOUNCER names another program than the one that is installed; from 1.21 prepared statements are measured as well.
 * Ends with 1 where the pooler let more connections through than it was told, or an answer was wrong.
 */
import { readFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import type { App } from '../../server/app.ts'
import { installedPooler, startManyInstances, type Pooler } from '../prove/many-instances.ts'
import { postmasterOf } from '../prove/test-server-process.ts'
import { createDataDir, quantile } from './bench-app.ts'
import { cpuMsBelow, cpuMsOf, ownCpuMs } from './cpu-time.ts'
import { addOpenedConsents, type OpenedConsent } from './opened-consents.ts'

const [instances = 30, pieces = 240, turns = 3] = process.argv.slice(2).map(Number)
/** As server/platform/database/database.ts opens them, for requests alone. */
const pool_size = 16
/** What the pooler opens for each login. */
const lent_size = 20
const max_connections = 1000

const pgbouncer = installedPooler()
if (!pgbouncer) {
  console.error('PgBouncer is not installed: apt-get install pgbouncer, or name it by PGBOUNCER')
  process.exit(1)
}
const logProgress = (text: string) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`)

const dataDir = createDataDir()
const many = await startManyInstances(dataDir, { max_connections })
const { owner, openForm, sign } = many
logProgress(`a practice with its text is there; PgBouncer ${pgbouncer.version}`)

type Way = { name: string; pooler: Pooler | null }
const ways: Way[] = [
  { name: 'connections of their own', pooler: null },
  {
    name: 'PgBouncer, nothing kept prepared',
    pooler: await many.startPooler(lent_size, { keepsPrepared: false }),
  },
  ...(pgbouncer.keepsPrepared
    ? [
        {
          name: 'PgBouncer, statements kept prepared',
          pooler: await many.startPooler(lent_size, { keepsPrepared: true }),
        },
      ]
    : []),
]

const processorsOf = ({ pooler }: Way) => ({
  product: ownCpuMs(),
  database: databaseTime_ms(),
  pooler: pooler ? cpuMsOf(pooler.pid) : 0,
})
/** Of every process of the database, those that have ended included. */
const databaseTime_ms = (): number => {
  const postmaster = postmasterOf(dataDir)!
  return cpuMsOf(postmaster) + cpuMsBelow(postmaster, () => true)
}

type Processors = ReturnType<typeof processorsOf>
type Seen = { each_ms: number[]; pieces: number; taken: Processors }
const newSeen = (): Seen => ({ each_ms: [], pieces: 0, taken: { product: 0, database: 0, pooler: 0 } })

/** Each instance does one piece after the other, all of them at once. */
async function measure(
  way: Way,
  apps: readonly App[],
  { consents, work, seen }: { consents: readonly OpenedConsent[]; work: typeof sign; seen: Seen },
): Promise<void> {
  const before = processorsOf(way)
  await Promise.all(
    apps.map(async (app, place) => {
      for (let at = place; at < consents.length; at += apps.length) {
        const begun = performance.now()
        await work(app, consents[at]!)
        seen.each_ms.push(performance.now() - begun)
      }
    }),
  )
  const after = processorsOf(way)
  seen.pieces += consents.length
  for (const part of ['product', 'database', 'pooler'] as const)
    seen.taken[part] += after[part] - before[part]
}

type Held = { connections: number; database_MB: number; pooler_MB: number }

/** Null where it has ended meanwhile. */
function kilobytesOf(pid: number): number | null {
  try {
    return Number(/^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))![1])
  } catch {
    return null
  }
}

/** What the connections to the database hold there, with their shares of what is shared. */
async function holdings({ pooler }: Way): Promise<Held> {
  const { rows } = await owner.query<{ pid: number }>(
    `select pid from pg_stat_activity where usename in ('candour_app', 'candour_auth')`,
  )
  const held = rows.flatMap(({ pid }) => kilobytesOf(pid) ?? [])
  return {
    connections: held.length,
    database_MB: held.reduce((sum, one) => sum + one, 0) / 1024,
    pooler_MB: pooler ? kilobytesOf(pooler.pid)! / 1024 : 0,
  }
}

/** Opens every connection that the pools may have, then as many come to each instance at once. */
async function fillPools(apps: readonly App[], consents: readonly OpenedConsent[]): Promise<void> {
  for (const { database } of apps) {
    let held = 0
    const all = Promise.withResolvers<void>()
    await Promise.all(
      Array.from({ length: pool_size }, () =>
        database.borrow(async () => {
          held += 1
          if (held === pool_size) all.resolve()
          await all.promise
        }),
      ),
    )
  }
  for (let round = 0; round < 2; round++)
    await Promise.all(
      apps.flatMap((app, place) =>
        Array.from({ length: pool_size }, (_none, at) =>
          openForm(app, consents[(place * pool_size + at) % consents.length]!),
        ),
      ),
    )
}

const toldToComeBack = new Map<Way, number>()
const results = ways.map((way) => ({ way, opening: newSeen(), signing: newSeen(), held: [] as Held[] }))
for (let turn = 0; turn < turns; turn++)
  for (const { way, opening, signing, held } of results) {
    const consents = await addOpenedConsents(owner, { clinicId: many.clinicId, first: many.original }, pieces)
    const apps: App[] = []
    while (apps.length < instances) apps.push(await many.open(way.pooler))
    // What is new to a process or a connection is learned before anything counts.
    await measure(way, apps, { consents, work: openForm, seen: newSeen() })
    await measure(way, apps, { consents, work: openForm, seen: opening })
    await measure(way, apps, { consents, work: sign, seen: signing })
    await fillPools(apps, consents)
    held.push(await holdings(way))
    await Promise.all(apps.map((app) => app.close()))
    toldToComeBack.set(way, (toldToComeBack.get(way) ?? 0) + many.takeToldToComeBack())
    logProgress(`turn ${turn + 1}: ${way.name}, ${held.at(-1)!.connections} connections`)
  }

const rounded = (value: number) => Number(value.toFixed(1))
console.table(
  results.map(({ way, held }) => {
    const most = held.toSorted((one, other) => other.connections - one.connections)[0]!
    return {
      [`${instances} instances`]: way.name,
      'told to come back': toldToComeBack.get(way),
      'connections at most': most.connections,
      'their memory, MB': rounded(most.database_MB),
      'pooler, MB': rounded(most.pooler_MB),
    }
  }),
)
console.table(
  results.flatMap(({ way, ...works }) =>
    (['opening', 'signing'] as const).map((name) => {
      const { each_ms, pieces: done, taken } = works[name]
      return {
        what: `${name}, ${way.name}`,
        'median, ms': rounded(quantile(each_ms, 0.5)),
        'p95, ms': rounded(quantile(each_ms, 0.95)),
        'product, ms of a processor': rounded(taken.product / done),
        'database, ms': rounded(taken.database / done),
        'pooler, ms': rounded(taken.pooler / done),
      }
    }),
  ),
)
console.log(`PgBouncer ${pgbouncer.version}; load ${loadavg()[0]!.toFixed(1)}`)
// The application's, and that of accounts.
const isExceeded = results.some(
  ({ way, held }) => way.pooler && held.some(({ connections }) => connections > lent_size * 2),
)
if (isExceeded) console.error(`The pooler let more than ${lent_size} connections of a login through`)

for (const { pooler } of ways) await pooler?.stop()
await many.stop()
process.exit(isExceeded ? 1 : 0)
