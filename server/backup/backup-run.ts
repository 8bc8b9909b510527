import { existsSync } from 'node:fs'
import path from 'node:path'
import { openStoredFiles } from '../stored-files.ts'
import { readConfig } from '../config.ts'
import { keySourceOf } from '../key-source.ts'
import { connectToRunningDatabase } from '../logins.ts'
import { effectiveConfig } from '../effective-config.ts'
import { writeAudit } from '../modules/audit/index.ts'
import { openDataKeys } from '../modules/data-keys/index.ts'
import { systemClock } from '../platform/clock.ts'
import { openDatabase, type Database } from '../platform/database/database.ts'
import { createJobRunners } from '../platform/jobs/job-runner.ts'
import { keyringKeeper } from '../platform/keys/key-keeper.ts'
import { masterKeyText, openKeyring } from '../platform/keys/keyring.ts'
import { openLog } from '../platform/log.ts'
import { BackupError } from './backup-error.ts'
import { createBackup, type Backup } from './create-backup.ts'

/** Backs up the installation that these settings describe, running or not, and puts it on the platform's record. */
export async function runBackup(
  variables: Record<string, string | undefined>,
  file: string,
  { withMasterKey }: { withMasterKey: boolean },
): Promise<Backup> {
  const config = readConfig(variables)
  const log = openLog({ level: 'error' })
  if (config.database.embedded && !existsSync(path.join(config.dataDir, 'postgres')))
    throw new BackupError('does-not-match', `There is no installation in ${config.dataDir} to back up.`)
  const logins = await connectToRunningDatabase(config, log)
  const database = openDatabase(logins.app, { log, connections_max: 1 })
  try {
    const source = keySourceOf(config)
    const keyring = openKeyring(source)
    const made = await createBackup(file, {
      owner: logins.owner,
      dataKeys: openDataKeys({ database, keeper: keyringKeeper(keyring), clock: systemClock }),
      files: openStoredFiles(await effectiveConfig(config, logins.owner)),
      dataDir: config.dataDir,
      keys: config.backupKeys,
      keyFingerprint: keyring.fingerprint(),
      masterKey: withMasterKey ? Buffer.from(masterKeyText(source)) : null,
    })
    await recordBackup(database, made)
    return made
  } finally {
    await database.close()
    await logins.stop()
  }
}

async function recordBackup(
  database: Database,
  { takenAt, bytes, rows, files, missing }: Backup,
): Promise<void> {
  const { runPlatformJob } = createJobRunners({
    ...{ database, clock: systemClock, writeAudit, insertJobs: async () => {} },
  })
  const details = { takenAt, bytes, rows, files, missing: missing.length }
  await runPlatformJob(async (_scope, note) => note({ action: 'backup.made', subject: null, details }))
}
