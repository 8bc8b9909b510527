/**
 * `npm run base-backup`: a copy of the embedded database's whole cluster into WAL_ARCHIVE_DIR, while Candour runs.
 *
 *   npm run base-backup [-- --keep 2]
 */
import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from '../config.ts'
import { BackupError } from './backup-error.ts'
import { formatMegabytes, printLine } from './backup-output.ts'
import { runBaseBackup } from './timed-restore.ts'

async function run(): Promise<number> {
  const { values } = parseArgs({ options: { keep: { type: 'string', default: '2' } } })
  const keep = Number(values.keep)
  if (!Number.isInteger(keep) || keep < 1) {
    process.stderr.write(
      'Say how many base backups are kept, at least one: npm run base-backup -- --keep 2\n',
    )
    return 2
  }
  const { folder, bytes, endedAt, removed } = await runBaseBackup(readConfig(process.env), keep)
  printLine(
    `${folder}: ${formatMegabytes(bytes)}. From ${endedAt.toISOString()} on, any moment can be restored.`,
  )
  printLine(`  Removed as older: ${removed.bases} base backups, ${removed.pieces} pieces of the log.`)
  return 0
}

try {
  process.exitCode = await run()
} catch (error) {
  const isForPeople = error instanceof BackupError || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
