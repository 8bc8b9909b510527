import type { Readable } from 'node:stream'
import { openFileFolder } from './file-folder.ts'
import { openObjectStore, type ObjectStoreSettings, type StorageRetries } from './object-store.ts'

/** A part of a file: its first byte and its last. */
export type ByteRange = { first: number; last: number }

/** Bytes kept by name, as they are. A name is written once: what it holds never changes. */
export type FileStore = {
  /** Keeps the bytes, durably once this returns. The same bytes again are fine; others under a taken name are a fault. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The same from a file on disk, for what does not fit into memory; nobody else is given the name for other bytes. */
  putFile(name: string, source: string): Promise<void>
  /** Puts a file on disk in the place of the one of that name, at once: a reader gets the one or the other. */
  replace(name: string, source: string): Promise<void>
  /**
   * The bytes as they arrive, and how many there are; null when there is no such file. The stream must be read or
   * destroyed. A part must lie within the file.
   */
  read(name: string, part?: ByteRange): Promise<{ stream: Readable; bytes: number } | null>
  readAll(name: string): Promise<Uint8Array | null>
  /** Names that begin so, at most so many: `folder/`, or more of a name. */
  list(prefix: string, max: number): Promise<string[]>
  /** Removes the file; one that is not there is fine. */
  remove(name: string): Promise<void>
}

/**
 * Whose data key encrypts a file, a practice's id; null for what is nobody's record: what the platform ships, and photos
 * of staff.
 */
export type FileOwner = string | null

/** The same where each file is encrypted with the key of its owner, which no reader needs to know. */
export type Files = Omit<FileStore, 'put' | 'putFile' | 'replace'> & {
  put(name: string, bytes: Uint8Array, owner: FileOwner): Promise<void>
  putFile(name: string, source: string, owner: FileOwner): Promise<void>
}

/** Files in an object store where one is set, else in the data directory. */
export const openFiles = (
  objectStore: { off: true } | ({ off: false } & ObjectStoreSettings),
  dataDir: string,
  retries: StorageRetries,
): FileStore => (objectStore.off ? openFileFolder(dataDir) : openObjectStore(objectStore, retries))
