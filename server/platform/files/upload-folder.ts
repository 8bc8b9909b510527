import { DataStore, ERRORS, Upload } from '@tus/server'
import { createHash } from 'node:crypto'
import { mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A whole upload on disk, with the SHA-256 of its bytes. */
export type CompletedUpload = { file: string; bytes: number; sha256: string }

/** What stands beside the bytes of an upload. */
type UploadRecord = { bytes: number; metadata: Upload['metadata']; begunAt: string; sha256?: string }

/** So much of a file is enough to tell what it is. */
const signature_bytes = 64

const idPattern = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * Uploads on their way, as files under `dataDir/uploads`: what has arrived is there also after a process was killed, and
 * its length says where to go on. Several instances share the folder (rulings 25).
 */
export class UploadFolder extends DataStore {
  readonly #root: string
  readonly #faultOf: (head: Buffer) => Error | null

  /** `faultOf` looks at the first bytes of a file and says why it is not taken; null where it is. */
  constructor(dataDir: string, faultOf: (head: Buffer) => Error | null) {
    super()
    this.#root = path.join(dataDir, 'uploads')
    this.#faultOf = faultOf
    this.extensions = ['creation', 'creation-with-upload', 'termination']
  }

  #place(id: string, ending: 'part' | 'whole' | 'json'): string {
    if (!idPattern.test(id)) throw ERRORS.FILE_NOT_FOUND
    return path.join(this.#root, `${id}.${ending}`)
  }

  async #noted(id: string): Promise<UploadRecord> {
    const text = await unlessMissing(readFile(this.#place(id, 'json'), 'utf8'))
    if (text === null) throw ERRORS.FILE_NOT_FOUND
    return JSON.parse(text) as UploadRecord
  }

  async #note(id: string, noted: UploadRecord): Promise<void> {
    const draft = `${this.#place(id, 'json')}.new`
    await writeFile(draft, JSON.stringify(noted), { mode: 0o600 })
    await rename(draft, this.#place(id, 'json'))
  }

  override async create(upload: Upload): Promise<Upload> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const handle = await open(this.#place(upload.id, 'part'), 'wx', 0o600)
    await handle.close()
    const begunAt = upload.creation_date ?? new Date().toISOString()
    await this.#note(upload.id, { bytes: upload.size!, metadata: upload.metadata, begunAt })
    return upload
  }

  override async getUpload(id: string): Promise<Upload> {
    const { bytes, metadata, begunAt } = await this.#noted(id)
    const part = await unlessMissing(stat(this.#place(id, 'part')))
    const whole = part ?? (await unlessMissing(stat(this.#place(id, 'whole'))))
    if (!whole) throw ERRORS.FILE_NOT_FOUND
    return new Upload({
      id,
      size: bytes,
      offset: whole.size,
      creation_date: begunAt,
      ...(metadata && { metadata }),
    })
  }

  /** Writes what arrives, for as long as it does; what was written before the way was cut stays. */
  override async write(stream: Readable, id: string, offset: number): Promise<number> {
    const handle = await unlessMissing(open(this.#place(id, 'part'), 'r+'))
    if (!handle) throw ERRORS.FILE_NOT_FOUND
    try {
      return await this.#writeTo(handle, stream, offset)
    } catch (error) {
      if (error instanceof InvalidFileSignatureError) await this.remove(id)
      throw error instanceof InvalidFileSignatureError ? error.fault : error
    } finally {
      await handle.close()
    }
  }

  async #writeTo(handle: FileHandle, stream: Readable, offset: number): Promise<number> {
    let end = offset
    let isHeadKnown = offset >= signature_bytes
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await handle.write(chunk, 0, chunk.byteLength, end)
      end += chunk.byteLength
      if (!isHeadKnown && end >= signature_bytes) {
        await this.#checkHead(handle)
        isHeadKnown = true
      }
    }
    return end
  }

  async #checkHead(handle: FileHandle): Promise<void> {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(signature_bytes), 0, signature_bytes, 0)
    const fault = this.#faultOf(buffer.subarray(0, bytesRead))
    if (fault) throw new InvalidFileSignatureError(fault)
  }

  override async remove(id: string): Promise<void> {
    for (const ending of ['part', 'whole', 'json'] as const)
      await rm(this.#place(id, ending), { force: true })
  }

  /**
   * Ends an upload of which every byte is here: nothing is written to it any more, it is on disk, and its hash is known.
   * Asked again it answers the same; null while bytes are missing, or there is no such upload.
   */
  async complete(id: string): Promise<CompletedUpload | null> {
    const noted = await this.#noted(id).catch((error: unknown) => {
      if (error === ERRORS.FILE_NOT_FOUND) return null
      throw error
    })
    if (!noted) return null
    const file = this.#place(id, 'whole')
    const part = await unlessMissing(stat(this.#place(id, 'part')))
    if (part && part.size !== noted.bytes) return null
    if (part) await unlessMissing(rename(this.#place(id, 'part'), file))
    const { bytes } = noted
    if (noted.sha256) return { file, bytes, sha256: noted.sha256 }
    const handle = await unlessMissing(open(file, 'r+'))
    if (!handle) return null
    try {
      await this.#checkHead(handle)
      await handle.sync()
      const hash = createHash('sha256')
      await pipeline(handle.createReadStream({ start: 0, autoClose: false }), hash)
      const sha256 = hash.digest('hex')
      await this.#note(id, { ...noted, sha256 })
      return { file, bytes, sha256 }
    } catch (error) {
      if (error instanceof InvalidFileSignatureError) await this.remove(id)
      throw error instanceof InvalidFileSignatureError ? error.fault : error
    } finally {
      await handle.close()
    }
  }

  /** Where the bytes of a sealed upload are. */
  fileOf(id: string): string {
    return this.#place(id, 'whole')
  }
}

/** A file that begins as none that is taken; the fault is what is said of it. */
class InvalidFileSignatureError extends Error {
  override name = 'InvalidFileSignatureError'
  readonly fault: Error
  constructor(fault: Error) {
    super(fault.message)
    this.fault = fault
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
