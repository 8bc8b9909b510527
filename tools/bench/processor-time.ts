/**
 * What an opening and a signature take of the processors, and how many a second there are by 16 connections: the
 * product's process, those that draw, and PostgreSQL's, by the kernel's own count, in milliseconds for each piece of
 * work, half of so many rounds. A machine that is busy with other things makes fewer a second, and hardly more
 * milliseconds of each. The jobs that signatures leave are kept back meanwhile, and those of some worked off and measured
 * after.
 *
 *   node tools/bench/processor-time.ts [openings a round, 600] [signatures a round, 300] [rounds, 5]
 *
 * With BENCH_PROFILE=folder the product's process is profiled as well: the profiles are left there, and their heaviest
 * functions are printed. That takes time of its own, so such a run's milliseconds are not for comparison.
 */
import { mkdirSync, readFileSync, renameSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { loadavg } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDataDir, openBenchApp } from './bench-app.ts'
import { measureOpenings, measureQuiet, measureSignatures, type ProcessorTime } from './processor-measure.ts'
import { summarizeProfile } from './profile-summary.ts'
import { createConsentSender } from './recorded-workloads.ts'

const [openings = 600, signatures = 300, rounds = 5] = process.argv.slice(2).map(Number)
const port = 4410
const connections = 16
const worked_off = 40
const functions_shown = 10
const profile_write_ms = 4000

const folder = process.env.BENCH_PROFILE
const dataDir = createDataDir()
const profileFile = folder && path.join(path.resolve(folder), 'product.cpuprofile')
if (folder) mkdirSync(folder, { recursive: true })
const recorder = path.join(import.meta.dirname, 'profile-recorder.ts')
const settings = profileFile ? { PROFILE_TO: profileFile, NODE_OPTIONS: `--import ${recorder}` } : {}
const bench = await openBenchApp(port, dataDir, settings)
const { pid, owner, clinicId, staff, address, close } = bench

/** Profiles what the work takes of the product's process. */
async function profile(name: string, work: () => Promise<void>): Promise<void> {
  if (!profileFile) return work()
  process.kill(pid, 'SIGUSR2')
  await work()
  process.kill(pid, 'SIGUSR2')
  await sleep(profile_write_ms)
  const file = path.join(folder!, `${name}.cpuprofile`)
  renameSync(profileFile, file)
  const { self, subtree } = summarizeProfile(
    JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile,
    functions_shown,
  )
  console.log(`Heaviest of ${name} by themselves`)
  console.table(self)
  console.log(`Heaviest of ${name} with all that they call`)
  console.table(subtree)
}

try {
  const { sendOpened } = await createConsentSender(staff, address)
  const first = await sendOpened()
  const options = { app: { pid, owner, clinicId, origin: address, dataDir }, port, connections, profile }
  const opening = await measureOpenings(options, { first, pieces: openings, rounds })
  const { signing, jobs } = await measureSignatures(options, {
    ...{ first, pieces: signatures, rounds, worked: worked_off },
  })
  const rounded = (time: ProcessorTime) =>
    Object.fromEntries(Object.entries(time).map(([name, value]) => [name, Number(value.toFixed(2))]))
  console.table({
    opening: rounded(opening),
    signature: rounded(signing),
    'jobs of a signature': rounded(jobs),
    'a quiet second': rounded(await measureQuiet(options.app)),
  })
  console.log(`load ${loadavg()[0]!.toFixed(1)}`)
} finally {
  await close()
}
process.exit(0)
