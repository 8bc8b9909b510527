import type { Readable } from 'node:stream'
import { openFileFolder } from './file-folder.ts'
import { openObjectStore, type ObjectStoreSettings } from './object-store.ts'

/** Bytes kept by name. A name is written once: what it holds never changes. */
export type Files = {
  /** Keeps the bytes, durably once this returns. The same bytes again are fine; others under a taken name are a fault. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same from a file on disk, for what does not fit into memory; the name holds the hash of its bytes. */
  putFile(name: string, source: string): Promise<void>
  /** The bytes as they arrive, and how many there are; null when there is no such file. The stream must be read or destroyed. */
  read(name: string): Promise<{ stream: Readable; bytes: number } | null>
  readAll(name: string): Promise<Uint8Array | null>
  /** Removes the file; one that is not there is fine. */
  remove(name: string): Promise<void>
}

/** Files in an object store where one is set, else in the data directory. */
export const openFiles = (
  objectStore: { off: true } | ({ off: false } & ObjectStoreSettings),
  dataDir: string,
): Files => (objectStore.off ? openFileFolder(dataDir) : openObjectStore(objectStore))
