import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type pg from 'pg'
import { listReferencedFiles, type ReferencedFile } from '../modules/data-keys/index.ts'
import { appliedMigrations } from '../platform/database/migrate.ts'
import { backupRole } from '../platform/database/roles.ts'
import type { FileStore } from '../platform/files/files.ts'
import type { DataKeys } from '../platform/files/sealed-files.ts'
import {
  format_version,
  formatFileLine,
  hasContent,
  entryNames,
  type FileLine,
  type Header,
  type Manifest,
} from './archive-format.ts'
import { createArchive, type ArchiveWriter } from './archive-writer.ts'
import { openEncryptionKey, type BackupKeys } from './backup-key.ts'
import { BackupError } from './backup-error.ts'
import { chainHeads } from './chain-heads.ts'
import { checkArchive } from './check-archive.ts'
import { openSpool, type LineSpool } from './line-spool.ts'
import { observeContent } from './sealed-content.ts'
import { copyOut, RowHasher } from './table-copy.ts'
import { findTables, fullName, buildCopyQuery, copySettings, type Table } from './table-list.ts'
import { withDedicatedConnection } from '../platform/database/dedicated-connection.ts'

export type BackupDeps = {
  /** The owner's login, which may take the role that reads everything and writes nothing. */
  owner: pg.ClientConfig
  /** As they lie in the store: what is encrypted there is so in the archive. */
  files: FileStore
  /** To see whether what is encrypted is what its row says. */
  dataKeys: Pick<DataKeys, 'find'>
  dataDir: string
  keys: BackupKeys
  /** Tells one master key from another. */
  keyFingerprint: string
  /** The master key itself, where it is asked into the archive. */
  masterKey: Uint8Array | null
}

export type Backup = {
  takenAt: string
  bytes: number
  tables: number
  rows: number
  files: number
  missing: string[]
}

const list_part_bytes = 4 * 1024 * 1024

/**
 * Writes database and files to one encrypted archive while the product runs, reads it back whole, and only then gives it
 * its name. The rows are those of one moment; files are written before their rows, so they are copied after that moment.
 */
