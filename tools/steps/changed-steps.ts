import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestInputs } from './input-digests.ts'
import { root, runProgram } from './program-step.ts'
import type { Outcome, Step } from './step-runner.ts'
import { isRuleTest } from './test-projects.ts'
import { runVitest } from './test-step.ts'

/** From so many on, naming the files one by one gains nothing. */
const named_max = 500

type Judgement = {
  name: string
  /** Each file that it judges, with the digest of all on which its result rests. */
  digests: () => [file: string, digest: string][]
  /** Judges these files, or all of them where none is named. */
  judge: (files: readonly string[]) => Promise<Outcome>
}

/**
 * A step that judges file by file, and leaves out what has passed as it is now: neither the file has changed nor
 * anything on which its result rests. `everything`: nothing is left out. `folder`: where it stands what has passed.
 */
export const changedStep = (
  { name, digests, judge }: Judgement,
  everything: boolean,
  folder = join(root, 'build/passed'),
): Step => ({
  name,
  run: async () => {
    const recordFile = join(folder, `${name}.json`)
    const passed = everything ? new Map<string, string>() : await readRecord(recordFile)
    const now = digests()
    const changed = now.flatMap(([file, digest]) => (passed.get(file) === digest ? [] : file))
    const unchanged = now.length - changed.length
    if (changed.length === 0) return { passed: 0, failed: 0, unchanged }
    const isWhole = changed.length > named_max || unchanged === 0
    const outcome = await judge(isWhole ? [] : changed)
    if (outcome.failed === 0) await writeRecord(folder, recordFile, now)
    return isWhole ? outcome : { ...outcome, unchanged }
  },
})

/** What has passed; nothing where no record is there, or one that was cut off while it was written. */
async function readRecord(file: string): Promise<Map<string, string>> {
  try {
    return new Map(Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, string>))
  } catch {
    return new Map()
  }
}

async function writeRecord(folder: string, file: string, digests: [string, string][]): Promise<void> {
  await mkdir(folder, { recursive: true })
  await writeFile(file, JSON.stringify(Object.fromEntries(digests)))
}

/** Lint by types: what a file imports decides with it. */
export const lintStep = (everything: boolean): Step =>
  changedStep(
    {
      name: 'lint',
      digests: () => {
        const { codeFiles, ofSource } = digestInputs(root)
        return codeFiles.map((file) => [file, ofSource(file)])
      },
      judge: async (files) => {
        const { ok, output } = await runProgram('oxlint', files)
        return { passed: Number(ok), failed: Number(!ok), output }
      },
    },
    everything,
  )

/** The tests that need nothing but themselves. */
export const rulesStep = (everything: boolean): Step =>
  changedStep(
    {
      name: 'rules',
      digests: () => {
        const { codeFiles, ofTest } = digestInputs(root)
        return codeFiles.filter(isRuleTest).map((file) => [file, ofTest(file)])
      },
      judge: (files) => runVitest('rules', files),
    },
    everything,
  )
