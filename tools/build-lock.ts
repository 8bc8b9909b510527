import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const poll_ms = 100

/**
 * Runs `work` while no other process of this repository builds: `npm run dev` and `npm test` may
 * want to at the same time, and both would write to `build/`. A lock left by a killed process is taken over.
 */
export async function withBuildLock<T>(work: () => Promise<T>, file = 'build/lock'): Promise<T> {
  await mkdir(dirname(file), { recursive: true })
  while (!(await acquireLock(file))) await sleep(poll_ms)
  try {
    return await work()
  } finally {
    await rm(file, { force: true })
  }
}

async function acquireLock(file: string): Promise<boolean> {
  try {
    const lock = await open(file, 'wx')
    await lock.writeFile(String(process.pid))
    await lock.close()
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const owner = Number(await readFile(file, 'utf8').catch(() => ''))
    if (owner > 0 && !isProcessAlive(owner)) await rm(file, { force: true })
    return false
  }
}

function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
