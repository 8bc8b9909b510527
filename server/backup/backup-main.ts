/**
 * `npm run backup`: the database and the files of this installation as one encrypted archive, while it runs.
 *
 *   npm run backup -- FILE [--with-master-key] [--json]
 *   npm run backup -- --new-key
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError } from '../config.ts'
import { BackupFault } from './backup-fault.ts'
import { makeKeyPair } from './backup-key.ts'
import { backUp } from './backup-run.ts'
import { megabytes, say } from './backup-words.ts'
import type { Backup } from './make-backup.ts'

const usage = 'Name the archive to write: npm run backup -- FILE [--with-master-key]'

async function newKey(): Promise<void> {
  const { identity, recipient } = await makeKeyPair()
  say(`Set this where backups are made:\n  BACKUP_RECIPIENT=${recipient}`)
  say(`Keep this apart from the installation and from its backups; without it no archive can be read:`)
  say(`  BACKUP_IDENTITY=${identity}`)
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
  if (values['new-key']) return newKey().then(() => 0)
  const [file, ...others] = positionals
  if (!file || others.length > 0) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const place = path.resolve(file)
  const made = await backUp(process.env, place, { withMasterKey: values['with-master-key'] ?? false })
  if (values.json) say(JSON.stringify(made))
  else tell(place, made, values['with-master-key'] ?? false)
  return made.missing.length > 0 ? 1 : 0
}

function tell(place: string, made: Backup, withMasterKey: boolean): void {
  say(`${place}: ${megabytes(made.bytes)}, everything of ${made.takenAt} and nothing later.`)
  say(`  ${made.rows} rows in ${made.tables} tables, ${made.files} files; read back whole and found right.`)
  if (!withMasterKey) say('  MASTER_KEY is not in it: keep that apart, a restored copy needs it.')
  for (const name of made.missing) say(`  MISSING from the file store, or altered there: ${name}`)
}

try {
  process.exitCode = await run()
} catch (error) {
  const isForPeople = error instanceof BackupFault || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
