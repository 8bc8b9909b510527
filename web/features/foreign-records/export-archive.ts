import { foreign_archive_entries_max } from '../../../contract/limits.ts'
import { numberText } from '../../ui/plain/number-text.ts'

/** A file of an export, read when it is needed. */
export type ExportFile = { path: string; read(bytesMax: number): Promise<Uint8Array> }

/** Why a file of an export cannot be sent; its name is the reason. */
export class ExportFileError extends Error {
  override name = 'ExportFileError'
  readonly reason: 'too-large' | 'unreadable'
  constructor(reason: 'too-large' | 'unreadable') {
    super(reason)
    this.reason = reason
  }
}

/** Whether a name stays within the export: no drive, no root, no folder above. */
const isSafePath = (path: string): boolean =>
  !/^[/\\]|^[a-z]:|\p{Cc}/iu.test(path) && !path.split(/[/\\]/).includes('..')

const end_bytes = 22
const comment_bytes_max = 0xff_ff
const entry_bytes = 46
const local_bytes = 30
const names_bytes_max = 64 * 1024 * 1024
const inZip64 = 0xff_ff_ff_ff

const damaged = () => new Error('This is not a readable ZIP archive. Unpack it and choose its files instead.')

const viewOf = async (blob: Blob, from: number, to: number): Promise<DataView> =>
  new DataView(await blob.slice(from, to).arrayBuffer())

type Contents = { count: number; at: number; bytes: number }

/** Where an archive says its list of files is; of large ones in the form of ZIP64. */
async function findContents(archive: Blob): Promise<Contents> {
  const from = Math.max(0, archive.size - end_bytes - comment_bytes_max)
  const tail = await viewOf(archive, from, archive.size)
  for (let at = tail.byteLength - end_bytes; at >= 0; at--) {
    if (tail.getUint32(at, true) !== 0x06_05_4b_50) continue
    const count = tail.getUint16(at + 10, true)
    const [bytes, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)]
    if (count !== 0xff_ff && start !== inZip64 && bytes !== inZip64) return { count, at: start, bytes }
    if (at < 20 || tail.getUint32(at - 20, true) !== 0x07_06_4b_50) throw damaged()
    const large = Number(tail.getBigUint64(at - 12, true))
    const view = await viewOf(archive, large, large + 56)
    if (view.byteLength < 56 || view.getUint32(0, true) !== 0x06_06_4b_50) throw damaged()
    const numberAt = (place: number) => Number(view.getBigUint64(place, true))
    return { count: numberAt(32), bytes: numberAt(40), at: numberAt(48) }
  }
  throw damaged()
}

type Entry = {
  path: string
  method: number
  packed: number
  size: number
  crc: number
  at: number
  isLocked: boolean
}

/** A value that stands in the further fields of an entry where it does not fit into its own. */
function largeValues(view: DataView, from: number, to: number, wanted: number): number[] {
  for (let at = from; at + 4 <= to;) {
    const [kind, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)]
    if (kind === 1 && length >= wanted * 8 && at + 4 + length <= to)
      return Array.from({ length: wanted }, (_value, index) =>
        Number(view.getBigUint64(at + 4 + index * 8, true)),
      )
    at += 4 + length
  }
  throw damaged()
}

function readEntries(view: DataView, count: number): Entry[] {
  const entries: Entry[] = []
  let at = 0
  for (let index = 0; index < count; index++) {
    if (at + entry_bytes > view.byteLength || view.getUint32(at, true) !== 0x02_01_4b_50) throw damaged()
    const [named, further, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true))
    const end = at + entry_bytes + named! + further!
    if (end + comment! > view.byteLength) throw damaged()
    const path = new TextDecoder().decode(new Uint8Array(view.buffer, at + entry_bytes, named))
    const values = [24, 20, 42].map((place) => view.getUint32(at + place, true))
    const large = values.filter((value) => value === inZip64).length
    const further64 = large > 0 ? largeValues(view, end - further!, end, large) : []
    const [size, packed, start] = values.map((value) => (value === inZip64 ? further64.shift()! : value))
    const flags = view.getUint16(at + 8, true)
    const method = view.getUint16(at + 10, true)
    if (!path.endsWith('/'))
      entries.push({
        ...{ path, method, packed: packed!, size: size!, at: start! },
        ...{ crc: view.getUint32(at + 16, true), isLocked: (flags & 1) === 1 },
      })
    at = end + comment!
  }
  return entries
}

