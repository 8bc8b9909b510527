import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memory = '/dev/shm'
/** Several times what a run was seen to write at once. */
const bytes_min = 6 * 2 ** 30

/** Whether files may be kept in memory: there is such a place, and room for them and for the programs. */
function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, freemem()) >= bytes_min
  } catch {
    return false
  }
}

/**
 * Gives work a folder in memory for its temporary files, where the machine has one, and takes it away afterwards. Each
 * test file copies a database of a thousand files, which a disk takes seven times as long for.
 */
export async function inMemoryFolder<T>(
  work: (settings: Record<string, string>) => Promise<T>,
  isPossible = hasRoom(),
): Promise<T> {
  if (!isPossible) return work({})
  const folder = mkdtempSync(`${memory}/candour-`)
  // Open to the account that the database runs as when we are root.
  chmodSync(folder, 0o755)
  const remove = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', remove)
  try {
    return await work({ TMPDIR: folder })
  } finally {
    process.off('exit', remove)
    remove()
  }
}
