import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate'
import { record_file_bytes_max } from '../../../contract/limits.ts'

/** A ZIP has become larger than its format allows. */
export class ArchiveTooLarge extends Error {
  override name = 'ArchiveTooLarge'
}

export type Archive = {
  /** Adds a file of text. */
  addText(name: string, text: string): Promise<void>
  /** Adds a file of text as its pieces come. */
  addPieces(name: string, pieces: AsyncIterable<string>): Promise<void>
  /** Adds bytes as they are: PDFs and pictures are packed already. */
  addBytes(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void>
  /** How many bytes still go in, its list of contents aside. */
  room(): number
  /** Ends the ZIP: how large it became, and the hash of its bytes. */
  close(): Promise<{ bytes: number; sha256: string }>
  /** Lets go of the file without ending it. */
  abandon(): Promise<void>
}

/** What the names and places of a hundred thousand files take at the end of a ZIP. */
const contents_bytes_max = 20_000_000

/** A ZIP written to a new file piece by piece, so that no archive has to fit into memory. */
export async function openArchive(
  file: string,
  at: Date,
  bytesMax: number = record_file_bytes_max,
): Promise<Archive> {
  const handle = await open(file, 'wx', 0o600)
  const hash = createHash('sha256')
  const waiting: Uint8Array[] = []
  let bytes = 0
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    waiting.push(chunk)
  })

  async function flush(): Promise<void> {
    for (const chunk of waiting.splice(0)) {
      bytes += chunk.byteLength
      if (bytes > bytesMax) throw new ArchiveTooLarge('The archive is too large')
      hash.update(chunk)
      await handle.writeFile(chunk)
    }
  }
  async function add(entry: ZipDeflate | ZipPassThrough, pieces: AsyncIterable<Uint8Array>): Promise<void> {
    entry.mtime = at
    zip.add(entry)
    for await (const piece of pieces) {
      entry.push(piece)
      await flush()
    }
    entry.push(new Uint8Array(), true)
    await flush()
  }
  const addPieces = (name: string, pieces: AsyncIterable<string>) =>
    add(new ZipDeflate(name, { level: 6 }), encoded(pieces))

  return {
    addPieces,
    addText: (name, text) => addPieces(name, once(text)),
    addBytes: (name, pieces) => add(new ZipPassThrough(name), pieces),
    room: () => bytesMax - bytes - contents_bytes_max,
    async close() {
      zip.end()
      await flush()
      await handle.close()
      return { bytes, sha256: hash.digest('hex') }
    },
    async abandon() {
      zip.terminate()
      await handle.close()
    },
  }
}

async function* once(text: string): AsyncGenerator<string> {
  yield text
}

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  for await (const piece of pieces) yield encoder.encode(piece)
}
