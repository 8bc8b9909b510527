import type { Decrypter } from 'age-encryption'
import { createTarDecoder, type ParsedTarEntry } from 'modern-tar'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { BackupError } from './backup-error.ts'

export type ArchiveEntry = { name: string; bytes: number; body: AsyncIterable<Uint8Array> }

/** What every file in the age format begins with. */
const age_header = 'age-encryption.org/v1\n'

async function assertAgeFile(file: string): Promise<void> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(age_header.length), 0, age_header.length, 0)
    if (buffer.subarray(0, bytesRead).toString('latin1') !== age_header)
      throw new BackupError('not-an-archive', `${file} is not an archive of Candour.`)
  } finally {
    await handle.close()
  }
}

const damagedArchiveError = (cause: unknown) =>
  new BackupError(
    'damaged',
    'The archive was cut short or altered: not all of it is as it was written.',
    cause,
  )

async function decryptArchive(file: string, decrypter: Decrypter): Promise<Readable> {
  await assertAgeFile(file)
  const source = createReadStream(file)
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(source) as never)) as never)
  } catch (error) {
    source.destroy()
    if (/no identity matched|wrong passphrase|passphrase/i.test((error as Error).message))
      throw new BackupError('wrong-key', 'The archive was closed with another key or passphrase.', error)
    throw damagedArchiveError(error)
  }
}

/**
 * The entries of an archive in their order; each body is read, or left, before the next one comes. It ends well only
 * where the archive is as it was written, to its last byte: what it gave out before a fault is to be thrown away.
 */
export async function* readArchive(file: string, decrypter: Decrypter): AsyncGenerator<ArchiveEntry> {
  const plain = await decryptArchive(file, decrypter)
  const unzipped = createZstdDecompress()
  const flowing = pipeline(plain, unzipped)
  flowing.catch(() => {})
  const entries = (Readable.toWeb(unzipped) as unknown as ReadableStream<Uint8Array>).pipeThrough(
    createTarDecoder({ strict: true }) as never,
  ) as ReadableStream<ParsedTarEntry>
  const reader = entries.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw damagedArchiveError(error)
      })
      if (done) break
      const { header, body } = value
      yield { name: header.name, bytes: header.size, body: readBody(body) }
      if (!body.locked) await body.cancel()
    }
    await flowing.catch((error: unknown) => {
      throw damagedArchiveError(error)
    })
  } finally {
    plain.destroy()
    unzipped.destroy()
  }
}

/** A body's chunks; where it breaks off, the archive is damaged. */
async function* readBody(body: ParsedTarEntry['body']): AsyncGenerator<Uint8Array> {
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw damagedArchiveError(error)
      })
      if (done) return
      yield value
    }
  } finally {
    reader.releaseLock()
  }
}

export async function readEntryText({ body }: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}
