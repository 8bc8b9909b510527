import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from './files.ts'
import { storageErrorCode } from './storage-error.ts'

export type StorageCheckStep = 'write' | 'read' | 'range' | 'list' | 'delete'
export type StorageCheck = { step: StorageCheckStep; isDone: boolean; code: string | null }[]

const check_file_bytes = 4096
const part = { first: 1000, last: 1999 }

/** Writes a small file, reads it back whole and in part, finds it in the list and deletes it. Without the file nothing else is tried. */
export async function runStorageCheck(files: FileStore): Promise<StorageCheck> {
  const bytes = randomBytes(check_file_bytes)
  const name = `storage-tests/${createHash('sha256').update(bytes).digest('hex')}.bin`
  const work: Record<StorageCheckStep, () => Promise<boolean>> = {
    write: () => files.put(name, bytes).then(() => true),
    read: async () => bytes.equals((await files.readAll(name)) ?? Buffer.alloc(0)),
    range: async () => {
      const found = await files.read(name, part)
      return found !== null && bytes.subarray(part.first, part.last + 1).equals(await buffer(found.stream))
    },
    list: async () => (await files.list(name, 1)).includes(name),
    delete: async () => {
      await files.remove(name)
      return (await files.readAll(name)) === null
    },
  }
  const told: StorageCheck = []
  for (const [step, attempt] of Object.entries(work) as [StorageCheckStep, () => Promise<boolean>][]) {
    const isThere = told[0]?.isDone ?? true
    const code = isThere
      ? await attempt().then((done) => (done ? null : 'object-not-found'), storageErrorCode)
      : 'object-not-found'
    told.push({ step, isDone: code === null, code })
  }
  return told
}
