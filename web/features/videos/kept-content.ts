/**
 * Videos that were made smaller here and are on their way: made again they would be other bytes, and nothing could be
 * gone on with. They lie in the browser's own files of this site until they have arrived.
 */

const folder_name = 'smaller-videos'

const folder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder_name, { create: true })

/** A browser that keeps no files is no reason to fail: the video is then sent from the beginning. */
async function orNothing<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    return null
  }
}

export const keepContent = (fingerprint: string, content: Blob): Promise<unknown> =>
  orNothing(async () => {
    const handle = await (await folder()).getFileHandle(fingerprint, { create: true })
    const writing = await handle.createWritable()
    await writing.write(content)
    await writing.close()
  })

export const keptContent = (fingerprint: string): Promise<Blob | null> =>
  orNothing(async () => (await (await folder()).getFileHandle(fingerprint)).getFile())

export const forgetContent = (fingerprint: string): Promise<unknown> =>
  orNothing(async () => (await folder()).removeEntry(fingerprint))
