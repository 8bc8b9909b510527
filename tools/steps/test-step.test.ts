import { expect, test } from 'vitest'
import { countPlaywright, countVitest } from './test-step.ts'

const file = (status: string, ...results: string[]) => ({
  status,
  assertionResults: results.map((result) => ({ status: result })),
})

test.each([
  [
    'passes and failures',
    [file('failed', 'passed', 'failed', 'skipped')],
    { passed: 1, failed: 1, skipped: 1 },
  ],
  ['a file that cannot be read', [file('failed')], { passed: 0, failed: 1, skipped: 0 }],
  ['a file that breaks after its tests', [file('failed', 'passed')], { passed: 1, failed: 1, skipped: 0 }],
  ['only passes', [file('passed', 'passed', 'passed')], { passed: 2, failed: 0, skipped: 0 }],
])('counts %s', (_, testResults, counts) => {
  const of = (status: string) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((result) => result.status === status).length
  const report = {
    numPassedTests: of('passed'),
    numFailedTests: of('failed'),
    numPendingTests: of('skipped'),
    testResults,
  }
  expect(countVitest(JSON.stringify(report))).toEqual(counts)
})

test('counts journeys: what broke outside of them has failed, what passed when it was told again has passed', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, flaky: 1, skipped: 2 },
    errors: [{ message: 'no server' }],
  }
  expect(countPlaywright(JSON.stringify(report))).toEqual({ passed: 6, failed: 2, skipped: 2 })
})
