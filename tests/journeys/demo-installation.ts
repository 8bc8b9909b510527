import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Demo } from './journey.ts'
import { newFolder, product, startUntil, type Program } from './product-process.ts'

type Settings = Record<string, string>
/** A program or a server that a story needs besides the product. */
type Stoppable = { stop(): Promise<unknown> }

const startProduct = (port: number, dataDir: string, settings: Settings): Promise<Program> =>
  startUntil('The server', `http://localhost:${port}/readyz`, product, [], {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'error',
    // Each browser of the journeys says that it comes from an address of its own, so that none uses up another's tries.
    TRUSTED_PROXY: '127.0.0.1',
    ...settings,
  })

/** Makes the demo as a new user would get it: an empty data directory, one port. */
export async function makeDemo(port: number, dataDir: string): Promise<void> {
  await (await startProduct(port, dataDir, {})).stop()
}

/**
 * The demo in an installation of its own, which begins with a copy of the one that was made before all stories: a fifth
 * of the work. What runs beside it ends with it, also where it does not start.
 */
export async function startDemoInstallation(port: number, settings: Settings, beside: readonly Stoppable[]) {
  const folder = newFolder('installation')
  const dataDir = path.join(folder, 'data')
  const running = [...beside]
  async function close() {
    await Promise.all(running.map((program) => program.stop()))
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    execFileSync('cp', ['--archive', process.env.JOURNEY_DEMO!, dataDir])
    running.push(await startProduct(port, dataDir, settings))
    const demo = JSON.parse(readFileSync(path.join(dataDir, 'demo.json'), 'utf8')) as Demo
    return { address: `http://localhost:${port}`, dataDir, demo, close }
  } catch (error) {
    await close()
    throw error
  }
}
