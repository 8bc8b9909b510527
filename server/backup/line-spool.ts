import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'

/** Lines kept on disk, for lists that may be too long for memory. */
export type LineSpool = {
  add(line: string): Promise<void>
  /** The file of all lines; nothing is added after it was asked for. */
  close(): Promise<string>
  lines(): AsyncIterable<string>
  remove(): Promise<void>
}

export async function openSpool(): Promise<LineSpool> {
  const folder = await mkdtemp(path.join(tmpdir(), 'candour-list-'))
  const file = path.join(folder, 'lines')
  const stream = createWriteStream(file, { mode: 0o600 })
  // Before anybody can remove the folder it is in.
  await once(stream, 'open')
  const close = async (): Promise<string> => {
    if (!stream.writableFinished) {
      stream.end()
      await finished(stream)
    }
    return file
  }
  return {
    async add(line) {
      if (!stream.write(`${line}\n`)) await once(stream, 'drain')
    },
    close,
    async *lines() {
      yield* createInterface({ input: createReadStream(await close()), crlfDelay: Infinity })
    },
    async remove() {
      // What is still on its way to the disk is wanted no more, and nobody waits for it.
      stream.on('error', () => {})
      stream.destroy()
      if (!stream.closed) await new Promise<void>((closed) => stream.once('close', () => closed()))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
