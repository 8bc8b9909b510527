import { readFile, rm } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { inMemoryFolder } from './memory-folder.ts'
import { root, runProgram } from './program-step.ts'
import type { Outcome, Step, Timing } from './step-runner.ts'

type Counts = { passed: number; failed: number; skipped: number }
/** What a report says: the counts, and the ten that took longest (files of Vitest, journeys of Playwright). */
type Report = Counts & { slowest: Timing[] }

/** A step that runs one project of vitest.config.ts and counts its tests. */
export const vitestStep = (project: string): Step => ({
  name: project,
  run: () => runVitest(project),
})

/** Runs the tests of one project, or those of some of its files. */
export function runVitest(project: string, files: readonly string[] = []): Promise<Outcome> {
  const file = reportFile(project)
  const reports = ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`]
  return runTests('vitest', ['run', '--project', project, ...reports, ...files], {}, file, readVitest)
}

/** The step that runs the browser stories and counts each in each window. */
export const journeyStep = (needs: string[]): Step => ({
  name: 'journeys',
  needs,
  run: () => {
    const file = reportFile('journeys')
    const args = ['test', '--reporter=list,json']
    return runTests('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, file, readPlaywright)
  },
})

const reportFile = (name: string) => join(root, `build/reports/${name}.json`)

async function runTests(
  program: string,
  args: string[],
  settings: Record<string, string>,
  file: string,
  read: (report: string) => Report,
): Promise<Outcome> {
  await rm(file, { force: true })
  const { ok, output } = await inMemoryFolder((place) => runProgram(program, args, { ...place, ...settings }))
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const found = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : read(report)
  // What goes wrong outside of a test is in no count, and a run without a test proves nothing.
  const isBroken = found.failed === 0 && (!ok || found.passed === 0)
  return { ...found, failed: found.failed + Number(isBroken), output }
}

const slowest_max = 10
const slowestOf = (timings: Timing[]) =>
  timings.toSorted((one, other) => other.seconds - one.seconds).slice(0, slowest_max)

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    /** Times in ms. */
    startTime: number
    endTime: number
    assertionResults: { status: string }[]
  }[]
}

/** Reads Vitest's report; a file that could not be read, or broke outside of its tests, counts as one failure. */
export function readVitest(text: string): Report {
  const report: VitestReport = JSON.parse(text)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
    slowest: slowestOf(
      report.testResults.map(({ name, startTime, endTime }) => ({
        name: relative(root, name),
        seconds: (endTime - startTime) / 1000,
      })),
    ),
  }
}

type Suite = {
  suites?: Suite[]
  specs: { title: string; tests: { projectName: string; results: { duration: number }[] }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; skipped: number }
  errors: unknown[]
  suites: Suite[]
}

const timingsOf = ({ suites = [], specs }: Suite): Timing[] => [
  ...specs.flatMap(({ title, tests }) =>
    tests.map(({ projectName, results }) => ({
      name: `${title} (${projectName})`,
      seconds: results.reduce((sum, { duration }) => sum + duration, 0) / 1000,
    })),
  ),
  ...suites.flatMap(timingsOf),
]

/** Reads Playwright's report; what broke outside of the journeys counts as failures. */
export function readPlaywright(text: string): Report {
  const { stats, errors, suites }: PlaywrightReport = JSON.parse(text)
  return {
    passed: stats.expected,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    slowest: slowestOf(suites.flatMap(timingsOf)),
  }
}
