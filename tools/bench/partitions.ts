/**
 * The three tables that grow most, with the product's columns and indexes, as one table each, in partitions by hash of the
 * practice, and in partitions by month; the same rows in each, in a scratch database. Prints what partitions would better
 * (vacuum, destruction of a practice, retention) and what they cost (lookups, inserts, size). Pages and log do not depend on
 * what else the machine does; seconds do.
 *
 *   node tools/bench/partitions.ts [rows of each table, 1000000] [practices, 200]
 */
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../../server/platform/database/migrate.ts'
import { quantile } from './bench-app.ts'

const rows = Number(process.argv[2] ?? 1_000_000)
const practices = Number(process.argv[3] ?? 200)
const hashes = 16
const months = 24
const readings = 100
const log = { info() {}, warn() {}, error: console.error }

type Layout = 'one table' | 'by hash of practice' | 'by month'
type Measured = { table: string; key: string; time: string; insert: string; lookup: string; page: string }

const practice = (n: string) => `md5('practice' || ${n})::uuid`
const at = "timestamptz '2024-01-01' + n * (interval '729 days' / $1::int)"
const of = practice(`n % ${practices}`)
const digest = (tag: string) => `md5('${tag}' || n) || md5('${tag}2' || n)`

const measured: Measured[] = [
  {
    table: 'consent_events',
    key: 'clinic_id, consent_id, number',
    time: 'at',
    // Six events of each consent, of one practice.
    insert: `(clinic_id, consent_id, number, event, at, actor, ip, user_agent, details, previous_hash, hash)
      select ${practice(`(n / 6) % ${practices}`)}, md5('consent' || n / 6)::uuid, n % 6 + 1, 'consent.viewed', ${at}, 'Eleanor Whitcombe', '192.0.2.1',
        repeat('Mozilla/5.0 ', 9), '{}', ${digest('a')}, ${digest('b')} from generate_series(1, $1::int) n`,
    lookup: `select * from # where clinic_id = ${practice(`($1::int / 6) % ${practices}`)} and consent_id = md5('consent' || $1::int / 6)::uuid order by number`,
    page: `select * from # where clinic_id = ${practice(`$1::int % ${practices}`)} order by at desc limit 50`,
  },
  {
    table: 'audit_rows',
    key: 'clinic_id, id',
    time: 'at',
    insert: `(clinic_id, id, at, action, subject, details, user_role, ip, user_agent, browser, browser_version, platform, language, timezone, request_id, content_hash)
      select ${of}, md5('audit' || n)::uuid, ${at}, 'consent.read', md5('consent' || n / 6), '{}', 'clinic_staff', '192.0.2.1', repeat('Mozilla/5.0 ', 9), 'Chrome', '140',
        'Windows', 'en-GB', 'Europe/London', md5('request' || n), ${digest('a')} from generate_series(1, $1::int) n`,
    lookup: `select * from # where clinic_id = ${practice(`$1::int % ${practices}`)} and id = md5('audit' || $1::int)::uuid`,
    page: `select * from # where clinic_id = ${practice(`$1::int % ${practices}`)} order by at desc, sequence desc limit 50`,
  },
  {
    table: 'messages',
    key: 'clinic_id, id',
    time: 'created_at',
    insert: `(clinic_id, id, kind, channel, about_id, recipient, status, created_at)
      select ${of}, md5('message' || n)::uuid, 'signed-copy', 'email', md5('consent' || n / 2)::uuid, 'bench@example.org', 'delivered', ${at} from generate_series(1, $1::int) n`,
    lookup: `select * from # where clinic_id = ${practice(`$1::int % ${practices}`)} and about_id = md5('consent' || $1::int / 2)::uuid`,
    page: `select * from # order by created_at desc limit 50 offset $1::int % 10`,
  },
]

const folder = mkdtempSync(path.join(tmpdir(), 'candour-partitions-'))
chmodSync(folder, 0o755)
const dataDir = path.join(folder, 'data')

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1000
}

