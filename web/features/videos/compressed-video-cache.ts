/**
 * Videos that were made smaller here and are on their way: made again they would be other bytes, and nothing could be
 * gone on with. They lie in the browser's own files of this site until they have arrived.
 */

const folder_name = 'smaller-videos'

const openCacheFolder = async (): Promise<FileSystemDirectoryHandle> =>
  (await navigator.storage.getDirectory()).getDirectoryHandle(folder_name, { create: true })

/** A browser that keeps no files is no reason to fail: the video is then sent from the beginning. */
async function nullOnError<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work()
  } catch {
    return null
  }
}

export const cacheCompressedVideo = (fingerprint: string, content: Blob): Promise<unknown> =>
  nullOnError(async () => {
    const handle = await (await openCacheFolder()).getFileHandle(fingerprint, { create: true })
    const writing = await handle.createWritable()
    await writing.write(content)
    await writing.close()
  })

export const getCompressedVideo = (fingerprint: string): Promise<Blob | null> =>
  nullOnError(async () => (await (await openCacheFolder()).getFileHandle(fingerprint)).getFile())

export const deleteCompressedVideo = (fingerprint: string): Promise<unknown> =>
  nullOnError(async () => (await openCacheFolder()).removeEntry(fingerprint))
