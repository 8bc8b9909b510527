import { open, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { copyDurably, makeDurableFile, syncFolder } from './durable-file.ts'
import { FileTaken, partsOfFileName, sameBytes } from './file-name.ts'
import type { Files } from './files.ts'

/** Files on disk under `dataDir/files`, spread over folders by the first two digits of their names. */
export function openFileFolder(dataDir: string): Files {
  const placeOf = (name: string): string => {
    const { folder, file } = partsOfFileName(name)
    return path.join(dataDir, 'files', folder, file.slice(0, 2), file)
  }
  const readAll = (name: string): Promise<Uint8Array | null> => unlessMissing(readFile(placeOf(name)))

  return {
    async put(name, bytes) {
      const made = await makeDurableFile(placeOf(name), bytes)
      if (!made && !sameBytes(await readAll(name), bytes)) throw new FileTaken(name)
    },
    async putFile(name, source) {
      const place = placeOf(name)
      const made = await copyDurably(source, place)
      // Names are hashes, so a file of another size under this one is other bytes; the same size is the same file.
      if (!made && (await stat(place)).size !== (await stat(source)).size) throw new FileTaken(name)
    },
    async read(name) {
      const handle = await unlessMissing(open(placeOf(name), 'r'))
      if (!handle) return null
      const { size } = await handle.stat()
      return { stream: handle.createReadStream(), bytes: size }
    },
    readAll,
    async remove(name) {
      const place = placeOf(name)
      await rm(place, { force: true })
      await unlessMissing(syncFolder(path.dirname(place)))
    },
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
