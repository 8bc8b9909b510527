import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'

/** Begins as `npm start` does, and learns that there will be no pages once the library is there. */
const program = `
  import { startServer } from ${JSON.stringify(path.join(import.meta.dirname, 'start-server.ts'))}
  const pages = Promise.withResolvers()
  await startServer({
    pages: pages.promise,
    report: (part) => part === 'library' && pages.reject('The pages could not be built.'),
  })`

it('ends with the reason, and its database with it, when the pages cannot be built', async () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-start-'))
  try {
    const started = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      env: { ...process.env, DATA_DIR: dataDir, DEMO: 'off' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const ended = new Promise((resolve) => started.once('exit', resolve))
    expect(await text(started.stderr)).toBe('The pages could not be built.\n')
    expect(await ended).toBe(1)
    const inCluster = (name: string) => existsSync(path.join(dataDir, 'postgres/cluster', name))
    expect([inCluster('PG_VERSION'), inCluster('postmaster.pid')]).toEqual([true, false])
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
