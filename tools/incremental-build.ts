import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

export type BuildStep = {
  name: string
  /** Steps whose outputs it reads. */
  after?: string[]
  /** Globs of everything that the step reads. */
  inputs: string[]
  /** What it writes; a missing one makes the step stale. */
  outputs: string[]
  run: () => Promise<void>
}

type StepOptions = { stampDir?: string; report?: (name: string, outcome: string) => void }

/** Runs a step whose inputs have changed since it last succeeded, and says when it begins and what it did. */
export async function runStep(
  { name, inputs, outputs, run }: BuildStep,
  { stampDir = 'build/stamps', report = printOutcome }: StepOptions = {},
): Promise<void> {
  const stamp = join(stampDir, name)
  const now = await hashOf(inputs)
  if (outputs.every(existsSync) && (await readStamp(stamp)) === now) return report(name, 'up to date')
  report(name, 'is being built')
  const started = performance.now()
  await run().catch((cause: Error) => {
    throw new Error(`${name} failed. ${cause.message}`, { cause })
  })
  await mkdir(dirname(stamp), { recursive: true })
  await writeFile(stamp, now)
  report(name, `built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/**
 * Runs steps, each as soon as those that it comes after are done, which stand before it. Throws the first failure once
 * nothing runs any more: what comes after a step that failed is not begun.
 */
export async function runBuildSteps(
  steps: readonly BuildStep[],
  run: (step: BuildStep) => Promise<void> = (step) => runStep(step),
): Promise<void> {
  const begun = new Map<string, Promise<void>>()
  for (const step of steps) {
    const before = (step.after ?? []).flatMap((name) => begun.get(name) ?? [])
    begun.set(
      step.name,
      Promise.all(before).then(() => run(step)),
    )
  }
  const failed = (await Promise.allSettled(begun.values())).find(({ status }) => status === 'rejected')
  if (failed) throw (failed as PromiseRejectedResult).reason
}

/** One line, which says what it is of: several are at work at once. */
export const printOutcome = (name: string, outcome: string): void =>
  console.log(`${name.padEnd(9)} ${outcome}`)

const readStamp = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

/** One hash over the names and bytes of every file that the globs match, tests apart. */
async function hashOf(patterns: string[]): Promise<string> {
  const found = await Array.fromAsync(glob(patterns, { withFileTypes: true }))
  const files = found.filter((file) => file.isFile() && !/\.test\.tsx?$/.test(file.name))
  const paths = files.map((file) => join(file.parentPath, file.name))
  const hash = createHash('sha256')
  for (const path of paths.sort())
    hash
      .update(`${path}\0`)
      .update(await readFile(path))
      .update('\0')
  return hash.digest('hex')
}
