import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { SealedFileError } from '../platform/files/segment-cipher.ts'
import { openWhole, type DataKeys } from '../platform/files/sealed-files.ts'

/** What an encrypted file holds, by its hash: null where nobody can know it any more. Nothing for any other file. */
type SealedContent = { plain?: string | null }

/** No hash of any file: what was altered is not as its row says. */
const altered = 'altered'

async function hashContent(
  keys: Pick<DataKeys, 'find'>,
  name: string,
  file: { stream: PassThrough; bytes: number },
): Promise<SealedContent> {
  try {
    const { content, ref } = await openWhole(keys, name, file)
    if (!ref) return {}
    const hash = createHash('sha256')
    for await (const chunk of content) hash.update(chunk)
    return { plain: hash.digest('hex') }
  } catch (error) {
    if (error instanceof SealedFileError && error.reason === 'key-destroyed') return { plain: null }
    if (error instanceof SealedFileError && error.reason === 'altered') return { plain: altered }
    throw error
  } finally {
    file.stream.destroy()
  }
}

/** Looks at a file on its way into the archive, which gets it as it is, and tells at the end what it holds. */
export function observeContent(
  keys: Pick<DataKeys, 'find'>,
  { name, bytes }: { name: string; bytes: number },
) {
  const stream = new PassThrough()
  const told = hashContent(keys, name, { stream, bytes })
  // It is told at the end.
  const settled = told.then(
    () => {},
    () => {},
  )
  return {
    async *watch(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of source) {
        if (!stream.destroyed && !stream.write(chunk)) await Promise.race([once(stream, 'drain'), settled])
        yield chunk
      }
      if (!stream.destroyed) stream.end()
    },
    end: (): Promise<SealedContent> => told,
  }
}
