/**
 * The product's clock is set back and forth, by minutes to half a day, while patients and staff work; the database's own
 * clock is not. Whoever is not known any more proves anew who they are. Afterwards nothing acknowledged may be lost or
 * doubled, every chain and document true, the audit log whole. Prints its counts.
 *
 *   node tools/prove/clock-changes.ts [changes, 20]
 */
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMixedLoad } from './mixed-load.ts'
import { runFaultTest } from './fault-test-run.ts'
import { stopServer, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'
import { findingsOfInstance } from './single-findings.ts'

const changes = Number(process.argv[2] ?? 20)
const minute_ms = 60_000
/** Of the product's clock from the machine's, one after the other, then again. */
const clockOffsetMinutes = [5, -5, 70, 0, -120, 60, 13 * 60, 0, -24 * 60, 30]
const port = 4424
const address = `http://localhost:${port}`
const setting = pathToFileURL(path.join(import.meta.dirname, 'clock-shift.ts')).href

await runFaultTest(async (proof) => {
  const dataDir = proof.folder()
  const file = path.join(dataDir, 'clock')
  const set = (minutes: number) => writeFileSync(file, String(minutes * minute_ms))
  set(0)
  const settings = { CLOCK_FILE: file, NODE_OPTIONS: `--import=${setting}` }
  const server = startServer({ dataDir, port, settings })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 4, readers: 1, boards: 1 },
    sendings: ['link', 'email', 'sms'],
    provesAnew: true,
  })
  for (let n = 1; n <= changes; n++) {
    const wanted = load.done() + 5
    while (load.done() < wanted) await sleep(20)
    const minutes = clockOffsetMinutes[(n - 1) % clockOffsetMinutes.length]!
    set(minutes)
    proof.injected(`clock off by ${minutes} minutes`)
    console.error(`change ${n} of ${changes}, ${load.done()} steps acknowledged`)
    await sleep(500 + Math.random() * 2500)
  }
  set(0)
  await load.stop()
  await practice.signIn()
  return findingsOfInstance({ load, practice, address, dataDir, server })
})
