/**
 * The product on a Citus cluster of this machine: a coordinator and two workers from the embedded PostgreSQL and the folder
 * of CITUS_EXTENSION. Prints where each table is, migrates a database that was spread as an earlier version and finds every
 * server as if it had been spread today, tries on the workers what row-level security has to refuse, and moves a practice from one worker to the other and back while it signs. Every acknowledged signature must
 * be there once, on an unbroken chain, under its practice alone.
 *
 *   node tools/prove/citus.ts [moves, 4]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { contract } from '../../contract/index.ts'
import { readTableKinds } from '../../server/platform/database/distribution.ts'
import { migrateDatabase } from '../../server/platform/database/migrate.ts'
import { distribution } from '../../server/table-distribution.ts'
import { requireCitusExtension, type CitusCluster } from '../../server/testing/citus-cluster.ts'
import { startSpreadDatabase } from '../../server/testing/spread-database.ts'
import { openTestApp, type TestApp } from '../../server/testing/test-app.ts'
import { signatureFor } from '../../server/testing/test-clinic.ts'
import { rawQuery } from '../../server/testing/raw-query.ts'
import { compareCatalogues } from './cluster-catalogue.ts'
import { runFaultTest } from './fault-test-run.ts'

const moves = Number(process.argv[2] ?? 4)
const leftovers_ms_max = 60_000
/** The version that could be spread first had so many migrations. */
const migrations_of_first = 27
const { CITUS_EXTENSION: given } = process.env
if (!given) {
  console.error(
    'This proof needs Citus built for PostgreSQL 18: CITUS_EXTENSION names the folder of its prepare.sh.',
  )
  process.exit(1)
}

type Placement = { shardid: string; nodename: string; nodeport: number }

/** Where the rows of a practice are, and a worker that they are not on. */
async function placementOf(owner: pg.Client, clinicId: string): Promise<{ from: Placement; to: Placement }> {
  const { rows } = await owner.query<Placement>(
    `select s.shardid::text, s.nodename, s.nodeport from pg_dist_shard_placement s
     where s.shardid = get_shard_id_for_distribution_column('consents', $1::uuid)`,
    [clinicId],
  )
  const from = rows[0]!
  const { rows: others } = await owner.query<Omit<Placement, 'shardid'>>(
    `select nodename, nodeport from pg_dist_node where shouldhaveshards and nodename <> $1`,
    [from.nodename],
  )
  return { from, to: { ...from, ...others[0]! } }
}

/** What an earlier move left on the worker that the practice came from, which stops its way back. */
async function removeLeftovers(owner: pg.Client): Promise<void> {
  for (const until = Date.now() + leftovers_ms_max; ; await sleep(250)) {
    await owner.query('call citus_cleanup_orphaned_resources()')
    if ((await owner.query('select from pg_dist_cleanup')).rowCount === 0) return
    if (Date.now() > until) throw new Error('What a move left behind could not be removed')
  }
}

async function move(owner: pg.Client, clinicId: string): Promise<number> {
  await removeLeftovers(owner)
  const { from, to } = await placementOf(owner, clinicId)
  const begun = performance.now()
  await owner.query(`select citus_move_shard_placement($1, $2, $3, $4, $5, 'block_writes')`, [
    ...[from.shardid, from.nodename, from.nodeport, to.nodename, to.nodeport],
  ])
  return performance.now() - begun
}

/** Signs one consent after the other until it is told to stop; what was acknowledged, and how often somebody was told to wait. */
function startSigning({ clinicA }: TestApp) {
  const signed: string[] = []
  const refused: string[] = []
  let isEnding = false
  const work = async () => {
    while (!isEnding)
      try {
        const viewed = await clinicA.addViewed()
        await viewed.patient.callOk(contract.signing.sign, signatureFor(viewed))
        signed.push(viewed.consentId)
      } catch (error) {
        refused.push(error instanceof Error ? error.message : String(error))
      }
  }
  const ended = Promise.all([work(), work()])
  return {
    signed,
    refused,
    async stop() {
      isEnding = true
      await ended
    },
  }
}

/** Spreads a database as the first version that could be, migrates it, and tells what is not as in one spread today. */
async function migrateLater(cluster: CitusCluster, today: string) {
  const name = 'later'
  await cluster.createDatabase(name)
  await migrateDatabase(cluster.ownerOf(name), {}, { count: migrations_of_first, distribution })
  const begun = performance.now()
  await migrateDatabase(cluster.ownerOf(name), {}, { distribution })
  const took_ms = Math.round(performance.now() - begun)
  const different: string[] = []
  let same = 0
  for (const node of ['coordinator', 'worker1', 'worker2'] as const) {
    const found = await compareCatalogues(cluster.ownerOf(today, node), cluster.ownerOf(name, node))
    same += found.same
    different.push(...found.different.map((line) => `${node}: ${line}`))
  }
  await cluster.dropDatabase(name)
  return { took_ms, same, different }
}

