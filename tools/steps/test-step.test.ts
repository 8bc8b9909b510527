import { expect, test } from 'vitest'
import path from 'node:path'
import { root } from './program-step.ts'
import { readPlaywright, readVitest } from './test-step.ts'

const file = (status: string, ...results: string[]) => ({
  name: path.join(root, 'server/some.test.ts'),
  status,
  startTime: 1_000,
  endTime: 3_500,
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
  expect(readVitest(JSON.stringify(report))).toMatchObject(counts)
})

test('counts journeys: what broke outside of them has failed', () => {
  const report = {
    stats: { expected: 5, unexpected: 1, skipped: 2 },
    errors: [{ message: 'no server' }],
    suites: [],
  }
  expect(readPlaywright(JSON.stringify(report))).toMatchObject({ passed: 5, failed: 2, skipped: 2 })
})

test('names the files that took longest, the slowest first', () => {
  const testResults = Array.from({ length: 12 }, (_, index) => ({
    ...file('passed', 'passed'),
    name: path.join(root, `server/${index}.test.ts`),
    endTime: 1_000 + index * 500,
  }))
  const { slowest } = readVitest(JSON.stringify({ testResults }))
  expect(slowest).toHaveLength(10)
  expect(slowest[0]).toEqual({ name: 'server/11.test.ts', seconds: 5.5 })
})

test('names the journeys that took longest, wherever they are nested', () => {
  const spec = (title: string, duration: number) => ({
    title,
    tests: [{ projectName: 'phone', results: [{ duration }] }],
  })
  const suites = [{ specs: [spec('quick', 900)], suites: [{ specs: [spec('slow', 6_500)] }] }]
  const report = { stats: { expected: 2, unexpected: 0, skipped: 0 }, errors: [], suites }
  expect(readPlaywright(JSON.stringify(report)).slowest).toEqual([
    { name: 'slow (phone)', seconds: 6.5 },
    { name: 'quick (phone)', seconds: 0.9 },
  ])
})
