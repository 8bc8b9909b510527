import { bytesOf, isSame, join, textOf, type Bytes } from './bytes.ts'

/** One file of a bundle, under its path. */
export type Entry = { path: string; content: Bytes }

/**
 * Bundles are ZIP files of one exact form: stored, in order of their paths, without times, comments or extra fields. A
 * byte of the container that means nothing has therefore one value too, and a change of it is found.
 */
const version_needed = 20
/** The first day that ZIP knows, 1 January 1980. */
const fixed_dos_date = 0x21
const header_sizes = { local: 30, central: 46, end: 22 }
const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }

/** Packs entries; the same entries give the same bytes. */
export function packContainer(entries: readonly Entry[]): Bytes {
  const ordered = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return join(layoutContainer(ordered.map((entry) => ({ ...entry, checksum: crc32(entry.content) }))))
}

type StoredEntry = Entry & { checksum: number }

/** The container's pieces in order: header and content of each entry, the directory, its end. */
function layoutContainer(entries: readonly StoredEntry[]): Bytes[] {
  const pieces: Bytes[] = []
  const directory: Bytes[] = []
  let at = 0
  for (const entry of entries) {
    const local = localHeader(entry)
    pieces.push(local, entry.content)
    directory.push(centralDirectoryEntry(entry, at))
    at += local.length + entry.content.length
  }
  const rows = join(directory)
  return [...pieces, rows, endOfCentralDirectory(entries.length, rows.length, at)]
}

/** What both headers of an entry say alike: how it is stored, its checksum, size and the length of its name. */
function writeEntryFields(view: DataView, at: number, { path, content, checksum }: StoredEntry): void {
  view.setUint16(at, version_needed, true)
  view.setUint16(at + 8, fixed_dos_date, true)
  view.setUint32(at + 10, checksum, true)
  view.setUint32(at + 14, content.length, true)
  view.setUint32(at + 18, content.length, true)
  view.setUint16(at + 22, path.length, true)
}

function localHeader(entry: StoredEntry): Bytes {
  const bytes = new Uint8Array(header_sizes.local)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signatures.local, true)
  writeEntryFields(view, 4, entry)
  return join([bytes, bytesOf(entry.path)])
}

function centralDirectoryEntry(entry: StoredEntry, offset: number): Bytes {
  const bytes = new Uint8Array(header_sizes.central)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signatures.central, true)
  view.setUint16(4, version_needed, true)
  writeEntryFields(view, 6, entry)
  view.setUint32(42, offset, true)
  return join([bytes, bytesOf(entry.path)])
}

function endOfCentralDirectory(count: number, size: number, offset: number): Bytes {
  const bytes = new Uint8Array(header_sizes.end)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, signatures.end, true)
  view.setUint16(8, count, true)
  view.setUint16(10, count, true)
  view.setUint32(12, size, true)
  view.setUint32(16, offset, true)
  return bytes
}

/** Whether these bytes begin or end as a bundle does: either may be what was changed. */
export const isContainer = (bytes: Bytes): boolean =>
  bytes.length > header_sizes.end &&
  (viewOf(bytes).getUint32(0, true) === signatures.local ||
    viewOf(bytes).getUint32(bytes.length - header_sizes.end, true) === signatures.end)

/**
 * What a container holds, read in both ways there are: entry after entry, and by its directory. Where one of them was
 * changed the other still tells what is inside. A way that leads nowhere is left out.
 */
export const readContainer = (bytes: Bytes): StoredEntry[][] =>
  [readInOrder(bytes), readByCentralDirectory(bytes)].filter((entries) => entries !== undefined)

const viewOf = (bytes: Bytes): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

type EntryHeader = { nameAt: number; name: number; contentAt: number; size: number; checksum: number }

/** An entry whose name and content stand at these places; undefined where there can be none. */
function readEntryAt(
  bytes: Bytes,
  { nameAt, name, contentAt, size, checksum }: EntryHeader,
): StoredEntry | undefined {
  const path = textOf(bytes.subarray(nameAt, nameAt + name))
  if (path === undefined || contentAt + size > bytes.length) return undefined
  return { path, content: bytes.slice(contentAt, contentAt + size), checksum }
}

function readInOrder(bytes: Bytes): StoredEntry[] | undefined {
  const view = viewOf(bytes)
  const entries: StoredEntry[] = []
  let at = 0
  while (at + header_sizes.local <= bytes.length && view.getUint32(at, true) === signatures.local) {
    const [size, name] = [view.getUint32(at + 18, true), view.getUint16(at + 26, true)]
    const nameAt = at + header_sizes.local
    const checksum = view.getUint32(at + 14, true)
    const entry = readEntryAt(bytes, { nameAt, name, contentAt: nameAt + name, size, checksum })
    if (!entry) return undefined
    entries.push(entry)
    at = nameAt + name + size
  }
  return entries.length > 0 ? entries : undefined
}

function readByCentralDirectory(bytes: Bytes): StoredEntry[] | undefined {
  const end = bytes.length - header_sizes.end
  if (end < 0) return undefined
  const view = viewOf(bytes)
  const entries: StoredEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (at + header_sizes.central > bytes.length) return undefined
    const [size, name] = [view.getUint32(at + 24, true), view.getUint16(at + 28, true)]
    const contentAt = view.getUint32(at + 42, true) + header_sizes.local + name
    const checksum = view.getUint32(at + 16, true)
    const entry = readEntryAt(bytes, { nameAt: at + header_sizes.central, name, contentAt, size, checksum })
    if (!entry) return undefined
    entries.push(entry)
    at += header_sizes.central + name
  }
  return entries.length > 0 ? entries : undefined
}

/**
 * Where a container is not laid out as its entries must be: the paths of entries whose header differs, or the directory.
 * @param changed paths whose content is known to be changed: their checksum is taken as it stands
 */
export function findContainerErrors(
  bytes: Bytes,
  entries: readonly StoredEntry[],
  changed: ReadonlySet<string>,
): string[] {
  const ordered = entries.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const expected = layoutContainer(
    ordered.map((entry) => (changed.has(entry.path) ? entry : { ...entry, checksum: crc32(entry.content) })),
  )
  const faults: string[] = []
  let at = 0
  for (const [place, piece] of expected.entries()) {
    const differs = !isSame(bytes.subarray(at, at + piece.length) as Bytes, piece)
    const path =
      place < ordered.length * 2 ? ordered[Math.floor(place / 2)]!.path : 'the directory of the file'
    if (differs && !faults.includes(path)) faults.push(path)
    at += piece.length
  }
  if (at !== bytes.length) faults.push('the end of the file')
  return faults
}

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1
  return value
})

/** ZIP's own checksum, CRC-32. */
function crc32(bytes: Bytes): number {
  let value = 0xffffffff
  for (const byte of bytes) value = crcTable[(value ^ byte) & 0xff]! ^ (value >>> 8)
  return (value ^ 0xffffffff) >>> 0
}
