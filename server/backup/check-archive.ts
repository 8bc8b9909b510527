import type { Decrypter } from 'age-encryption'
import { createHash } from 'node:crypto'
import {
  format_version,
  Header,
  formatFileLine,
  Manifest,
  entryNames,
  parseFileLine,
  type FileLine,
} from './archive-format.ts'
import { readArchive, readEntryText, type ArchiveEntry } from './archive-reader.ts'
import { BackupError } from './backup-error.ts'
import { openSpool, type LineSpool } from './line-spool.ts'
import { RowHasher, type RowDigest } from './table-copy.ts'

/** What is done with an archive's parts as they come by. */
export type ArchiveVisitor = {
  header?(header: Header): Promise<void>
  masterKey?(text: string): Promise<void>
  /** The next bytes of a table's rows. */
  rows?(table: string, chunk: Uint8Array): Promise<void>
  /** Every table is over before the first file. */
  tablesEnd?(): Promise<void>
  /** Takes the bytes of a file on their way; what it returns ends with them. */
  file?(name: string, body: AsyncIterable<Uint8Array>): Promise<void>
}

export type CheckedArchive = { header: Header; manifest: Manifest }

const incompleteError = (what: string) =>
  new BackupError('incomplete', `The archive is not complete: ${what}.`)

const tableNameOf = (entry: string): string => entry.slice(entryNames.tables.length).split('/')[0]!

function readHeader(text: string): Header {
  const told = JSON.parse(text) as Partial<Header>
  if (told.product !== 'candour')
    throw new BackupError('not-an-archive', 'This is not an archive of Candour.')
  if (Number(told.format) > format_version)
    throw new BackupError(
      'newer',
      `The archive was made by a newer release (${String(told.version)}). Restore it with that release.`,
    )
  return Header.parse(told)
}

/**
 * Reads an archive from its first byte to its last, counting and hashing everything in it, and throws for anything that
 * is not as its maker said. `list`, where given, holds the list of files afterwards.
 */
export async function checkArchive(
  file: string,
  decrypter: Decrypter,
  visitor: ArchiveVisitor = {},
  list?: LineSpool,
): Promise<CheckedArchive> {
  const seen = await openSpool()
  try {
    const reading = new ArchiveReader(visitor, { seen, ...(list && { list }) })
    for await (const entry of readArchive(file, decrypter)) await reading.processEntry(entry)
    return await reading.end()
  } finally {
    await seen.remove()
  }
}

class ArchiveReader {
  readonly #visitor: ArchiveVisitor
  readonly #seen: LineSpool
  readonly #list: LineSpool | undefined
  #header: Header | undefined
  #manifest: Manifest | undefined
  readonly #counts = new Map<string, RowHasher>()
  #areTablesOver = false
  #listed: ListComparison | undefined

  constructor(visitor: ArchiveVisitor, { seen, list }: { seen: LineSpool; list?: LineSpool }) {
    this.#visitor = visitor
    this.#seen = seen
    this.#list = list
  }

  async processEntry(entry: ArchiveEntry): Promise<void> {
    const { name } = entry
    if (name === entryNames.header) return this.#takeHeader(entry)
    if (!this.#header) throw new BackupError('not-an-archive', 'This is not an archive of Candour.')
    if (name === entryNames.masterKey) return this.#visitor.masterKey?.(await readEntryText(entry))
    if (name.startsWith(entryNames.tables)) return this.#takeRows(entry)
    await this.#endTables()
    if (name.startsWith(entryNames.files)) return this.#takeFile(entry)
    if (name.startsWith(entryNames.list)) return this.#takeList(entry)
    if (name !== entryNames.manifest) throw incompleteError(`nothing is known of '${name}'`)
    this.#manifest = Manifest.parse(JSON.parse(await readEntryText(entry)))
  }

  async #takeHeader(entry: ArchiveEntry): Promise<void> {
    this.#header = readHeader(await readEntryText(entry))
    await this.#visitor.header?.(this.#header)
  }

