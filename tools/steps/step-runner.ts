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
  /** Steps without whose success this one cannot run. */
  needs?: string[]
  /** It keeps one processor busy, so that the next one of the kind runs beside it. */
  isSingle?: boolean
  run: () => Promise<Outcome>
}

/**
 * Runs the steps one by one, or two at a time where each keeps one processor busy; a line for each, in their order, and
 * goes on after a failure so that everything is told at once.
 * The last line is `N passed, M failed` alone; the process ends with 1 if something failed or nothing ran.
 */
export async function runSteps(steps: readonly Step[]): Promise<void> {
  // An end asked for from outside passes through `exit`, where what runs is stopped.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const failures: string[] = []
  const slowest: string[] = []
  let passed = 0
  let failed = 0
  const runStep = ({ needs = [], run }: Step): Promise<Timed> => {
    const missing = needs.filter((need) => failures.includes(need))
    return missing.length > 0
      ? Promise.resolve({ passed: 0, failed: 1, output: `It needs ${missing.join(', ')}.` })
      : timeStep(run)
  }
  /** What runs beside the step before it. */
  let beside: Promise<Timed> | undefined
  for (const [index, step] of steps.entries()) {
    process.stdout.write(step.name.padEnd(12))
    const running = beside ?? runStep(step)
    const next = steps[index + 1]
    beside = step.isSingle && next?.isSingle ? runStep(next) : undefined
    const outcome = await running
    passed += outcome.passed
    failed += outcome.failed
    if (outcome.failed > 0) failures.push(step.name)
    console.log(formatOutcome(outcome))
    if (outcome.slowest) slowest.push(`\nSlowest of ${step.name}`, ...outcome.slowest.map(timingLine))
    if (outcome.failed > 0 && outcome.output) console.log(`\n${outcome.output.trim()}\n`)
  }
  for (const line of slowest) console.log(line)
  console.log(failures.length > 0 ? `\nFailed: ${failures.join(', ')}` : '')
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
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
