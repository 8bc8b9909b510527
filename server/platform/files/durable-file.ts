import { randomUUID } from 'node:crypto'
import { chmod, constants, copyFile, link, mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'

/**
 * Makes a file that is whole and on disk once this returns, readable by us alone. Answers false, changing nothing,
 * when the path is taken. After a crash there is either the whole file or none.
 */
export const writeDurableFile = (file: string, bytes: Uint8Array): Promise<boolean> =>
  createWith(file, (draft) => writeThrough(draft, bytes))

/** The same with the bytes of another file, which stays where it is. */
export const copyDurably = (source: string, file: string): Promise<boolean> =>
  createWith(file, (draft) => copyThrough(source, draft))

/** Puts the bytes of another file in the place of this one: whoever reads meanwhile has all of the one or of the other. */
export async function replaceDurably(source: string, file: string): Promise<void> {
  const folder = path.dirname(file)
  await createFolder(folder)
  const draft = path.join(folder, `.${randomUUID()}`)
  try {
    await copyThrough(source, draft)
    await rename(draft, file)
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(folder)
}

async function copyThrough(source: string, draft: string): Promise<void> {
  await copyFile(source, draft, constants.COPYFILE_EXCL)
  await chmod(draft, 0o600)
  await syncFile(draft)
}

async function createWith(file: string, write: (draft: string) => Promise<void>): Promise<boolean> {
  const folder = path.dirname(file)
  await createFolder(folder)
  const draft = path.join(folder, `.${randomUUID()}`)
  try {
    await write(draft)
    // A hard link, unlike a rename, refuses to replace what another process has put there.
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return false
  } finally {
    await rm(draft, { force: true })
  }
  await syncFolder(folder)
  return true
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Puts a file's bytes on disk; how many there are. */
export async function syncFile(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
    return (await handle.stat()).size
  } finally {
    await handle.close()
  }
}

/** New folders are entries of the folders above them, which must reach the disk too. */
async function createFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = path.dirname(made))
    await syncFolder(path.dirname(made))
}

/** Puts a folder's own entries on disk. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