  async #takeRows({ name, body }: ArchiveEntry): Promise<void> {
    const table = tableNameOf(name)
    const count = this.#counts.get(table) ?? new RowHasher()
    this.#counts.set(table, count)
    for await (const chunk of body) {
      count.add(chunk)
      await this.#visitor.rows?.(table, chunk)
    }
  }

  async #endTables(): Promise<void> {
    if (this.#areTablesOver) return
    this.#areTablesOver = true
    await this.#visitor.tablesEnd?.()
  }

  async #takeFile({ name: place, bytes, body }: ArchiveEntry): Promise<void> {
    if (this.#listed) throw incompleteError('a file stands behind the list of files')
    const name = place.slice(entryNames.files.length)
    const hash = createHash('sha256')
    const hashed = (async function* () {
      for await (const chunk of body) {
        hash.update(chunk)
        yield chunk
      }
    })()
    if (this.#visitor.file) await this.#visitor.file(name, hashed)
    // Whoever looked at the file may have left some of it, or all.
    while (!(await hashed.next()).done);
    await this.#seen.add(formatFileLine({ name, sha256: hash.digest('hex'), bytes }))
  }

  async #takeList({ body }: ArchiveEntry): Promise<void> {
    this.#listed ??= new ListComparison(this.#seen, this.#list)
    for await (const chunk of body) await this.#listed.add(Buffer.from(chunk))
  }

  async end(): Promise<CheckedArchive> {
    const [header, manifest] = [this.#header, this.#manifest]
    if (!header || !manifest) throw incompleteError('its end is not there')
    for (const { name } of header.tables) {
      const { rows, sha256 }: RowDigest = (this.#counts.get(name) ?? new RowHasher()).end()
      const wanted = manifest.tables[name]
      if (!wanted || wanted.rows !== rows || wanted.sha256 !== sha256)
        throw incompleteError(`table ${name} is not as it was copied`)
      this.#counts.delete(name)
    }
    if (this.#counts.size > 0) throw incompleteError('it has a table that nothing is known of')
    this.#listed ??= new ListComparison(this.#seen, this.#list)
    const found = await this.#listed.end()
    const { count, bytes, sha256 } = manifest.files
    if (found.count !== count || found.bytes !== bytes || found.sha256 !== sha256)
      throw incompleteError('its list of files is not as it was written')
    return { header, manifest }
  }
}

/** Compares the list of files with what came by, line by line, holding neither. */
class ListComparison {
  readonly #came: AsyncIterator<string>
  readonly #keep: LineSpool | undefined
  readonly #hash = createHash('sha256')
  #rest = Buffer.alloc(0)
  #count = 0
  #bytes = 0

  constructor(seen: LineSpool, keep: LineSpool | undefined) {
    this.#came = seen.lines()[Symbol.asyncIterator]()
    this.#keep = keep
  }

  async add(chunk: Buffer): Promise<void> {
    this.#hash.update(chunk)
    let rest = Buffer.concat([this.#rest, chunk])
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      await this.#compare(parseFileLine(rest.subarray(0, end).toString()))
      rest = rest.subarray(end + 1)
    }
    this.#rest = Buffer.from(rest)
  }

  async #compare(line: FileLine): Promise<void> {
    await this.#keep?.add(formatFileLine(line))
    if (line.sha256 === null) return
    const { value } = (await this.#came.next()) as { value: string | undefined }
    const came = value === undefined ? null : parseFileLine(value)
    if (came?.name !== line.name) throw incompleteError(`the file ${line.name} is missing`)
    if (came.sha256 !== line.sha256 || came.bytes !== line.bytes)
      throw incompleteError(`the file ${line.name} is not as it was copied`)
    this.#count++
    this.#bytes += line.bytes
  }

  async end() {
    if (!(await this.#came.next()).done) throw incompleteError('it has a file that its list does not name')
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
