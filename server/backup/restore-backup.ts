import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { listReferencedFiles } from '../modules/data-keys/index.ts'
import type { Log } from '../platform/database/database.ts'
import { toCurrentMigrations, migrateDatabase, migrationHashes } from '../platform/database/migrate.ts'
import type { LoginPasswords } from '../platform/database/roles.ts'
import { copyDurably } from '../platform/files/durable-file.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { KeyKeeper } from '../platform/keys/key-keeper.ts'
import { hasContent, parseFileLine, type Header, type Manifest } from './archive-format.ts'
import { openDecryptionKey, type BackupKeys } from './backup-key.ts'
import { BackupError } from './backup-error.ts'
import { checkArchive } from './check-archive.ts'
import { clearDatabase, isDatabaseEmpty } from './empty-database.ts'
import { openSpool, type LineSpool } from './line-spool.ts'
import type { ChainCheckReport } from './chain-verification.ts'
import { verifyAndRecord } from './restored-copy.ts'
import { createTableLoader, type TableLoader } from './table-loader.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

/** An empty database, an empty store, and what opens the archive. */
export type RestoreDeps = {
  owner: pg.ClientConfig
  app: pg.ClientConfig
  passwords: LoginPasswords
  files: FileStore
  dataDir: string
  keys: BackupKeys
  /** Who unwraps what the archive brings, to check what is encrypted; it is passed by what cannot be unwrapped. */
  keeper: KeyKeeper
  log: Log
}

export type RestoreResult = {
  header: Header
  manifest: Manifest
  chains: ChainCheckReport
  masterKey: string | null
}

/** An archive that was read to its end and holds what it says. The list of its files is kept until it is closed. */
export type LoadedArchive = { header: Header; manifest: Manifest; list: LineSpool; masterKey: string | null }

/** Reads an archive whole, touching nothing else, and throws for one that cannot be restored by this release. */
export async function loadArchive(file: string, keys: BackupKeys): Promise<LoadedArchive> {
  const list = await openSpool()
  let masterKey: string | null = null
  try {
    const visitor = {
      header: assertSupportedVersion,
      masterKey: async (text: string) => void (masterKey = text),
    }
    return { ...(await checkArchive(file, openDecryptionKey(keys), visitor, list)), list, masterKey }
  } catch (error) {
    await list.remove()
    throw error
  }
}

async function assertSupportedVersion({ migrations, version }: Header): Promise<void> {
  const ours = await migrationHashes()
  const theirs = await toCurrentMigrations(migrations)
  if (!theirs || theirs.some((hash, place) => hash !== ours[place]))
    throw new BackupError(
      'newer',
      `The archive is of another line of releases, or of a newer one (${version}), than this. Restore it with that release.`,
    )
}

/**
 * Restores an archive that was read whole into a database and a store that are empty, checks that everything is there
 * and every chain holds, and takes all of it away again where anything is not so.
 */
export async function restoreArchive(
  file: string,
  read: LoadedArchive,
  parts: RestoreDeps,
): Promise<RestoreResult> {
  await assertEmptyTarget(read, parts)
  try {
    await loadRowsAndFiles(file, read, parts)
    await migrateDatabase(parts.owner, parts.passwords)
    await compareFiles(read, parts)
    const { takenAt, version } = read.header
    const chains = await verifyAndRecord(parts, {
      ...{ takenAt, version, missing: read.manifest.missing.length },
    })
    return { ...read, chains }
  } catch (error) {
    await rollBackRestore(read, parts)
    throw error
  }
}

const folderOf = (name: string): string => name.split('/')[0]!

async function assertEmptyTarget(
  { list }: LoadedArchive,
  { owner, files, dataDir }: RestoreDeps,
): Promise<void> {
  if (!(await isDatabaseEmpty(owner)))
    throw new BackupError('place-not-empty', 'The database is not empty. Restore into a new one.')
  const folders = new Set<string>()
  for await (const text of list.lines()) folders.add(folderOf(parseFileLine(text).name))
  for (const folder of folders) {
    const isFull =
      folder === 'uploads'
        ? await stat(path.join(dataDir, folder)).then(Boolean, () => false)
        : (await files.list(`${folder}/`, 1)).length > 0
    if (isFull)
      throw new BackupError('place-not-empty', `The file store is not empty: it has files in ${folder}.`)
  }
}

/** Loads rows and files. Rows are seen by nobody before all of them are there. */
async function loadRowsAndFiles(
  file: string,
  { header, manifest }: LoadedArchive,
  parts: RestoreDeps,
): Promise<void> {
  const migrations = (await toCurrentMigrations(header.migrations))!
  await migrateDatabase(parts.owner, parts.passwords, { count: migrations.length })
  const scratch = path.join(parts.dataDir, `restoring-${randomUUID()}`)
  await mkdir(scratch, { recursive: true, mode: 0o700 })
  try {
    await withDedicatedConnection({ ...parts.owner, application_name: 'candour restore' }, async (owner) => {
      let loading: TableLoader | undefined
      await checkArchive(file, openDecryptionKey(parts.keys), {
        header: async (told) => void (loading = await createTableLoader(owner, told)),
        rows: (table, chunk) => loading!.rows(table, chunk),
        tablesEnd: () => loading!.end(manifest),
        file: (name, body) => restoreFile(parts, name, { body, scratch }),
      })
    })
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

const uploadName = /^uploads\/[\da-f-]{36}\.whole$/

async function restoreFile(
  { files, dataDir }: RestoreDeps,
  name: string,
  { body, scratch }: { body: AsyncIterable<Uint8Array>; scratch: string },
): Promise<void> {
  const place = path.join(scratch, 'file')
  await pipeline(body, createWriteStream(place, { mode: 0o600 }))
  if (uploadName.test(name)) await copyDurably(place, path.join(dataDir, name))
  else await files.putFile(name, place)
}

/** Whether the archive had each file that a row names, with the hash that the row says. */
async function compareFiles({ list, manifest }: LoadedArchive, { owner }: RestoreDeps): Promise<void> {
  const missing = new Set(manifest.missing)
  await withDedicatedConnection(owner, async (client) => {
    await client.query('begin read only; set local role candour_backup')
    const lines = list.lines()[Symbol.asyncIterator]()
    for await (const { name, sha256 } of listReferencedFiles(client)) {
      const { value } = (await lines.next()) as { value: string | undefined }
      const line = value === undefined ? null : parseFileLine(value)
      const isSame = line?.name === name && hasContent(line, sha256)
      // Rows and files that were deleted while the backup was made have no file in it either.
      if (isSame || (line?.name === name && (line.sha256 === null || missing.has(name)))) continue
      throw new BackupError('incomplete', `The archive is not complete: the file ${name} is missing.`)
    }
    await client.query('commit')
  })
}

/** Leaves the place as empty as it was. */
async function rollBackRestore(
  { list }: LoadedArchive,
  { owner, files, dataDir }: RestoreDeps,
): Promise<void> {
  await clearDatabase(owner)
  for await (const text of list.lines()) {
    const { name } = parseFileLine(text)
    if (uploadName.test(name)) await rm(path.join(dataDir, name), { force: true })
    else await files.remove(name)
  }
}
