import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { effectiveConfig } from '../effective-config.ts'
import { keySourceOf } from '../key-source.ts'
import { listReferencedFiles } from '../modules/data-keys/index.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'
import { openEmbeddedHome } from '../platform/database/embedded-home.ts'
import {
  AlreadyRunningError,
  findRunningPostgres,
  startRecovery,
  type EmbeddedPostgres,
} from '../platform/database/embedded-postgres.ts'
import { recoveringCluster } from '../platform/database/embedded-server.ts'
import {
  layBaseBackup,
  listBaseBackups,
  openWalArchive,
  pruneArchive,
  recoverySettings,
  replaceCluster,
  takeBaseBackup,
  type BaseBackup,
  type WalArchive,
} from '../platform/database/wal-archive.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { openKeyring } from '../platform/keys/keyring.ts'
import { openLog } from '../platform/log.ts'
import { openStoredFiles } from '../stored-files.ts'
import { BackupError } from './backup-error.ts'
import type { ChainCheckReport } from './chain-verification.ts'
import { verifyAndRecord } from './restored-copy.ts'

export type TimedRestore = {
  /** The base backup that the log was replayed upon. */
  baseEndedAt: Date
  replay_ms: number
  chains: ChainCheckReport
  /** Files that rows name and the store lacks. */
  missing: string[]
  /** Where the cluster of before is; null where it was lost. */
  before: string | null
}

/** A moment with its zone, as ISO 8601 writes it; `latest` is the end of the log. */
const momentForm = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/

function parseMoment(until: string): Date | null {
  if (until === 'latest') return null
  const at = new Date(until)
  if (momentForm.test(until) && !Number.isNaN(at.getTime())) return at
  throw new BackupError(
    'no-such-moment',
    `'${until}' is not a moment with its zone, such as 2026-11-30T09:14:59Z, nor 'latest'.`,
  )
}

const silentLog = openLog({ level: 'silent' })

function archiveOf({ database, walArchive, dataDir }: Config): WalArchive {
  if (!database.embedded)
    throw new BackupError(
      'does-not-match',
      'This is for the embedded database. How a server of your own is restored: deploy/point-in-time.conf.',
    )
  const folder = walArchive.off ? null : walArchive.folder
  const archive = folder && openWalArchive(folder, openEmbeddedHome(dataDir, silentLog))
  if (archive) return archive
  throw new BackupError('no-archive', 'WAL_ARCHIVE_DIR names no archive of this database.')
}

/** A base backup of the embedded database while the product runs; all but the newest `keep` are removed. */
export async function runBaseBackup(
  config: Config,
  keep: number,
): Promise<BaseBackup & { removed: { bases: number; pieces: number } }> {
  const archive = archiveOf(config)
  const running = await findRunningPostgres(config.dataDir, silentLog)
  if (!running)
    throw new BackupError('not-running', 'Start Candour first: the base backup is of a running one.')
  await assertArchiving(running)
  const home = openEmbeddedHome(config.dataDir, silentLog)
  const made = await takeBaseBackup(running.ownerConfig, home, archive)
  return { ...made, removed: pruneArchive(archive, keep) }
}

const assertArchiving = ({ ownerConfig }: Pick<EmbeddedPostgres, 'ownerConfig'>) =>
  withDedicatedConnection(ownerConfig, async (client) => {
    const { rows } = await client.query<{ isOn: boolean; isFailing: boolean }>(
      `select current_setting('archive_mode') = 'on' as "isOn",
         coalesce(last_failed_time > coalesce(last_archived_time, '-infinity'), false) as "isFailing"
       from pg_stat_archiver`,
    )
    if (!rows[0]?.isOn)
      throw new BackupError('no-archive', 'Candour runs without WAL_ARCHIVE_DIR. Set it and start it again.')
    if (rows[0].isFailing)
      throw new BackupError(
        'no-archive',
        'The last piece of the log could not be archived: look at the folder, its disk and postgres.log.',
      )
  })

/**
 * Restores the embedded database to a moment, beside the one that is there, checks it, and only then puts it in its place.
 * Where that cannot be done, everything is left as it was. Files stay where they are: none is ever written over.
 */
export async function restoreToMoment(config: Config, until: string): Promise<TimedRestore> {
  const { dataDir } = config
  const at = parseMoment(until)
  const archive = archiveOf(config)
  if (config.masterKey.off && !existsSync(path.join(dataDir, 'secrets/master.key')))
    throw new BackupError(
      'no-key',
      `Put the master key into ${path.join(dataDir, 'secrets/master.key')} first.`,
    )
  if (await findRunningPostgres(dataDir, silentLog)) throw new AlreadyRunningError(dataDir)
  const base = listBaseBackups(archive).findLast(({ endedAt }) => !at || endedAt <= at)
  if (!base)
    throw new BackupError('no-such-moment', `There is no base backup of before ${until} in ${archive.bases}.`)
  const home = openEmbeddedHome(dataDir, silentLog)
  const recovered = recoveringCluster(home)
  const begun = Date.now()
  let isReplacing = false
  try {
    layBaseBackup(base, recovered, home)
    const log = openLog({ level: 'error' })
    const onLost = (error: Error) => {
      throw error
    }
    const more = recoverySettings(archive, home.cluster, at && until)
    const postgres = await startRecovery({ dataDir, log, onLost }, more).catch((error: unknown) => {
      throw describeFailure(error, until)
    })
    const replay_ms = Date.now() - begun
    let checked: Pick<TimedRestore, 'chains' | 'missing'>
    try {
      checked = await checkRecovered(config, postgres, { until, baseEndedAt: base.endedAt.toISOString() })
    } finally {
      await postgres.stop()
    }
    isReplacing = true
    const before = replaceCluster(archive, home, { recovered, until: at })
    return { baseEndedAt: base.endedAt, replay_ms, ...checked, before }
  } catch (error) {
    if (!isReplacing) await rm(recovered, { recursive: true, force: true })
    throw error
  }
}

function describeFailure(error: unknown, until: string): unknown {
  if (!String(error).includes('before configured recovery target was reached')) return error
  return new BackupError(
    'no-such-moment',
    `Nothing in the log is later than ${until}. For all there is, say: --until latest`,
    error,
  )
}

async function checkRecovered(
  config: Config,
  { ownerConfig, appConfig }: EmbeddedPostgres,
  source: Record<string, unknown>,
): Promise<Pick<TimedRestore, 'chains' | 'missing'>> {
  const files = openStoredFiles(await effectiveConfig(config, ownerConfig))
  const missing = await withDedicatedConnection(ownerConfig, async (client) => {
    const absent: string[] = []
    await client.query('begin read only')
    for await (const { name } of listReferencedFiles(client)) {
      const found = await files.read(name)
      if (!found) absent.push(name)
      found?.stream.destroy()
    }
    return absent
  })
  const keeper = keyringKeeper(openKeyring(keySourceOf(config)))
  const log = openLog({ level: 'error' })
  const details = { ...source, missing: missing.length }
  return { missing, chains: await verifyAndRecord({ app: appConfig, keeper, log }, details) }
}
