/**
 * The disk that holds the database and the documents fills up while patients sign, stays full for a while and is freed,
 * again and again. Whoever cannot be served has to be told so, nothing acknowledged may be lost or doubled, and it has to
 * go on by itself once there is room. Needs root, for a small disk of its own. Prints its counts.
 *
 *   node tools/prove/disk-full.ts [times, 6]
 */
import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMixedLoad } from './mixed-load.ts'
import { copyProvidedDataDir, stopDatabase, runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'
import { findingsOfInstance } from './single-findings.ts'

const rounds = Number(process.argv[2] ?? 6)
const disk_megabytes = 900
const full_ms_max = 15_000
const port = 4422
const address = `http://localhost:${port}`

if (process.getuid?.() !== 0) {
  console.error('This proof mounts a small disk of its own: run it as root.')
  process.exit(1)
}

/** Writes until nothing more fits; the file that took the room. */
function fillDisk(folder: string): string {
  const file = path.join(folder, 'ballast')
  const handle = openSync(file, 'w')
  for (const size of [1 << 20, 4096, 1]) {
    const bytes = Buffer.alloc(size)
    try {
      for (;;) writeSync(handle, bytes)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  closeSync(handle)
  return file
}

await runFaultTest(async (proof) => {
  const disk = proof.folder({ isEmpty: true })
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${disk_megabytes}m,mode=755`, 'candour-proof', disk])
  const dataDir = path.join(disk, 'data')
  proof.atEnd(async () => {
    await stopDatabase(dataDir)
    execFileSync('umount', ['-l', disk])
  })
  mkdirSync(dataDir, { mode: 0o755 })
  copyProvidedDataDir(dataDir)
  const server = startServer({ dataDir, port, settings: { LOG_LEVEL: 'fatal' } })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 4, readers: 1, boards: 1 },
    sendings: ['link', 'email', 'sms'],
  })
  const recovered_ms: number[] = []
  for (let n = 1; n <= rounds; n++) {
    const before = load.done()
    while (load.done() < before + 5) await sleep(20)
    const ballast = fillDisk(disk)
    proof.injected('disk full')
    await sleep(1000 + Math.random() * full_ms_max)
    rmSync(ballast)
    const [freed, done] = [Date.now(), load.done()]
    await untilReady(address)
    while (load.done() < done + 2) await sleep(20)
    recovered_ms.push(Date.now() - freed)
    console.error(`full ${n} of ${rounds}, ${load.done()} steps acknowledged`)
  }
  await load.stop()
  return findingsOfInstance(
    { load, practice, address, dataDir, server },
    { longestRecovery_ms: Math.max(...recovered_ms) },
  )
})
