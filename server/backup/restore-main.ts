/**
 * `npm run restore`: an archive as a new installation, in an empty database and an empty data directory.
 *
 *   npm run restore -- FILE
 *   npm run restore -- --check FILE
 */
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, readConfig, type Config } from '../config.ts'
import { BackupFault } from './backup-fault.ts'
import { megabytes, say } from './backup-words.ts'
import type { ReadArchive } from './restore-backup.ts'
import { readWhole } from './restore-backup.ts'
import { restoreInto, type Placed } from './restore-run.ts'

const usage = 'Name the archive: npm run restore -- FILE, or -- --check FILE to read it and restore nothing'

function tellRead({ header, manifest }: ReadArchive): void {
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
  const { count, bytes } = manifest.files
  say(`The archive is whole: everything of ${header.takenAt}, made by release ${header.version}.`)
  say(`  ${rows} rows in ${header.tables.length} tables, ${count} files of ${megabytes(bytes)}.`)
  for (const name of manifest.missing)
    say(`  The file store lacked, or had altered, when it was made: ${name}`)
}

function tellPlaced({ chains, key }: Placed): void {
  say('Restored. Every row and every file is there, with the count and the hash that the archive says.')
  say(`  ${chains.auditRows} entries of audit logs and ${chains.consents} chains of consents recomputed.`)
  for (const id of chains.brokenLogs)
    say(`  DOES NOT HOLD, and did not when it was backed up: audit log of ${id}`)
  for (const id of chains.brokenConsents)
    say(`  DOES NOT HOLD, and did not when it was backed up: chain of consent ${id}`)
  say(keyWords[key])
}

const keyWords = {
  same: '  MASTER_KEY is the one of the archive: people stay signed in, and the seal goes on.',
  brought: '  MASTER_KEY was in the archive and is in the secrets of the data directory now.',
  other:
    '  MASTER_KEY is another one than that of the archive, or there is none yet. Set the old one before the first start, or everyone has to sign in again and a new sealing key is needed.',
} as const satisfies Record<Placed['key'], string>

async function run(config: Config): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean' } },
  })
  const [file, ...others] = positionals
  if (!file || others.length > 0) {
    process.stderr.write(`${usage}\n`)
    return 2
  }
  const place = path.resolve(file)
  const read = await readWhole(place, config.backupKeys)
  try {
    tellRead(read)
    if (values.check) return read.manifest.missing.length > 0 ? 1 : 0
    const placed = await restoreInto(config, { file: place, read })
    tellPlaced(placed)
    return placed.chains.brokenLogs.length + placed.chains.brokenConsents.length > 0 ? 1 : 0
  } finally {
    await read.list.remove()
  }
}

try {
  process.exitCode = await run(readConfig(process.env))
} catch (error) {
  const isForPeople = error instanceof BackupFault || error instanceof ConfigError
  process.stderr.write(`${isForPeople ? error.message : String((error as Error).stack)}\n`)
  process.exitCode = 2
}
