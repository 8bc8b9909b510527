import { afterEach, expect, test, vi } from 'vitest'
import { runProgram } from './program-step.ts'

afterEach(() => vi.useRealTimers())

test('gives back what a program said on both of its outputs, and how it ended', async () => {
  const said = await runProgram('node', ['-e', 'console.log("one"); console.error("two"); process.exit(3)'])
  expect(said).toEqual({ ok: false, output: 'one\ntwo\n' })
})

test('ends a program that stands still, and says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const running = runProgram('node', ['-e', 'process.stdin.resume(); setInterval(() => {}, 1000)'])
  vi.advanceTimersByTime(12 * 60_000)
  expect(await running).toEqual({ ok: false, output: '\nIt said nothing for 12 minutes and was ended.' })
})
