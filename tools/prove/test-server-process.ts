import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const inRepository = (file: string) => path.join(import.meta.dirname, '../..', file)

const stop_ms_max = 60_000

/** Another build than the one that is up to date, for whoever compares the two. */
const buildFolder = process.env['PROVE_BUILD'] ?? 'build'

type ServerSettings = {
  dataDir: string
  port: number
  settings?: Record<string, string>
  /** From its sources rather than as it is built: for whoever watches a package from outside. */
  fromSources?: boolean
  /** A network of its own, by its name. */
  network?: string
}

/** What the product logs is added to the file that PROVE_LOG names, for whoever looks for the reason of something. */
const openLog = () => (process.env['PROVE_LOG'] ? openSync(process.env['PROVE_LOG'], 'a') : 'ignore')

/** The product as `npm start` runs it, in a data directory of its own, behind a proxy at this machine. */
export function startServer({
  dataDir,
  port,
  settings = {},
  fromSources,
  network,
}: ServerSettings): ChildProcess {
  const main = inRepository(fromSources ? 'server/main.ts' : path.join(buildFolder, 'server/main.js'))
  const command = [...(network ? ['ip', 'netns', 'exec', network] : []), process.execPath, main]
  const server = spawn(command[0]!, command.slice(1), {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'error',
      TRUSTED_PROXY: '127.0.0.1',
      DEMO_YEAR: 'off',
      ...settings,
    },
    stdio: ['ignore', openLog(), 'inherit'],
  })
  // A proof that fails leaves none behind, which would answer the next one on the same port, and no database.
  const end = () => {
    server.kill('SIGKILL')
    killDatabase(dataDir)
  }
  process.once('exit', end)
  server.once('exit', () => process.off('exit', end))
  return server
}

export const postmasterOf = (dataDir: string): number | null => {
  const file = path.join(dataDir, 'postgres/cluster/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : null
}

/** Ends the embedded database at once, which a server that is killed leaves behind; its process, where there was one. */
export function killDatabase(dataDir: string): number | null {
  const postmaster = postmasterOf(dataDir)
  try {
    if (postmaster) process.kill(postmaster, 'SIGQUIT')
  } catch {
    // It has ended by itself.
  }
  return postmaster
}

/** A server that nobody ended, or killed, runs still: one that ended by itself is what a proof looks for. */
export function expectRunning({ exitCode, signalCode }: ChildProcess): void {
  const ended = exitCode ?? signalCode
  if (ended !== null) throw new Error(`The product ended by itself, with ${ended}`)
}

/** Waits until the product at this address says that it can serve; not for one that is known to have ended. */
export async function untilReady(address: string, server?: ChildProcess): Promise<void> {
  for (;;) {
    if (server) expectRunning(server)
    const ready = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    )
    if (ready) return
    await sleep(50)
  }
}

/** Ends a server as an operator does, and tells how long it took; one that does not end is killed, which is a fault. */
export async function stopServer(server: ChildProcess): Promise<number> {
  if (server.exitCode !== null || server.signalCode !== null) return 0
  const begun = Date.now()
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  const late = setTimeout(() => server.kill('SIGKILL'), stop_ms_max)
  await ended
  clearTimeout(late)
  return Date.now() - begun
}
