import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './durable-file.ts'

/** Where another program collects what we leave for it, under names that are ours to choose. */
export type Drop = {
  /** Lays the bytes ready under a key, where nobody collects. The same key again replaces what was ready. */
  prepare(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Moves what is ready to where it is collected, whole or not at all. Does nothing where nothing is ready under the
   * key: then it was moved before, and may be collected already.
   * @throws NameTaken when something else lies there under this name
   */
  place(key: string, to: { folder: string; name: string }): Promise<void>
  /** Forgets what is ready under a key. */
  discard(key: string): Promise<void>
}

/** Thrown when something else lies where a file is to be left. */
export class NameTaken extends Error {
  override name = 'NameTaken'
}

const readyFolder = '.ready'
const keyPattern = /^[\w-]+(\.\d+)?$/
const namePattern = /^[^/\\\0]{1,250}$/

/** A path below the folder; throws for what would lead out of it. */
function partOf(text: string, pattern: RegExp): string {
  if (!pattern.test(text) || text.startsWith('.')) throw new Error('This cannot be the name of a file')
  return text
}

const missing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const isThere = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    (error: unknown) => {
      if (missing(error)) return false
      throw error
    },
  )

/**
 * A folder on disk. Files stand ready in a hidden folder beside, on the same disk, so that a move is one step: whoever
 * watches sees the whole file appear, once. Modes follow the process's umask, since another program's user reads them.
 */
export function openDropFolder(root: string): Drop {
  const readyPath = (key: string) => path.join(root, readyFolder, partOf(key, keyPattern))

  return {
    async prepare(key, bytes) {
      await mkdir(path.join(root, readyFolder), { recursive: true })
      const handle = await open(readyPath(key), 'w')
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await syncFolder(path.join(root, readyFolder))
    },
    async place(key, { folder, name }) {
      const target = path.join(root, partOf(folder, keyPattern), partOf(name, namePattern))
      if (!(await isThere(readyPath(key)))) return
      await mkdir(path.dirname(target), { recursive: true })
      if (await isThere(target)) throw new NameTaken('A file of this name lies there already')
      await rename(readyPath(key), target).catch((error: unknown) => {
        if (!missing(error)) throw error
      })
      await syncFolder(path.dirname(target))
    },
    discard: (key) => rm(readyPath(key), { force: true }),
  }
}
