/**
 * `npm run backup`: the database and the files of this installation as one encrypted archive, while it runs.
 *
 *   npm run backup -- FILE [--with-master-key] [--json]
 *   npm run backup -- --new-key
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { BackupError } from './backup-error.ts'
import { generateKeyPair } from './backup-key.ts'
import { runBackup } from './backup-run.ts'
import { formatMegabytes, printLine } from './backup-output.ts'
import type { Backup } from './create-backup.ts'

const usage = 'Name the archive to write: npm run backup -- FILE [--with-master-key]'

async function generateKey(): Promise<void> {
  const { identity, recipient } = await generateKeyPair()
  printLine(`Set this where backups are made:\n  BACKUP_RECIPIENT=${recipient}`)
  printLine(`Keep this apart from the installation and from its backups; without it no archive can be read:`)
  printLine(`  BACKUP_IDENTITY=${identity}`)
}

async function run(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      'with-master-key': { type: 'boolean' },
      'new-key': { type: 'boolean' },
      json: { type: 'boolean' },
    },
  })
  if (values['new-key']) return generateKey().then(() => 0)
  const [file, ...others] = positionals
  if (!file || others.length > 0) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const place = path.resolve(file)
  const made = await runBackup(process.env, place, { withMasterKey: values['with-master-key'] ?? false })
  if (values.json) printLine(JSON.stringify(made))
  else printSummary(place, made, values['with-master-key'] ?? false)
  return made.missing.length > 0 ? 1 : 0
}

function printSummary(place: string, made: Backup, withMasterKey: boolean): void {
  printLine(`${place}: ${formatMegabytes(made.bytes)}, everything of ${made.takenAt} and nothing later.`)
  printLine(
    `  ${made.rows} rows in ${made.tables} tables, ${made.files} files; read back whole and found right.`,
  )
  if (!withMasterKey)
    printLine(
      '  MASTER_KEY is not in it: keep that apart. Without it no file of a patient can be read in a restored copy.',
    )
  for (const name of made.missing) printLine(`  MISSING from the file store, or altered there: ${name}`)
}

try {
  process.exitCode = await run()
} catch (error) {
  const isForPeople = error instanceof BackupError || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
