/**
 * Loaded before the product (`node --import`): writes into the file START_MARKS how many milliseconds after the process
 * began each step of a start came first, how many modules were loaded and statements sent until then, and of which
 * packages the modules are.
 */
import diagnostics from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

type StartupStep = { step: string; ms: number; modules: number; statements: number }
export type StartupTimings = { marks: StartupStep[]; packages: Record<string, number> }

const startupSteps: StartupStep[] = []
const packages: Record<string, number> = {}
let [modules, statements] = [0, 0]

function recordStep(step: string): void {
  if (startupSteps.some((one) => one.step === step)) return
  startupSteps.push({ step, ms: Math.round(performance.now()), modules, statements })
  writeFileSync(
    process.env.START_MARKS!,
    JSON.stringify({ marks: startupSteps, packages } satisfies StartupTimings),
  )
}

registerHooks({
  load(url, context, load) {
    modules++
    const [, name = 'our own'] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ?? []
    packages[name] = (packages[name] ?? 0) + 1
    return load(url, context)
  },
})
recordStep('Node.js is up')
diagnostics.subscribe('child_process', () => recordStep('the product is loaded and begins a process'))
diagnostics.subscribe('tracing:net.server.listen:asyncEnd', () => recordStep('it listens'))

type Query = (...given: unknown[]) => unknown
const { default: pg } = await import('pg')
const client = pg.Client.prototype as unknown as { query: Query }
const { query } = client
client.query = function (this: unknown, ...given: unknown[]): unknown {
  recordStep('the database is reached')
  statements++
  return query.apply(this, given)
}
