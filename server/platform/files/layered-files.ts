import type { FileStore } from './files.ts'

/**
 * Files in one place, and those that lie in another since before: new ones go to the first, reading looks in both, and
 * what is removed is gone from both. For an installation that has moved on to an object store and keeps its disk.
 */
export const layeredFiles = (present: FileStore, before: FileStore): FileStore => ({
  put: (name, bytes) => present.put(name, bytes),
  putFile: (name, source) => present.putFile(name, source),
  async replace(name, source) {
    await present.replace(name, source)
    await before.remove(name)
  },
  read: async (name, part) => (await present.read(name, part)) ?? before.read(name, part),
  readAll: async (name) => (await present.readAll(name)) ?? before.readAll(name),
  async list(prefix, max) {
    const found = new Set([...(await present.list(prefix, max)), ...(await before.list(prefix, max))])
    return [...found].toSorted().slice(0, max)
  },
  async remove(name) {
    await present.remove(name)
    await before.remove(name)
  },
})
