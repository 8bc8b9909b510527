import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Demo } from './journey.ts'
import { freePort, product, startProgram, untilReady } from './product-process.ts'

/** A limit against hanging: the peer answers at once. */
const peer_tries_max = 600

/** The demo in an installation of its own, with a server that runs here in Dentally's place. */
export async function startPracticeSystemInstallation() {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'candour-practice-system-'))
  const certificate = path.join(dataDir, 'dentally.pem')
  const [port, peerPort] = [await freePort(), await freePort()]
  const address = `http://localhost:${port}`
  const peer = startProgram(
    'server/testing/mock-dentally-main.ts',
    [String(peerPort), certificate],
    process.env,
  )
  for (let tries = 0; !existsSync(certificate); tries++) {
    if (tries > peer_tries_max) throw new Error('The practice system of the journeys did not start')
    await sleep(100)
  }
  const server = startProgram(product, [], {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    TRUSTED_PROXY: '127.0.0.1',
    DENTALLY_ADDRESS: `https://localhost:${peerPort}`,
    WEBHOOK_NETWORKS: '127.0.0.0/8,::1',
    WEBHOOK_CA_FILE: certificate,
  })
  const close = async () => {
    await Promise.all([server.stop(), peer.stop()])
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await untilReady('The server', server, `${address}/readyz`)
  } catch (error) {
    await close()
    throw error
  }
  const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
  return { address, demo, close }
}
