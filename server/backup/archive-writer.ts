import type { Encrypter } from 'age-encryption'
import { createTarPacker, type TarHeader } from 'modern-tar'
import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import { syncFolder } from '../platform/files/durable-file.ts'
import { BackupError } from './backup-error.ts'

/** An archive that is being written: entries one after the other, none of them held in memory as a whole. */
export type ArchiveWriter = {
  addBytes(name: string, bytes: Uint8Array): Promise<void>
  /** `bytes` is how many the stream has; another number is a fault. */
  addStream(name: string, bytes: number, stream: AsyncIterable<Uint8Array>): Promise<void>
  /** The archive is whole and on disk once this returns. */
  finish(): Promise<void>
  /** Lets go of the file, which stays as it is. */
  abort(reason: unknown): Promise<void>
}

const compression_level = 6

/** Begins an archive: a tar, compressed with zstd, in the age format. Other programs open it too. */
export async function createArchive(file: string, encrypter: Encrypter): Promise<ArchiveWriter> {
  const { readable, controller } = createTarPacker()
  const zipped = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: compression_level } })
  const zipping = pipeline(Readable.fromWeb(readable as never), zipped)
  const sealed = await encrypter.encrypt(Readable.toWeb(zipped) as never)
  // A name that is taken is not written over.
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  const writing = pipeline(Readable.fromWeb(sealed as never), target)
  // Whoever adds or finishes is told; until then nothing may end the process.
  const flowing = Promise.all([zipping, writing])
  flowing.catch((error: unknown) => controller.error(error))

  const explain = (error: unknown): unknown =>
    (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? new BackupError('file-taken', `There is a file at ${file} already. Name another.`)
      : error

  async function add(header: TarHeader, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) {
    const body = controller.add({ mode: 0o600, ...header }).getWriter()
    // Its failures are those of the writes that are waited for.
    body.closed.catch(() => {})
    for await (const chunk of chunks) await body.write(Uint8Array.from(chunk))
    await body.close()
  }

  const told = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      // Where the writing itself failed, that is the reason.
      controller.error(error)
      await flowing.catch((reason: unknown) => {
        throw explain(reason)
      })
      throw error
    }
  }

  return {
    addBytes: (name, bytes) => told(() => add({ name, size: bytes.byteLength }, [bytes])),
    addStream: (name, size, stream) => told(() => add({ name, size }, stream)),
    finish: () =>
      told(async () => {
        controller.finalize()
        await flowing
        const handle = await open(file, 'r+')
        await handle.sync().finally(() => handle.close())
        await syncFolder(path.dirname(file))
      }),
    async abort(reason) {
      controller.error(reason)
      await flowing.catch(() => {})
    },
  }
}
