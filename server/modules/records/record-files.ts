import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { isQuarantineRefusal } from '../file-scans/index.ts'
import type { Archive } from './record-archive.ts'
import type { RecordExportDeps, StoredFile } from './record-writing.ts'

/** Opens a file of a record: where it arrived, as long as it lies there, else from the store. It is never in memory whole. */
export async function openStored(
  { files }: Pick<RecordExportDeps, 'files'>,
  { storedAs, arrivedAt }: StoredFile,
): Promise<Readable> {
  const here = arrivedAt ? await open(arrivedAt, 'r').catch(() => null) : null
  if (here) return here.createReadStream()
  const file = await files.read(storedAs)
  if (!file) throw new Error('A file of a record is missing from the file store')
  return file.stream
}

/** The same; null for a file that malware was found in, which is named, and not given away with the rest of a record. */
export const openUnlessQuarantined = (
  deps: Pick<RecordExportDeps, 'files'>,
  file: StoredFile,
): Promise<Readable | null> =>
  openStored(deps, file).catch((error: unknown) => {
    if (isQuarantineRefusal(error)) return null
    throw error
  })

/**
 * Puts files into an archive, those first that have to be in it; answers which there was no room for, or which are in
 * quarantine. `tell` is told now and then which share of them is done.
 */
export async function addFiles(
  deps: Pick<RecordExportDeps, 'files'>,
  archive: Pick<Archive, 'addBytes' | 'room'>,
  stored: readonly StoredFile[],
  tell: (share: number) => Promise<void>,
): Promise<StoredFile[]> {
  const inOrder = [
    ...stored.filter(({ mayBeLeftOut }) => !mayBeLeftOut),
    ...stored.filter(({ mayBeLeftOut }) => mayBeLeftOut),
  ]
  const leftOut: StoredFile[] = []
  for (const [at, file] of inOrder.entries()) {
    if (file.mayBeLeftOut && file.mayBeLeftOut.bytes > archive.room()) leftOut.push(file)
    else {
      const stream = await openUnlessQuarantined(deps, file)
      if (stream) await archive.addBytes(file.name, stream)
      else leftOut.push(file)
    }
    if (at % 100 === 99) await tell((at + 1) / stored.length)
  }
  return leftOut
}
