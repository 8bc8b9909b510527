import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const main = path.join(import.meta.dirname, '../../server/main.ts')
const start_seconds_max = 120

async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

/** Starts the product as a new user would get it: an empty data directory, the demo, one port. All journeys share it. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-journeys-'))
  const port = await freePort()
  const address = `http://localhost:${port}`
  // Each browser of the journeys says that it comes from an address of its own, so that none uses up another's tries.
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
  }
  const server = spawn(process.execPath, [main], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const until = Date.now() + start_seconds_max * 1000
  for (;;) {
    if (server.exitCode !== null) throw new Error('The server of the journeys did not start')
    if (
      await fetch(`${address}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      )
    )
      break
    if (Date.now() > until) throw new Error('The server of the journeys is not ready')
    await sleep(100)
  }
  process.env.JOURNEY_ADDRESS = address
  process.env.JOURNEY_DATA = dataDir
  return async () => {
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
}
