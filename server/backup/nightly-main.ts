/**
 * The archive of this night, in a program of its own: one instance makes it, the older ones than are kept are removed.
 * Ends with 0 and the archive as JSON, or with a reason.
 */
import { constants, setPriority } from 'node:os'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { connectToRunningDatabase } from '../logins.ts'
import { openLog } from '../platform/log.ts'
import { BackupError } from './backup-error.ts'
import { runBackup } from './backup-run.ts'
import { printLine } from './backup-output.ts'
import { skipped_exit_code, type NightlySettings } from './nightly-backups.ts'
import { archiveName, isBackupDue, archivesToDelete } from './nightly-rules.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

/** Any number, the same for every instance: only one makes the archive. */
const nightlyLock = 5_530_221
const partial_archive_ms_max = 24 * 60 * 60 * 1000

async function createNightlyArchive({ folder, hour, keep }: NightlySettings): Promise<number> {
  if (!isBackupDue(await readdir(folder), new Date(), hour)) return skipped_exit_code
  await removePartialArchives(folder)
  const made = await runBackup(process.env, path.join(folder, archiveName(new Date())), {
    withMasterKey: false,
  })
  for (const name of archivesToDelete(await readdir(folder), keep)) await rm(path.join(folder, name))
  printLine(JSON.stringify({ ...made, missing: made.missing.length }))
  if (made.missing.length === 0) return 0
  const examples = made.missing.slice(0, 3).join(', ')
  process.stderr.write(
    `The archive was made, but the file store lacks ${made.missing.length} files or has altered them: ${examples}\n`,
  )
  return 1
}

/** What a program that was killed left behind. */
async function removePartialArchives(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name)
    const isDraft = name.startsWith('.candour-') && name.endsWith('.part')
    if (isDraft && Date.now() - (await stat(place)).mtimeMs > partial_archive_ms_max) await rm(place)
  }
}

async function run(): Promise<number> {
  // The practice goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  const config = readConfig(process.env)
  if (config.nightlyBackup.off) throw new BackupError('no-key', 'BACKUP_DIR is not set.')
  const logins = await connectToRunningDatabase(config, openLog({ level: 'error' }))
  const { nightlyBackup } = config
  try {
    const holder = { ...logins.owner, application_name: 'candour nightly backup' }
    return await withDedicatedConnection(holder, async (client) => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        nightlyLock,
      ])
      return rows[0]!.held ? createNightlyArchive(nightlyBackup) : skipped_exit_code
    })
  } finally {
    await logins.stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  const isForPeople = error instanceof BackupError || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String(error as Error)}\n`)
  process.exitCode = 2
}
