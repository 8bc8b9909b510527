import { existsSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inMemoryFolder } from './memory-folder.ts'

test.skipIf(!existsSync('/dev/shm'))(
  'files of a run have a folder in memory, which goes with it',
  async () => {
    const seen: string[] = []
    const run = inMemoryFolder(async ({ TMPDIR = '' }) => {
      seen.push(TMPDIR)
      expect(statSync(TMPDIR).mode & 0o777).toBe(0o755)
      throw new Error('a run that fails')
    }, true)
    await expect(run).rejects.toThrow('a run that fails')
    expect(seen[0]).toMatch(/^\/dev\/shm\/candour-/)
    expect(existsSync(seen[0]!)).toBe(false)
  },
)

test('without room for one they are where the machine keeps such files', async () => {
  expect(await inMemoryFolder(async (settings) => settings, false)).toEqual({})
})
