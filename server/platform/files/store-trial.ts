import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { Files } from './files.ts'
import { storageCodeOfFault } from './storage-fault.ts'

export type StoreStep = 'write' | 'read' | 'range' | 'list' | 'delete'
export type StoreTrial = { step: StoreStep; isDone: boolean; code: string | null }[]

const trial_bytes = 4096
const part = { first: 1000, last: 1999 }

/** Writes a small file, reads it back whole and in part, finds it in the list and deletes it. Without the file nothing else is tried. */
export async function tryStore(files: Files): Promise<StoreTrial> {
  const bytes = randomBytes(trial_bytes)
  const name = `storage-tests/${createHash('sha256').update(bytes).digest('hex')}.bin`
  const work: Record<StoreStep, () => Promise<boolean>> = {
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
  const told: StoreTrial = []
  for (const [step, attempt] of Object.entries(work) as [StoreStep, () => Promise<boolean>][]) {
    const isThere = told[0]?.isDone ?? true
    const code = isThere
      ? await attempt().then((done) => (done ? null : 'object-not-found'), storageCodeOfFault)
      : 'object-not-found'
    told.push({ step, isDone: code === null, code })
  }
  return told
}