/** As many bytes as an entry says, and not one more: what unpacks to more than it says is meant to do harm. */
async function readAtMost(stream: ReadableStream<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  const reader = stream.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new ExportFileError('unreadable')
    })
    if (done) break
    bytes += value.byteLength
    if (bytes > bytesMax) {
      await reader.cancel()
      throw new ExportFileError('too-large')
    }
    chunks.push(value)
  }
  return new Uint8Array(await new Blob(chunks as BlobPart[]).arrayBuffer())
}

const crcTable = Uint32Array.from({ length: 256 }, (_value, index) => {
  let crc = index
  for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xed_b8_83_20 : 0)
  return crc
})

/** The checksum by which an archive tells that a file arrived as it was packed. */
function crc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff
  for (const byte of bytes) crc = (crc >>> 8) ^ crcTable[(crc ^ byte) & 0xff]!
  return ~crc >>> 0
}

async function readEntry(archive: Blob, entry: Entry, bytesMax: number): Promise<Uint8Array> {
  const { method, packed, size, at, crc, isLocked } = entry
  if (size > bytesMax || packed > bytesMax) throw new ExportFileError('too-large')
  if (isLocked || (method !== 0 && method !== 8)) throw new ExportFileError('unreadable')
  const local = await viewOf(archive, at, at + local_bytes)
  if (local.byteLength < local_bytes || local.getUint32(0, true) !== 0x04_03_4b_50)
    throw new ExportFileError('unreadable')
  const from = at + local_bytes + local.getUint16(26, true) + local.getUint16(28, true)
  const stored = archive.slice(from, from + packed)
  const stream = stored.stream() as ReadableStream<Uint8Array>
  const bytes = await readAtMost(
    method === 0
      ? stream
      : stream.pipeThrough(
          new DecompressionStream('deflate-raw') as ReadableWritablePair<Uint8Array, Uint8Array>,
        ),
    size,
  )
  if (bytes.byteLength !== size || crc32(bytes) !== crc) throw new ExportFileError('unreadable')
  return bytes
}

/** The files of an archive, of which only its list is read here: no archive has to fit into memory. */
export async function openExportArchive(archive: Blob): Promise<ExportFile[]> {
  const { count, at, bytes } = await findContents(archive)
  if (count > foreign_archive_entries_max)
    throw new Error(
      `This archive has more than ${numberText(foreign_archive_entries_max)} files. Split it and send the parts one by one.`,
    )
  if (bytes > names_bytes_max || at + bytes > archive.size) throw damaged()
  const entries = readEntries(await viewOf(archive, at, at + bytes), count)
  return entries.map((entry) => ({
    path: entry.path,
    read: (bytesMax) => readEntry(archive, entry, bytesMax),
  }))
}

/** A file that was chosen by itself. */
const singleFile = (file: File): ExportFile => ({
  path: file.name,
  async read(bytesMax) {
    if (file.size > bytesMax) throw new ExportFileError('too-large')
    return new Uint8Array(await file.arrayBuffer())
  },
})

/** The files of what somebody has chosen or dropped: archives, PDFs, or both. */
export async function openChosen(chosen: readonly File[]): Promise<ExportFile[]> {
  const opened: ExportFile[] = []
  for (const file of chosen)
    opened.push(...(/\.zip$/i.test(file.name) ? await openExportArchive(file) : [singleFile(file)]))
  return opened
}

const plain = (path: string): string => path.replaceAll('\\', '/').replace(/^\.\//, '').toLowerCase()
const lastPart = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/**
 * Finds the file that a manifest names: by its whole path, else by its last part where only one file is called so. A file
 * whose own name leaves the export is not given out.
 */
export function createFileFinder(files: readonly ExportFile[]) {
  const byPath = new Map(files.map((file) => [plain(file.path), file]))
  const byName = Map.groupBy(files, ({ path }) => lastPart(plain(path)))
  return (named: string): ExportFile | 'missing' | 'unsafe-name' => {
    const sought = plain(named)
    const alike = byName.get(lastPart(sought)) ?? []
    const found = byPath.get(sought) ?? (alike.length === 1 ? alike[0] : undefined)
    if (!found) return 'missing'
    return isSafePath(found.path) ? found : 'unsafe-name'
  }
}
