/**
 * Patients ask, sign and decline, and staff read, answer and countersign without pause while the server, then PostgreSQL,
 * then the process that draws documents is killed again and again at random instants. Afterwards all that was
 * acknowledged must be there, none twice, every chain and document true, and no message sent twice. Prints its counts.
 *
 *   node tools/prove/kill-signing.ts [kills of each, 20]
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { drawingProcesses } from './drawing-processes.ts'
import { startMixedLoad } from './mixed-load.ts'
import { runFaultTest, type FaultTest } from './fault-test-run.ts'
import { stopServer, expectRunning, startServer, untilReady } from './test-server-process.ts'
import { openPractice } from './signed-consents.ts'
import { findingsOfInstance } from './single-findings.ts'

const kills_each = Number(process.argv[2] ?? 20)
const instant_ms_max = 1200
const port = 4390
const address = `http://localhost:${port}`

await runFaultTest(async (proof: FaultTest) => {
  const dataDir = proof.folder()
  let server = startServer({ dataDir, port })
  proof.atEnd(() => stopServer(server))
  await untilReady(address)
  const practice = await openPractice(address, dataDir)
  const load = startMixedLoad(practice, {
    ...{ patients: 4, readers: 1, boards: 2 },
    sendings: ['link', 'email', 'link', 'sms'],
  })

  /** Kills at a random instant, once something was acknowledged after the kill before. */
  async function killAtRandom(kill: () => void): Promise<void> {
    const wanted = load.done() + 1
    while (load.done() < wanted) {
      expectRunning(server)
      await sleep(5)
    }
    await sleep(Math.random() * instant_ms_max)
    kill()
  }
  const killers: Record<string, () => Promise<void>> = {
    async 'server killed'() {
      await killAtRandom(() => server.kill('SIGKILL'))
      server = startServer({ dataDir, port })
      await untilReady(address, server)
    },
    async 'PostgreSQL killed'() {
      const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
      await killAtRandom(() => process.kill(Number(readFileSync(file, 'utf8').split('\n')[0]), 'SIGKILL'))
      await untilReady(address, server)
    },
    async 'drawing process killed'() {
      while (drawingProcesses(server.pid!).length === 0) {
        expectRunning(server)
        await sleep(5)
      }
      await killAtRandom(() => drawingProcesses(server.pid!).forEach((id) => process.kill(id, 'SIGKILL')))
    },
  }
  for (const [fault, kill] of Object.entries(killers))
    for (let n = 1; n <= kills_each; n++) {
      await kill()
      proof.injected(fault)
      console.error(`${fault} ${n} of ${kills_each}, ${load.done()} steps acknowledged`)
    }
  await load.stop()
  return findingsOfInstance({ load, practice, address, dataDir, server })
})
