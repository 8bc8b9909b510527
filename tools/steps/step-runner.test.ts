import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSteps, type Outcome, type Step } from './step-runner.ts'

let printed: string

beforeEach(() => {
  printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed += String(text)), true))
  vi.spyOn(console, 'log').mockImplementation((text = '') => void (printed += `${text}\n`))
})
afterEach(() => {
  vi.restoreAllMocks()
  process.exitCode = undefined
})

const step = (name: string, outcome: Outcome, needs: string[] = []): Step => ({
  name,
  needs,
  run: () => Promise.resolve(outcome),
})

test('counts everything, and says so on the last line', async () => {
  await runSteps([
    step('lint', { passed: 1, failed: 0 }),
    step('rules', { passed: 41, failed: 0, skipped: 2 }),
  ])
  expect(printed).toMatch(/^lint +ok +[\d.]+ s$/m)
  expect(printed).toMatch(/^rules +ok +[\d.]+ s {3}41 passed, 2 skipped$/m)
  expect(printed).toMatch(/\n42 passed, 0 failed\n$/)
  expect(process.exitCode).toBe(0)
})

test('goes on after a failure, shows what the failed step said, and ends with 1', async () => {
  const steps = [
    step('lint', { passed: 0, failed: 1, output: 'not like this' }),
    step('rules', { passed: 3, failed: 2, output: 'two broke' }),
    step('layout', { passed: 4, failed: 0, output: 'chatter' }),
  ]
  await runSteps(steps)
  expect(printed).toContain('not like this')
  expect(printed).toMatch(/^rules +FAILED +[\d.]+ s {3}3 passed, 2 failed$/m)
  expect(printed).not.toContain('chatter')
  expect(printed).toMatch(/\nFailed: lint, rules\n7 passed, 3 failed\n$/)
  expect(process.exitCode).toBe(1)
})

test('names what took longest before the counts', async () => {
  const slowest = [{ name: 'server/one.test.ts', seconds: 12.34 }]
  await runSteps([step('modules', { passed: 2, failed: 0, slowest })])
  expect(printed).toMatch(/\nSlowest of modules\n +12\.3 s {3}server\/one\.test\.ts\n\n2 passed/)
})

test('what keeps one processor busy runs beside the next of the kind, and no third', async () => {
  const running = new Set<string>()
  const seen: string[][] = []
  const single = (name: string): Step => ({
    name,
    isSingle: true,
    run: async () => {
      running.add(name)
      // Whoever is to run beside it has begun before a turn of the loop is over.
      await new Promise(setImmediate)
      seen.push([...running])
      running.delete(name)
      return { passed: 1, failed: 0 }
    },
  })
  await runSteps([
    single('format'),
    single('types'),
    step('lint', { passed: 1, failed: 0 }),
    single('layout'),
  ])
  expect(seen).toEqual([['format', 'types'], ['types'], ['layout']])
  expect(printed).toMatch(/^format .*\ntypes .*\nlint .*\nlayout .*$/m)
})

test('does not try what cannot work, and counts it as failed', async () => {
  const run = vi.fn<Step['run']>()
  await runSteps([step('build', { passed: 0, failed: 1 }), { name: 'journeys', needs: ['build'], run }])
  expect(run).not.toHaveBeenCalled()
  expect(printed).toContain('It needs build.')
  expect(printed).toMatch(/\n0 passed, 2 failed\n$/)
})

test('a step that throws has failed', async () => {
  await runSteps([
    step('lint', { passed: 1, failed: 0 }),
    { name: 'rules', run: () => Promise.reject(new Error('no such program')) },
  ])
  expect(printed).toContain('no such program')
  expect(printed).toMatch(/\n1 passed, 1 failed\n$/)
  expect(process.exitCode).toBe(1)
})

test('nothing run proves nothing', async () => {
  await runSteps([])
  expect(printed).toMatch(/\n0 passed, 0 failed\n$/)
  expect(process.exitCode).toBe(1)
})
