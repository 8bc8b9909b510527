/** How many things a step looked at, and what to show a person if some failed. */
export type Outcome = {
  passed: number
  failed: number
  skipped?: number
  /** Files that were left out, since they passed as they are now. */
  unchanged?: number
  output?: string | undefined
  /** What of it took longest, where that is known. */
  slowest?: Timing[]
}

export type Timing = { name: string; seconds: number }

export type Step = {
  name: string
  /** Steps among those given without whose success this one cannot run. */
  needs?: string[]
  run: () => Promise<Outcome>
}

/** Each waits for something for a fifth of its time, or keeps one processor busy. */
const steps_at_once = 2

/**
 * Runs the steps two at a time; a line for each, in their order, and goes on after a failure so that everything is told
 * at once.
 * The last line is `N passed, M failed` alone; the process ends with 1 if something failed or nothing ran.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  // An end asked for from outside passes through `exit`, where what runs is stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const failures: string[] = []
  const slowest: string[] = []
  let passed = 0
  let failed = 0
  const outcomes = startInTurn(steps)
  for (const [index, { name }] of steps.entries()) {
    process.stdout.write(name.padEnd(12))
    const outcome = await outcomes[index]!
    passed += outcome.passed
    failed += outcome.failed
    if (outcome.failed > 0) failures.push(name)
    console.log(formatOutcome(outcome))
    if (outcome.slowest) slowest.push(`\nSlowest of ${name}`, ...outcome.slowest.map(timingLine))
    if (outcome.failed > 0 && outcome.output) console.log(`\n${outcome.output.trim()}\n`)
  }
  for (const line of slowest) console.log(line)
  console.log(failures.length > 0 ? `\nFailed: ${failures.join(', ')}` : '')
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

/** Starts each step as soon as what it needs has ended and fewer than may run at once are running, the first ones first. */
function startInTurn(steps: readonly Step[]): Promise<Timed>[] {
  const results = steps.map(() => Promise.withResolvers<Timed>())
  const waiting = new Set(steps.keys())
  const ended = new Map<string, Timed>()
  let running = 0
  const startNext = () => {
    for (const index of waiting) {
      if (running === steps_at_once) return
      const { name, needs = [], run } = steps[index]!
      if (!needs.every((need) => ended.has(need))) continue
      waiting.delete(index)
      running++
      const missing = needs.filter((need) => ended.get(need)!.failed > 0)
      const told: Timed = { passed: 0, failed: 1, output: `It needs ${missing.join(', ')}.` }
      void (missing.length > 0 ? Promise.resolve(told) : timeStep(run)).then((outcome) => {
        running--
        ended.set(name, outcome)
        results[index]!.resolve(outcome)
        startNext()
      })
    }
  }
  startNext()
  return results.map(({ promise }) => promise)
}

const timingLine = ({ name, seconds }: Timing) => `${seconds.toFixed(1).padStart(8)} s   ${name}`

type Timed = Outcome & { seconds?: number }

async function timeStep(run: Step['run']): Promise<Timed> {
  const started = performance.now()
  const outcome = await run().catch((error: unknown): Outcome => ({
    passed: 0,
    failed: 1,
    output: error instanceof Error ? error.stack : String(error),
  }))
  return { ...outcome, seconds: (performance.now() - started) / 1000 }
}

function formatOutcome({ passed, failed, skipped, unchanged, seconds }: Timed): string {
  const result = failed > 0 ? 'FAILED' : 'ok'
  const took = seconds === undefined ? '' : `${seconds.toFixed(1)} s`
  const counts = [
    passed + failed > 1 && `${passed} passed`,
    passed + failed > 1 && failed > 0 && `${failed} failed`,
    skipped && `${skipped} skipped`,
    unchanged && `${unchanged} files unchanged`,
  ]
  return `${result.padEnd(7)}${took.padStart(8)}   ${counts.filter(Boolean).join(', ')}`.trimEnd()
}