export async function createBackup(file: string, parts: BackupDeps): Promise<Backup> {
  if (await fileExists(file))
    throw new BackupError('file-taken', `There is a file at ${file} already. Name another.`)
  const { encrypter, decrypter } = await openEncryptionKey(parts.keys)
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.part`)
  const list = await openSpool()
  try {
    await writeArchive(await createArchive(draft, encrypter), { ...parts, list })
    const { header, manifest } = await checkArchive(draft, decrypter)
    await rename(draft, file)
    const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0)
    return {
      ...{ takenAt: header.takenAt, bytes: (await stat(file)).size, rows },
      ...{ tables: header.tables.length, files: manifest.files.count, missing: manifest.missing },
    }
  } finally {
    await list.remove()
    await rm(draft, { force: true })
  }
}

const fileExists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

type ArchiveWriteDeps = BackupDeps & { list: LineSpool }

async function writeArchive(archive: ArchiveWriter, parts: ArchiveWriteDeps): Promise<void> {
  try {
    await withDedicatedConnection({ ...parts.owner, application_name: 'candour backup' }, async (client) => {
      const { tables, chains } = await writeRows(archive, client, parts)
      const { missing, ...files } = await writeFiles(archive, client, parts)
      const manifest: Manifest = { tables, files, missing, chains }
      await archive.addBytes(entryNames.manifest, Buffer.from(JSON.stringify(manifest)))
      await archive.finish()
    })
  } catch (error) {
    await archive.abort(error)
    throw error
  }
}

/** Everything that one snapshot shows; the names of files go to the list. */
async function writeRows(
  archive: ArchiveWriter,
  client: pg.Client,
  { keyFingerprint, masterKey, list }: ArchiveWriteDeps,
): Promise<Pick<Manifest, 'tables' | 'chains'>> {
  const migrations = await appliedMigrations(client)
  await client.query(copySettings)
  await client.query(`begin isolation level repeatable read read only; set local role ${backupRole}`)
  const found = await findTables(client)
  const header = await buildHeader(client, { tables: found, migrations, keyMark: keyFingerprint })
  await archive.addBytes(entryNames.header, Buffer.from(JSON.stringify(header)))
  if (masterKey) await archive.addBytes(entryNames.masterKey, masterKey)
  const tables: Manifest['tables'] = {}
  for (const table of found) {
    const count = new RowHasher()
    let part = 0
    for await (const bytes of copyOut(client, buildCopyQuery(table), count)) {
      const number = String(++part).padStart(6, '0')
      await archive.addBytes(`${entryNames.tables}${fullName(table)}/${number}.copy`, bytes)
    }
    tables[fullName(table)] = count.end()
  }
  const chains = await chainHeads(client)
  for await (const named of listReferencedFiles(client)) await list.add(JSON.stringify(named))
  await client.query('commit; reset role')
  return { tables, chains }
}

async function releaseName(): Promise<string> {
  const settings = await readFile(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(settings) as { version: string }).version
}

async function buildHeader(
  client: pg.Client,
  { tables, ...known }: { tables: Table[]; migrations: string[]; keyMark: string },
): Promise<Header> {
  const { rows } = await client.query<{ at: Date; snapshot: string; jobs: number }>(
    `select now() as at, pg_current_snapshot()::text as snapshot, (select version from pgboss.version) as jobs`,
  )
  return {
    ...{ format: format_version, product: 'candour', version: await releaseName(), ...known },
    takenAt: rows[0]!.at.toISOString(),
    snapshot: rows[0]!.snapshot,
    jobSchema: rows[0]!.jobs,
    tables: tables.map((table) => ({ name: fullName(table), columns: table.columns })),
  }
}

/** More than these are not single losses: the store is another one, or gone. */
const missing_files_max = 10_000

type WrittenFiles = Manifest['files'] & { missing: string[] }

/** The files that the list names, and behind them the list of what was found. */
async function writeFiles(
  archive: ArchiveWriter,
  client: pg.Client,
  parts: ArchiveWriteDeps,
): Promise<WrittenFiles> {
  const written = await openSpool()
  try {
    const sum = { count: 0, bytes: 0 }
    const [whole, absent] = [createHash('sha256'), new Set<string>()]
    for await (const text of parts.list.lines()) {
      const named = JSON.parse(text) as ReferencedFile
      const line = await writeFile(archive, parts, named)
      if (!hasContent(line, named.sha256)) absent.add(line.name)
      if (absent.size > missing_files_max)
        throw new Error(`The file store lacks more than ${missing_files_max} files`)
      if (line.sha256 !== null) {
        sum.count++
        sum.bytes += line.bytes
      }
      whole.update(`${formatFileLine(line)}\n`)
      await written.add(formatFileLine(line))
    }
    await writeFileList(archive, await written.close())
    const missing = absent.size > 0 ? await findStillReferenced(client, absent) : []
    return { ...sum, sha256: whole.digest('hex'), missing }
  } finally {
    await written.remove()
  }
}

async function writeFileList(archive: ArchiveWriter, file: string): Promise<void> {
  let part = 0
  const chunks = createReadStream(file, { highWaterMark: list_part_bytes })
  for await (const chunk of chunks as AsyncIterable<Buffer>)
    await archive.addBytes(`${entryNames.list}${String(++part).padStart(6, '0')}`, chunk)
}

/** Copies one file; where its bytes are others than its row says, as they are, for whoever looks into it. */
async function writeFile(
  archive: ArchiveWriter,
  parts: ArchiveWriteDeps,
  named: ReferencedFile,
): Promise<FileLine> {
  const { name } = named
  const found = await openReferencedFile(parts, named)
  if (!found) return { name, sha256: null, bytes: 0 }
  const hash = createHash('sha256')
  const content = observeContent(parts.dataKeys, { name, bytes: found.bytes })
  const watched = content.watch(hashStream(found.stream, hash))
  await archive.addStream(`${entryNames.files}${name}`, found.bytes, watched)
  return { name, sha256: hash.digest('hex'), bytes: found.bytes, ...(await content.end()) }
}

async function* hashStream(stream: Readable, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of stream as AsyncIterable<Uint8Array>) {
    hash.update(chunk)
    yield chunk
  }
}

/** A file from where it is kept; an arriving video from where uploads are, or the store, if it has moved meanwhile. */
async function openReferencedFile({ files, dataDir }: BackupDeps, { name, upload }: ReferencedFile) {
  if (!upload) return files.read(name)
  const place = path.join(dataDir, name)
  const size = await stat(place).then(
    (found) => found.size,
    () => null,
  )
  if (size !== null) return { stream: createReadStream(place), bytes: size }
  return files.read(upload.storedAs)
}

/** Rows and files may have been deleted since the snapshot; only what is still named is missing. */
async function findStillReferenced(client: pg.Client, absent: ReadonlySet<string>): Promise<string[]> {
  await client.query(`begin isolation level repeatable read read only; set local role ${backupRole}`)
  const missing: string[] = []
  for await (const { name } of listReferencedFiles(client)) if (absent.has(name)) missing.push(name)
  await client.query('commit')
  return missing
}
