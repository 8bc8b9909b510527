import { access, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from './durable-file.ts'

/** Where another program collects what we leave for it, under names that are ours to choose. */
export type DropFolder = {
  /** Lays the bytes ready under a key, where nobody collects. The same key again replaces what was ready. */
  stage(key: string, bytes: Uint8Array): Promise<void>
  /**
   * Moves what is ready to where it is collected, whole or not at all. Does nothing where nothing is ready under the
   * key: then it was moved before, and may be collected already.
   * @throws NameTaken when something else lies there under this name
   */
  publish(key: string, to: { folder: string; name: string }): Promise<void>
  /** Forgets what is ready under a key. */
  discard(key: string): Promise<void>
}

/** Thrown when something else lies where a file is to be left. */
export class FileNameTakenError extends Error {
  override name = 'FileNameTakenError'
}

const readyFolder = '.ready'
const keyPattern = /^[\w-]+(\.\d+)?$/
const namePattern = /^[^/\\\0]{1,250}$/

/** A path below the folder; throws for what would lead out of it. */
function safePathSegment(text: string, pattern: RegExp): string {
  if (!pattern.test(text) || text.startsWith('.')) throw new Error('This cannot be the name of a file')
  return text
}

const isNotFoundError = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

const fileExists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    (error: unknown) => {
      if (isNotFoundError(error)) return false
      throw error
    },
  )

/**
 * A folder on disk. Files stand ready in a hidden folder beside, on the same disk, so that a move is one step: whoever
 * watches sees the whole file appear, once. Modes follow the process's umask, since another program's user reads them.
 */
export function openDropFolder(root: string): DropFolder {
  const readyPath = (key: string) => path.join(root, readyFolder, safePathSegment(key, keyPattern))

  return {
    async stage(key, bytes) {
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
    async publish(key, { folder, name }) {
      const target = path.join(root, safePathSegment(folder, keyPattern), safePathSegment(name, namePattern))
      if (!(await fileExists(readyPath(key)))) return
      await mkdir(path.dirname(target), { recursive: true })
      if (await fileExists(target)) throw new FileNameTakenError('A file of this name lies there already')
      await rename(readyPath(key), target).catch((error: unknown) => {
        if (!isNotFoundError(error)) throw error
      })
      await syncFolder(path.dirname(target))
    },
    discard: (key) => rm(readyPath(key), { force: true }),
  }
}
