import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root, runProgram } from './program-step.ts'
import type { Outcome, Step } from './step-runner.ts'

type Counts = { passed: number; failed: number; skipped: number }

/** A step that runs one project of vitest.config.ts and counts its tests. */
export const vitestStep = (project: string): Step => ({
  name: project,
  run: () => {
    const file = reportFile(project)
    const args = [
      'run',
      '--project',
      project,
      '--reporter=dot',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ]
    return runTests('vitest', args, {}, file, countVitest)
  },
})

/** The step that runs the browser stories and counts each in each window. */
export const journeyStep = (needs: string[]): Step => ({
  name: 'journeys',
  needs,
  run: () => {
    const file = reportFile('journeys')
    const args = ['test', '--reporter=list,json']
    return runTests('playwright', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: file }, file, countPlaywright)
  },
})

const reportFile = (name: string) => join(root, `build/reports/${name}.json`)

async function runTests(
  program: string,
  args: string[],
  settings: Record<string, string>,
  file: string,
  count: (report: string) => Counts,
): Promise<Outcome> {
  await rm(file, { force: true })
  const { ok, output } = await runProgram(program, args, settings)
  const report = await readFile(file, 'utf8').catch(() => undefined)
  const counts = report === undefined ? { passed: 0, failed: 0, skipped: 0 } : count(report)
  // What goes wrong outside of a test is in no count, and a run without a test proves nothing.
  const isBroken = counts.failed === 0 && (!ok || counts.passed === 0)
  return { ...counts, failed: counts.failed + Number(isBroken), output }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** Counts Vitest's report; a file that could not be read, or broke outside of its tests, counts as one failure. */
export function countVitest(text: string): Counts {
  const report: VitestReport = JSON.parse(text)
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests,
  }
}

type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** Counts Playwright's report; what broke outside of the stories counts as failures. A story told twice passed if its second telling did. */
export function countPlaywright(text: string): Counts {
  const { stats, errors }: PlaywrightReport = JSON.parse(text)
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}
