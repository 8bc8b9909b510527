import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const inRepository = (file: string) => path.join(import.meta.dirname, '../..', file)
/** The product itself, as it is built to be run. */
export const product = 'build/server/main.js'
/** A limit against hanging, far above what a loaded machine needs: the demo is made first. */
const start_seconds_max = 600

/** A new folder, open to the account that the database runs as when we are root: it stays in it, and goes with it. */
export function newFolder(name: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), `candour-${name}-`))
  chmodSync(folder, 0o755)
  return folder
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

export type Program = { process: ChildProcess; stop(): Promise<void> }

/** By itself, or by a signal: for want of memory. */
const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** What the stories share besides the product: taken away after all of them. */
export const sharedFile = (name: string) => path.join(path.dirname(process.env.JOURNEY_DEMO!), name)

/** Starts a program of the repository, which is stopped as an operator would. */
export function startProgram(file: string, values: string[], env: NodeJS.ProcessEnv): Program {
  const child = spawn(process.execPath, [inRepository(file), ...values], {
    // What a journey counts must not grow meanwhile.
    env: { DEMO_YEAR: 'off', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return {
    process: child,
    async stop() {
      if (hasEnded(child)) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Starts a program and waits for its sign: an address that answers, or a file, which is the certificate that it shows. */
export async function startUntil(
  named: string,
  sign: string,
  ...[file, values, env]: Parameters<typeof startProgram>
): Promise<Program> {
  const program = startProgram(file, values, env)
  const isReady = sign.startsWith('http')
    ? () =>
        fetch(sign).then(
          (answer) => answer.ok,
          () => false,
        )
    : () => existsSync(sign)
  const end = Date.now() + start_seconds_max * 1000
  while (!(await isReady())) {
    const isGone = hasEnded(program.process)
    if (isGone || Date.now() > end) {
      await program.stop()
      throw new Error(`${named} of the journeys ${isGone ? 'did not start' : 'is not ready'}`)
    }
    await sleep(100)
  }
  return program
}