/** The table of the product with its indexes, without its guards and foreign keys; a key by month has to hold the month. */
async function createLayout(
  client: pg.Client,
  { table, key, time }: Measured,
  layout: Layout,
): Promise<string> {
  const name = `scratch_${table}`
  await client.query(`drop table if exists ${name}`)
  const { rows: indexes } = await client.query<{ def: string }>(
    `select indexdef as def from pg_indexes where schemaname = 'public' and tablename = $1 and indexdef not like 'CREATE UNIQUE%'`,
    [table],
  )
  const by = {
    'one table': '',
    'by hash of practice': 'partition by hash (clinic_id)',
    'by month': `partition by range (${time})`,
  }
  await client.query(
    `create table ${name} (like public.${table} including defaults including identity including storage) ${by[layout]}`,
  )
  await client.query(
    `alter table ${name} add primary key (${key}${layout === 'by month' ? `, ${time}` : ''})`,
  )
  if (layout === 'by hash of practice')
    for (let n = 0; n < hashes; n++)
      await client.query(
        `create table ${name}_${n} partition of ${name} for values with (modulus ${hashes}, remainder ${n})`,
      )
  if (layout === 'by month')
    for (let n = 0; n < months; n++) {
      const month = (add: number) => new Date(Date.UTC(2024, n + add, 1)).toISOString()
      await client.query(
        `create table ${name}_${n} partition of ${name} for values from ('${month(0)}') to ('${month(1)}')`,
      )
    }
  for (const { def } of indexes)
    await client.query(def.replace(/INDEX \S+ ON (ONLY )?public\.\S+/, `INDEX ON ${name}`))
  return name
}

type Plan = { Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }

/** Pages that one reading touches, which a busy machine does not change; the median of many. */
async function pagesOf(client: pg.Client, text: string): Promise<number> {
  const pages: number[] = []
  for (let n = 0; n < readings; n++) {
    const asked = `explain (analyze, buffers, format json) ${text.replaceAll('$1', String((n * 7919) % rows))}`
    const { rows: plans } = await client.query<{ 'QUERY PLAN': Plan[] }>(asked)
    const { Plan } = plans[0]!['QUERY PLAN'][0]!
    pages.push(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'])
  }
  return quantile(pages, 0.5)
}

/** Log written by one statement, and the seconds it took. */
async function costOf(
  client: pg.Client,
  statement: string,
  values: unknown[] = [],
): Promise<[number, number]> {
  const position = async () =>
    Number(
      (await client.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at"))
        .rows[0]!.at,
    )
  const before = await position()
  const took = await seconds(() => client.query(statement, values))
  return [((await position()) - before) / 1e6, took]
}

async function measureLayout(
  login: pg.ClientConfig,
  each: Measured,
  layout: Layout,
): Promise<(string | number)[]> {
  const client = new pg.Client(login)
  await client.connect()
  try {
    const name = await createLayout(client, each, layout)
    const inserted = await costOf(client, `insert into ${name} ${each.insert}`, [rows])
    const vacuumed = await costOf(client, `vacuum (freeze, analyze) ${name}`)
    const { rows: sizes } = await client.query<{ bytes: string }>(
      `select coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree($1::regclass)),
         pg_total_relation_size($1::regclass)) as bytes`,
      [name],
    )
    const lookup = await pagesOf(client, each.lookup.replace('#', name))
    const page = await pagesOf(client, each.page.replace('#', name))
    const destroyed = await costOf(client, `delete from ${name} where clinic_id = ${practice('3')}`)
    const afterwards = await costOf(client, `vacuum ${name}`)
    const oldest = `delete from ${name} where ${each.time} < '2024-02-01'`
    const retained = await costOf(client, layout === 'by month' ? `drop table ${name}_0` : oldest)
    await client.query(`drop table ${name}`)
    const cost = ([log, took]: [number, number]) => `${log.toFixed(1)}; ${took.toFixed(2)}`
    return [
      ...[each.table, layout, cost(inserted), Math.round(Number(sizes[0]!.bytes) / 1e6), cost(vacuumed)],
      ...[lookup, page, cost(destroyed), cost(afterwards), cost(retained)],
    ]
  } finally {
    await client.end()
  }
}

try {
  const postgres = await startEmbeddedPostgres({ dataDir, log, onLost() {}, isEphemeral: true })
  await migrateDatabase(postgres.ownerConfig, {})
  console.log('Work is given as megabytes of log and seconds, readings as pages touched.')
  const heads = ['Table', 'Layout', 'Insert', 'Size, MB', 'Vacuum', 'One record', 'A page of a list']
  const more = ['A practice destroyed', 'Vacuum after it', 'A month removed']
  console.log(`| ${[...heads, ...more].join(' | ')} |\n|${' --- |'.repeat(10)}`)
  for (const each of measured)
    for (const layout of ['one table', 'by hash of practice', 'by month'] as const)
      console.log(`| ${(await measureLayout(postgres.ownerConfig, each, layout)).join(' | ')} |`)
  await postgres.stop()
} finally {
  rmSync(realpathSync(path.join(dataDir, 'postgres')), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
