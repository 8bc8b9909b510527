/**
 * `npm run restore`: an archive as a new installation, in an empty database and an empty data directory.
 *
 *   npm run restore -- FILE
 *   npm run restore -- --check FILE
 *
 * Or the embedded database as it was at a moment, from the base backups and the log in WAL_ARCHIVE_DIR:
 *
 *   npm run restore -- --until 2026-11-30T09:14:59Z
 *   npm run restore -- --until latest
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { AlreadyRunningError } from '../platform/database/embedded-postgres.ts'
import { BackupError } from './backup-error.ts'
import { formatMegabytes, printLine } from './backup-output.ts'
import type { ChainCheckReport } from './chain-verification.ts'
import { restoreToMoment, type TimedRestore } from './timed-restore.ts'
import type { LoadedArchive } from './restore-backup.ts'
import { loadArchive } from './restore-backup.ts'
import { restoreInstallation, type RestoredInstallation } from './restore-run.ts'

const usage =
  'Name the archive: npm run restore -- FILE, or -- --check FILE to read it and restore nothing, or -- --until TIME'

function printArchiveSummary({ header, manifest }: LoadedArchive): void {
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const { count, bytes } = manifest.files
  printLine(`The archive is whole: everything of ${header.takenAt}, made by release ${header.version}.`)
  printLine(`  ${rows} rows in ${header.tables.length} tables, ${count} files of ${formatMegabytes(bytes)}.`)
  for (const name of manifest.missing)
    printLine(`  The file store lacked, or had altered, when it was made: ${name}`)
}

function printRestoreSummary({ chains, key }: RestoredInstallation): void {
  printLine('Restored. Every row and every file is there, with the count and the hash that the archive says.')
  printChains(chains)
  printLine(keyMessages[key])
}

function printTimedRestore(until: string, { baseEndedAt, chains, missing, before }: TimedRestore): void {
  printLine(`Restored to ${until}, from the base backup of ${baseEndedAt.toISOString()} and the log since.`)
  printChains(chains)
  for (const name of missing) printLine(`  The file store lacks: ${name}`)
  if (before) printLine(`  The database of before is in ${before}: remove it once nothing of it is needed.`)
  printLine('  Start Candour, and make a new base backup: npm run base-backup')
}

function printChains(chains: ChainCheckReport): void {
  printLine(
    `  ${chains.auditRows} entries of audit logs and ${chains.consents} chains of consents recomputed.`,
  )
  for (const id of chains.brokenLogs)
    printLine(`  DOES NOT HOLD, and did not when it was backed up: audit log of ${id}`)
  for (const id of chains.brokenConsents)
    printLine(`  DOES NOT HOLD, and did not when it was backed up: chain of consent ${id}`)
}

const keyMessages = {
  same: '  MASTER_KEY is the one of the archive: people stay signed in, and the seal goes on.',
  brought: '  MASTER_KEY was in the archive and is in the secrets of the data directory now.',
  other:
    '  MASTER_KEY is another one than that of the archive, or there is none yet. Set the old one before the first start: without it no file of a patient can be read, everyone has to sign in again and a new sealing key is needed.',
} as const satisfies Record<RestoredInstallation['key'], string>

const endOf = ({ brokenLogs, brokenConsents }: ChainCheckReport, missing: readonly string[] = []): number =>
  brokenLogs.length + brokenConsents.length + missing.length > 0 ? 1 : 0

async function run(config: Config): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' }, until: { type: 'string' } },
  })
  if (values.until !== undefined && positionals.length === 0) {
    const restored = await restoreToMoment(config, values.until)
    printTimedRestore(values.until, restored)
    return endOf(restored.chains, restored.missing)
  }
  const [file, ...others] = positionals
  if (!file || others.length > 0 || values.until !== undefined) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const place = path.resolve(file)
  const read = await loadArchive(place, config.backupKeys)
  try {
    printArchiveSummary(read)
    if (values.check) return read.manifest.missing.length > 0 ? 1 : 0
    const placed = await restoreInstallation(config, { file: place, read })
    printRestoreSummary(placed)
    return endOf(placed.chains)
  } finally {
    await read.list.remove()
  }
}

try {
  process.exitCode = await run(readConfig(process.env))
} catch (error) {
  const isForPeople =
    error instanceof BackupError || error instanceof ConfigError || error instanceof AlreadyRunningError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
