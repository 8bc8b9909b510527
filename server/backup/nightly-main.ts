/**
 * The archive of this night, in a program of its own: one instance makes it, the older ones than are kept are removed.
 * Ends with 0 and the archive as JSON, or with a reason.
 */
import { constants, setPriority } from 'node:os'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { ConfigError, readConfig } from '../config.ts'
import { visitLogins } from '../logins.ts'
import { openLog } from '../platform/log.ts'
import { BackupFault } from './backup-fault.ts'
import { backUp } from './backup-run.ts'
import { say } from './backup-words.ts'
import { elsewhere_status, type NightlySettings } from './nightly-backups.ts'
import { archiveName, isDue, outdated } from './nightly-rules.ts'
import { withOwnConnection } from '../platform/database/own-connection.ts'

/** Any number, the same for every instance: only one makes the archive. */
const nightlyLock = 5_530_221
const draft_ms_max = 24 * 60 * 60 * 1000

async function makeOne({ folder, hour, keep }: NightlySettings): Promise<number> {
  if (!isDue(await readdir(folder), new Date(), hour)) return elsewhere_status
  await removeDrafts(folder)
  const made = await backUp(process.env, path.join(folder, archiveName(new Date())), { withMasterKey: false })
  for (const name of outdated(await readdir(folder), keep)) await rm(path.join(folder, name))
  say(JSON.stringify({ ...made, missing: made.missing.length }))
  if (made.missing.length === 0) return 0
  const examples = made.missing.slice(0, 3).join(', ')
  process.stderr.write(
    `The archive was made, but the file store lacks ${made.missing.length} files or has altered them: ${examples}\n`,
  )
  return 1
}

/** What a program that was killed left behind. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const place = path.join(folder, name)
    const isDraft = name.startsWith('.candour-') && name.endsWith('.part')
    if (isDraft && Date.now() - (await stat(place)).mtimeMs > draft_ms_max) await rm(place)
  }
}

async function run(): Promise<number> {
  // The practice goes first.
  setPriority(constants.priority.PRIORITY_LOW)
  const config = readConfig(process.env)
  if (config.nightlyBackup.off) throw new BackupFault('no-key', 'BACKUP_DIR is not set.')
  const logins = await visitLogins(config, openLog({ level: 'error' }))
  const { nightlyBackup } = config
  try {
    const holder = { ...logins.owner, application_name: 'candour nightly backup' }
    return await withOwnConnection(holder, async (client) => {
      const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        nightlyLock,
      ])
      return rows[0]!.held ? makeOne(nightlyBackup) : elsewhere_status
    })
  } finally {
    await logins.stop()
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  const isForPeople = error instanceof BackupFault || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String(error as Error)}\n`)
  process.exitCode = 2
}
