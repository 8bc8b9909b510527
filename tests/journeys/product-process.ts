import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const inRepository = (file: string) => path.join(import.meta.dirname, '../..', file)
/** The product itself, as it is built to be run. */
export const product = 'build/server/main.js'
/** A limit against hanging, far above what a loaded machine needs: the demo is made first. */
const start_seconds_max = 600

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0)
  await once(probe, 'listening')
  const { port } = probe.address() as { port: number }
  probe.close()
  await once(probe, 'close')
  return port
}

export type Program = { process: ChildProcess; stop(): Promise<void> }

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
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

export async function untilReady(named: string, { process: child }: Program, address: string): Promise<void> {
  const until = Date.now() + start_seconds_max * 1000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${named} of the journeys did not start`)
    const isReady = await fetch(address).then(
      (answer) => answer.ok,
      () => false,
    )
    if (isReady) return
    if (Date.now() > until) throw new Error(`${named} of the journeys is not ready`)
    await sleep(100)
  }
}
