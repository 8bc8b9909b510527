/**
 * Mixed work without pause for as long as is asked: what the product's process holds of memory and file handles has to be
 * flat, the last third beside the one before it; nothing may be lost or doubled. Prints its counts.
 *
 *   node tools/prove/soak.ts [minutes, 20]
 */
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawingProcesses } from './drawing-processes.ts'
import { startMixedLoad } from './mixed-load.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'
import { findingsOfInstance } from './single-findings.ts'

const minutes = Number(process.argv[2] ?? 20)
const sample_ms = 2000
const growth_max = 1.1
/** Handles come and go with connections: so many more are no leak. */
const handle_growth_max = 12
const port = 4423
const address = `http://localhost:${port}`

type Sample = { megabytes: number; handles: number; drawing: number }

function megabytesOf(id: number): number {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) / 1024
  } catch {
    // It has ended meanwhile.
    return 0
  }
}

const sampleOf = (server: number): Sample => ({
  megabytes: megabytesOf(server),
  handles: readdirSync(`/proc/${server}/fd`).length,
  drawing: Math.max(0, ...drawingProcesses(server).map(megabytesOf)),
})

const medianOf = (values: readonly number[]): number =>
  Math.round(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!)

/** The middle of each third of what was seen. */
function mediansByThird(samples: readonly Sample[], name: keyof Sample): number[] {
  const third = Math.floor(samples.length / 3)
  return [0, 1, 2].map((n) => medianOf(samples.slice(n * third, (n + 1) * third).map((each) => each[name])))
}

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 4, readers: 1, boards: 4 },
    sendings: ['link', 'email', 'sms'],
  })
  const samples: Sample[] = []
  const until = Date.now() + minutes * 60_000
  while (Date.now() < until) {
    await sleep(sample_ms)
    samples.push(sampleOf(server.pid!))
    if (samples.length % 30 === 0)
      console.error(`${JSON.stringify(samples.at(-1))}, ${load.done()} steps acknowledged`)
  }
  await load.stop()
  const [megabytes, handles] = [mediansByThird(samples, 'megabytes'), mediansByThird(samples, 'handles')]
  const grown: string[] = []
  if (megabytes[2]! > megabytes[1]! * growth_max) grown.push(`memory grew: ${megabytes.join(', ')} MB`)
  if (handles[2]! > handles[1]! + handle_growth_max) grown.push(`file handles grew: ${handles.join(', ')}`)
  const medianOfThirds = { megabytes, handles, drawingMegabytes: mediansByThird(samples, 'drawing') }
  const more = { minutes, samples: samples.length, medianOfThirds }
  const { counts, amiss } = await findingsOfInstance({ load, practice, address, dataDir, server }, more)
  return { counts, amiss: [...amiss, ...grown] }
})
