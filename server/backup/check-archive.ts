import type { Decrypter } from 'age-encryption'
import { createHash } from 'node:crypto'
import {
  format_version,
  Header,
  lineOf,
  Manifest,
  places,
  readLine,
  type FileLine,
} from './archive-format.ts'
import { readArchive, textOf, type ArchiveEntry } from './archive-reading.ts'
import { BackupFault } from './backup-fault.ts'
import { openSpool, type LineSpool } from './line-spool.ts'
import { RowCount, type Counted } from './table-copy.ts'

/** What is done with an archive's parts as they come by. */
export type ArchiveVisitor = {
  header?(header: Header): Promise<void>
  masterKey?(text: string): Promise<void>
  /** The next bytes of a table's rows. */
  rows?(table: string, chunk: Uint8Array): Promise<void>
  /** Every table is over before the first file. */
  tablesOver?(): Promise<void>
  /** Takes the bytes of a file on their way; what it returns ends with them. */
  file?(name: string, body: AsyncIterable<Uint8Array>): Promise<void>
}

export type CheckedArchive = { header: Header; manifest: Manifest }

const incomplete = (what: string) => new BackupFault('incomplete', `The archive is not complete: ${what}.`)

const tableOf = (entry: string): string => entry.slice(places.tables.length).split('/')[0]!

function readHeader(text: string): Header {
  const told = JSON.parse(text) as Partial<Header>
  if (told.product !== 'candour')
    throw new BackupFault('not-an-archive', 'This is not an archive of Candour.')
  if (Number(told.format) > format_version)
    throw new BackupFault(
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
    const reading = new ArchiveReading(visitor, { seen, ...(list && { list }) })
    for await (const entry of readArchive(file, decrypter)) await reading.take(entry)
    return await reading.end()
  } finally {
    await seen.remove()
  }
}

class ArchiveReading {
  readonly #visitor: ArchiveVisitor
  readonly #seen: LineSpool
  readonly #list: LineSpool | undefined
  #header: Header | undefined
  #manifest: Manifest | undefined
  readonly #counts = new Map<string, RowCount>()
  #areTablesOver = false
  #listed: ListComparison | undefined

  constructor(visitor: ArchiveVisitor, { seen, list }: { seen: LineSpool; list?: LineSpool }) {
    this.#visitor = visitor
    this.#seen = seen
    this.#list = list
  }

  async take(entry: ArchiveEntry): Promise<void> {
    const { name } = entry
    if (name === places.header) return this.#takeHeader(entry)
    if (!this.#header) throw new BackupFault('not-an-archive', 'This is not an archive of Candour.')
    if (name === places.masterKey) return this.#visitor.masterKey?.(await textOf(entry))
    if (name.startsWith(places.tables)) return this.#takeRows(entry)
    await this.#endTables()
    if (name.startsWith(places.files)) return this.#takeFile(entry)
    if (name.startsWith(places.list)) return this.#takeList(entry)
    if (name !== places.manifest) throw incomplete(`nothing is known of '${name}'`)
    this.#manifest = Manifest.parse(JSON.parse(await textOf(entry)))
  }

  async #takeHeader(entry: ArchiveEntry): Promise<void> {
    this.#header = readHeader(await textOf(entry))
    await this.#visitor.header?.(this.#header)
  }

  async #takeRows({ name, body }: ArchiveEntry): Promise<void> {
    const table = tableOf(name)
    const count = this.#counts.get(table) ?? new RowCount()
    this.#counts.set(table, count)
    for await (const chunk of body) {
      count.add(chunk)
      await this.#visitor.rows?.(table, chunk)
    }
  }

  async #endTables(): Promise<void> {
    if (this.#areTablesOver) return
    this.#areTablesOver = true
    await this.#visitor.tablesOver?.()
  }

  async #takeFile({ name: place, bytes, body }: ArchiveEntry): Promise<void> {
    if (this.#listed) throw incomplete('a file stands behind the list of files')
    const name = place.slice(places.files.length)
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
    await this.#seen.add(lineOf({ name, sha256: hash.digest('hex'), bytes }))
  }

  async #takeList({ body }: ArchiveEntry): Promise<void> {
    this.#listed ??= new ListComparison(this.#seen, this.#list)
    for await (const chunk of body) await this.#listed.add(Buffer.from(chunk))
  }

  async end(): Promise<CheckedArchive> {
    const [header, manifest] = [this.#header, this.#manifest]
    if (!header || !manifest) throw incomplete('its end is not there')
    for (const { name } of header.tables) {
      const { rows, sha256 }: Counted = (this.#counts.get(name) ?? new RowCount()).end()
      const wanted = manifest.tables[name]
      if (!wanted || wanted.rows !== rows || wanted.sha256 !== sha256)
        throw incomplete(`table ${name} is not as it was copied`)
      this.#counts.delete(name)
    }
    if (this.#counts.size > 0) throw incomplete('it has a table that nothing is known of')
    this.#listed ??= new ListComparison(this.#seen, this.#list)
    const found = await this.#listed.end()
    const { count, bytes, sha256 } = manifest.files
    if (found.count !== count || found.bytes !== bytes || found.sha256 !== sha256)
      throw incomplete('its list of files is not as it was written')
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
      await this.#compare(readLine(rest.subarray(0, end).toString()))
      rest = rest.subarray(end + 1)
    }
    this.#rest = Buffer.from(rest)
  }

  async #compare(line: FileLine): Promise<void> {
    await this.#keep?.add(lineOf(line))
    if (line.sha256 === null) return
    const { value } = (await this.#came.next()) as { value: string | undefined }
    const came = value === undefined ? null : readLine(value)
    if (came?.name !== line.name) throw incomplete(`the file ${line.name} is missing`)
    if (came.sha256 !== line.sha256 || came.bytes !== line.bytes)
      throw incomplete(`the file ${line.name} is not as it was copied`)
    this.#count++
    this.#bytes += line.bytes
  }

  async end() {
    if (!(await this.#came.next()).done) throw incomplete('it has a file that its list does not name')
    return { count: this.#count, bytes: this.#bytes, sha256: this.#hash.digest('hex') }
  }
}
