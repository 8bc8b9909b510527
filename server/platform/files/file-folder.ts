import { open, readdir, readFile, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { copyDurably, replaceDurably, writeDurableFile, syncFolder } from './durable-file.ts'
import { FileConflictError, parseFileName, sameBytes } from './file-name.ts'
import type { FileStore } from './files.ts'

/** Files on disk under `dataDir/files`, spread over folders by the first two digits of their names. */
export function openFileFolder(dataDir: string): FileStore {
  const placeOf = (name: string): string => {
    const { folder, file } = parseFileName(name)
    return path.join(dataDir, 'files', folder, file.slice(0, 2), file)
  }
  const folderOf = (folder: string): string => {
    if (!/^[a-z]+(?:-[a-z]+)*$/.test(folder)) throw new Error('This is not the name of a folder of files')
    return path.join(dataDir, 'files', folder)
  }
  const readAll = (name: string): Promise<Uint8Array | null> => unlessMissing(readFile(placeOf(name)))

  return {
    async put(name, bytes) {
      const made = await writeDurableFile(placeOf(name), bytes)
      if (!made && !sameBytes(await readAll(name), bytes)) throw new FileConflictError(name)
    },
    async putFile(name, source) {
      const place = placeOf(name)
      const made = await copyDurably(source, place)
      // A name is given once, so a file of another size under it is other bytes; the same size is the same file.
      if (!made && (await stat(place)).size !== (await stat(source)).size) throw new FileConflictError(name)
    },
    replace: (name, source) => replaceDurably(source, placeOf(name)),
    async read(name, part) {
      const handle = await unlessMissing(open(placeOf(name), 'r'))
      if (!handle) return null
      if (part) {
        const stream = handle.createReadStream({ start: part.first, end: part.last })
        return { stream, bytes: part.last - part.first + 1 }
      }
      const { size } = await handle.stat()
      return { stream: handle.createReadStream(), bytes: size }
    },
    readAll,
    async list(prefix, max) {
      const [folder = '', start = ''] = prefix.split('/')
      const digits = (await unlessMissing(readdir(folderOf(folder)))) ?? []
      const names: string[] = []
      for (const spread of digits.toSorted()) {
        if (names.length >= max) break
        const files = (await unlessMissing(readdir(path.join(folderOf(folder), spread)))) ?? []
        names.push(...files.filter((file) => !file.startsWith('.') && file.startsWith(start)).toSorted())
      }
      return names.slice(0, max).map((file) => `${folder}/${file}`)
    },
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
