/**
 * How quickly the embedded database's cluster is copied and its log replayed, at the size that is asked for: what a restore
 * within the hour is reckoned from. Rows are those of consents' events, as long as the product's. Prints megabytes a second.
 *
 *   node tools/bench/recovery-rates.ts [megabytes of rows, 400]
 */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbeddedHome } from '../../server/platform/database/embedded-home.ts'
import { startEmbeddedPostgres, startRecovery } from '../../server/platform/database/embedded-postgres.ts'
import { recoveringCluster } from '../../server/platform/database/embedded-server.ts'
import {
  layBaseBackup,
  openWalArchive,
  recoverySettings,
  takeBaseBackup,
} from '../../server/platform/database/wal-archive.ts'

const megabytes = Number(process.argv[2] ?? 400)
/** A row with its part of the indexes, measured. */
const row_bytes = 640
const rows = Math.round((megabytes * 1_000_000) / row_bytes)
const log = { info() {}, warn() {}, error: console.error }

const folder = mkdtempSync(path.join(tmpdir(), 'candour-recovery-'))
chmodSync(folder, 0o755)
const [dataDir, walArchiveDir] = [path.join(folder, 'data'), path.join(folder, 'archive')]
mkdirSync(dataDir)
const options = { dataDir, log, onLost() {}, walArchiveDir }

async function measure(
  name: string,
  bytes: number | null,
  work: () => Promise<number | void>,
): Promise<void> {
  const begun = performance.now()
  const moved = (await work()) ?? bytes ?? 0
  const seconds = (performance.now() - begun) / 1000
  const [size, rate] = [moved / 1e6, moved / 1e6 / seconds]
  console.log(`${name}: ${size.toFixed(0)} MB in ${seconds.toFixed(1)} s, ${rate.toFixed(0)} MB/s`)
}

const fill = (count: number, tag: string) => `
  insert into rows_of_events select gen_random_uuid(), gen_random_uuid(), n % 9, 'consent.viewed', now(), 'Eleanor Whitcombe',
    '192.0.2.1', repeat('Mozilla/5.0 ', 9), jsonb_build_object('${tag}', n), md5(n::text) || md5('a' || n), md5('b' || n) || md5('c' || n)
  from generate_series(1, ${count}) n`

try {
  const postgres = await startEmbeddedPostgres(options)
  const client = new pg.Client(postgres.ownerConfig)
  await client.connect()
  await client.query(`create table rows_of_events (clinic_id uuid, consent_id uuid, number int, event text, at timestamptz, actor text,
    ip text, user_agent text, details jsonb, previous_hash text, hash text, primary key (clinic_id, consent_id, number))`)
  await client.query('create index on rows_of_events (hash); create index on rows_of_events (clinic_id, at)')
  await client.query(fill(rows, 'before'))
  const home = openEmbeddedHome(dataDir, log)
  const archive = openWalArchive(walArchiveDir, home)!
  let base = { folder: '' }
  await measure('base backup, while it serves', null, async () => {
    const made = await takeBaseBackup(postgres.ownerConfig, home, archive)
    base = made
    return made.bytes
  })
  const position = async () =>
    Number(
      (await client.query<{ at: string }>(`select pg_current_wal_insert_lsn() - '0/0'::pg_lsn as at`))
        .rows[0]!.at,
    )
  const first = await position()
  await measure('log written, with its rows', null, async () => {
    // In pieces, as work comes: each is committed by itself.
    for (let n = 0; n < 100; n++) await client.query(fill(Math.round(rows / 200), 'after'))
    return (await position()) - first
  })
  const logged = (await position()) - first
  await client.end()
  await postgres.stop()
  const pieces = readdirSync(archive.wal).map((name) => statSync(path.join(archive.wal, name)).size)
  const packed = pieces.reduce((sum, size) => sum + size, 0)
  console.log(
    `archive: ${(packed / 1e6).toFixed(0)} MB of ${pieces.length} pieces, ${((packed / (pieces.length * 16_777_216)) * 100).toFixed(0)} % of their size`,
  )
  await measure('base backup laid back', null, async () => {
    layBaseBackup(base, recoveringCluster(home), home)
    const files = readdirSync(base.folder, { recursive: true, withFileTypes: true }).filter((each) =>
      each.isFile(),
    )
    return files.reduce((sum, each) => sum + statSync(path.join(each.parentPath, each.name)).size, 0)
  })
  const restored = { ...options, walArchiveDir: null }
  await measure('log replayed, with the start', logged, async () => {
    const recovered = await startRecovery(restored, recoverySettings(archive, home.cluster, null))
    const check = new pg.Client(recovered.ownerConfig)
    await check.connect()
    const found = await check.query<{ count: number }>('select count(*)::int as count from rows_of_events')
    await check.end()
    await recovered.stop()
    const expected = rows + 100 * Math.round(rows / 200)
    if (found.rows[0]!.count !== expected)
      throw new Error(`${found.rows[0]!.count} of ${expected} rows came back`)
  })
} finally {
  rmSync(realpathSync(path.join(dataDir, 'postgres')), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
}
