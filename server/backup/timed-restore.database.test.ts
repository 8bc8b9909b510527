import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readConfig, type Config } from '../config.ts'
import { openLogins } from '../logins.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../platform/database/embedded-postgres.ts'
import { migrateDatabase } from '../platform/database/migrate.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { silentLog } from '../testing/silent-log.ts'
import { restoreToMoment, runBaseBackup } from './timed-restore.ts'

let folder: string
let config: Config
let postgres: EmbeddedPostgres

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candour-pitr-'))
  // Open to the account that the database runs as when we are root.
  await chmod(folder, 0o755)
  config = readConfig({
    DATA_DIR: path.join(folder, 'data'),
    WAL_ARCHIVE_DIR: path.join(folder, 'archive'),
  })
  await start()
  openKeyring({ dataDir: config.dataDir })
  await migrateDatabase(postgres.ownerConfig, {})
})
afterAll(async () => {
  await postgres.stop()
  const home = path.join(config.dataDir, 'postgres')
  if (existsSync(home)) await rm(await realpath(home), { recursive: true, force: true })
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<void> {
  const walArchiveDir = config.walArchive.off ? null : config.walArchive.folder
  postgres = await startEmbeddedPostgres({
    ...{ dataDir: config.dataDir, log: silentLog, onLost() {}, isEphemeral: true, walArchiveDir },
  })
}

async function query<Row>(text: string): Promise<Row[]> {
  const client = new pg.Client(postgres.ownerConfig)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** The database's own clock, as it writes it, after all that was committed before. */
const momentNow = async () =>
  (
    await query<{ at: string }>(
      `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
    )
  )[0]!.at
const kept = () => query<{ words: string }>('select words from kept order by id')

it('undoes a wrong change and a wrong delete to the moment before them, and what is refused leaves all as it was', async () => {
  await expect(runBaseBackup(config, 2)).resolves.toMatchObject({ removed: { bases: 0 } })
  await query(`create table kept (id int, words text); insert into kept values (1, 'first'), (2, 'second')`)
  const moment = await momentNow()
  await query(`update kept set words = 'wrong'`)
  await query('delete from kept where id = 2')
  const afterwards = await momentNow()

  await expect(restoreToMoment(config, moment)).rejects.toThrow('already running')
  await postgres.stop()
  await expect(restoreToMoment(config, '2026-11-30')).rejects.toMatchObject({ problem: 'no-such-moment' })
  await expect(restoreToMoment(config, '2020-01-01T00:00:00Z')).rejects.toThrow('no base backup of before')
  await expect(restoreToMoment(config, '2120-01-01T00:00:00Z')).rejects.toThrow('is later than')
  const cluster = path.join(config.dataDir, 'postgres')
  expect((await readdir(cluster)).filter((name) => name.startsWith('cluster'))).toEqual(['cluster'])

  const restored = await restoreToMoment(config, moment)
  expect(restored).toMatchObject({ missing: [], chains: { brokenLogs: [], brokenConsents: [] } })
  expect(existsSync(restored.before!)).toBe(true)
  await start()
  expect(await kept()).toEqual([{ words: 'first' }, { words: 'second' }])
  expect(
    await query(`select details ->> 'until' as until from audit_rows where action = 'backup.restored'`),
  ).toEqual([{ until: moment }])

  // What was restored goes on, and can be restored again: from the branch that goes on, not from what was undone.
  await query(`insert into kept values (3, 'third')`)
  await postgres.stop()
  await restoreToMoment(config, 'latest')
  await start()
  expect(await kept()).toEqual([{ words: 'first' }, { words: 'second' }, { words: 'third' }])
  expect((await momentNow()) > afterwards).toBe(true)
})

it('keeps as many base backups as are asked for, and the log that the oldest of them begins with', async () => {
  const [archive] = await readdir(path.join(folder, 'archive'))
  const list = (name: string) => readdir(path.join(folder, 'archive', archive!, name))
  const before = await list('wal')
  const { folder: made, removed } = await runBaseBackup(config, 1)
  expect(await list('base')).toEqual([path.basename(made)])
  expect(removed.bases).toBeGreaterThan(0)
  expect(removed.pieces).toBeGreaterThan(0)
  expect(await list('wal')).not.toEqual(expect.arrayContaining(before))
  await query(`insert into kept values (4, 'fourth')`)
  await postgres.stop()
  await restoreToMoment(config, 'latest')
  await start()
  expect(await kept()).toHaveLength(4)
})

it('brings a lost cluster back from the archive, where the secrets were kept', async () => {
  await postgres.stop()
  const cluster = path.join(await realpath(path.join(config.dataDir, 'postgres')), 'cluster')
  await rm(cluster, { recursive: true })
  expect((await restoreToMoment(config, 'latest')).before).toBeNull()
  await start()
  expect(await kept()).toHaveLength(4)
})

it('is for a running database that archives', async () => {
  await postgres.stop()
  await expect(runBaseBackup(config, 2)).rejects.toMatchObject({ problem: 'not-running' })
  const off: Config = { ...config, walArchive: { off: true } }
  await expect(restoreToMoment(off, 'latest')).rejects.toMatchObject({ problem: 'no-archive' })
  const logins = await openLogins(off, silentLog)
  await expect(runBaseBackup(config, 2)).rejects.toThrow('runs without WAL_ARCHIVE_DIR')
  await logins.stop()
  await start()
})
