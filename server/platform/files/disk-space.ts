import { statfs } from 'node:fs/promises'

/** Bytes of the disk that a folder lies on: in use, and free for this process. */
export async function diskSpace(folder: string): Promise<{ used: number; free: number }> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  return { used: (blocks - bfree) * bsize, free: bavail * bsize }
}