await runFaultTest(async (proof) => {
  const database = await startSpreadDatabase(requireCitusExtension())
  proof.atEnd(() => database.cluster.stop())
  const { logins, cluster } = database
  const amiss: string[] = []
  const checked: Record<string, number> = {}
  const expect = (invariant: string, holds: boolean, what: string) => {
    checked[invariant] = (checked[invariant] ?? 0) + 1
    if (!holds) amiss.push(`${invariant}: ${what}`)
  }

  const later = await migrateLater(cluster, logins.owner.database!)
  checked['what is migrated later is as what is spread today'] = later.same
  for (const line of later.different) expect('what is migrated later is as what is spread today', false, line)

  const testApp = await openTestApp({ logins, drop: async () => {} })
  proof.atEnd(() => testApp.close())
  const { owner, clinicA, clinicB } = testApp
  const kinds = await readTableKinds(owner, distribution)
  console.table([...kinds].map(([table, kind]) => ({ table, kind })))
  const app = new pg.Client(logins.app)
  await app.connect()
  proof.atEnd(() => app.end())
  const query = rawQuery(app)

  const patients = 'insert into patients (clinic_id, first_name, last_name, date_of_birth, search_text)'
  const foreign = `${patients} values ('${clinicB.id}', 'A', 'B', '1980-01-01', 'a b')`
  const insertion = await query({ role: 'candour_clinic', clinicId: clinicA.id }, foreign).then(
    () => 'was taken',
    (error: Error) => error.message,
  )
  expect('a worker refuses a row of another practice', insertion.includes('row-level security'), insertion)
  await clinicB.addSent()
  for (const table of ['consents', 'patients', 'consent_events']) {
    const rows = await query(
      { role: 'candour_clinic', clinicId: clinicA.id },
      `select from ${table} where clinic_id = '${clinicB.id}'`,
    )
    expect('a worker shows no row of another practice', rows.length === 0, `${table}: ${rows.length} rows`)
    const bare = await query({}, `select from ${table}`).then(
      () => 'was taken',
      (error: Error) => error.message,
    )
    expect('without a scope nothing is read', bare.includes('permission denied'), `${table}: ${bare}`)
  }

  const load = startSigning(testApp)
  proof.atEnd(() => load.stop())
  const took: number[] = []
  let signedMeanwhile = 0
  for (let n = 0; n < moves; n++) {
    while (load.signed.length < (n + 1) * 3) await sleep(50)
    const before = load.signed.length
    took.push(Math.round(await move(owner, clinicA.id)))
    signedMeanwhile += load.signed.length - before
    proof.injected('practice moved to another worker')
  }
  await load.stop()
  for (const refusal of load.refused)
    expect('whoever is refused is told to come back', refusal.includes('"unavailable"'), refusal)
  const { rows } = await owner.query<{
    id: string
    clinic_id: string
    status: string
    signatures: number
    broken: number
  }>(
    `select c.id, c.clinic_id, c.status,
       (select count(*)::int from signatures s where s.clinic_id = c.clinic_id and s.consent_id = c.id) as signatures,
       (select count(*)::int from (
          select e.previous_hash, lag(e.hash, 1, '') over (order by e.number) as before
          from consent_events e where e.clinic_id = c.clinic_id and e.consent_id = c.id) chain
        where chain.previous_hash <> chain.before) as broken
     from consents c where c.clinic_id = $1`,
    [clinicA.id],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const id of load.signed) {
    const row = found.get(id)
    expect('each acknowledged signature is there once', row?.signatures === 1, `${id}: ${row?.signatures}`)
    expect('each chain is whole', row?.broken === 0, `${id}: ${row?.broken} links are broken`)
  }
  return {
    counts: {
      'tables by kind': Object.fromEntries(
        [...Map.groupBy(kinds.values(), (kind) => kind)].map(([kind, each]) => [kind, each.length]),
      ),
      'migrated later, ms': later.took_ms,
      'invariants checked': checked,
      'signatures acknowledged': load.signed.length,
      'of these, while a move was under way': signedMeanwhile,
      'steps that were told to come back': load.refused.length,
      'moves, ms': took,
    },
    amiss,
  }
})
