import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Step } from './step-runner.ts'

export const root = join(import.meta.dirname, '../..')

/** A program that says nothing for so long stands still: longer than any test may take, which names itself first. */
const idle_minutes_max = 12
const grace_ms = 10_000

const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }

/**
 * Runs a program of `node_modules/.bin`, or `node`, to its end, however long that takes while it goes on saying
 * something. Both of its outputs come back as one text.
 */
export async function runProgram(
  name: string,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<{ ok: boolean; output: string }> {
  const path = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter)
  // A group of its own, so that whatever it started ends with it.
  const child = spawn(name === 'node' ? process.execPath : name, args, {
    cwd: root,
    env: { ...process.env, ...colours, PATH: path, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const end = (signal: NodeJS.Signals) => child.pid && endGroup(child.pid, signal)
  const stop = () => end('SIGTERM')
  process.once('exit', stop)
  let isStill = false
  let killing: NodeJS.Timeout | undefined
  const still = setTimeout(() => {
    isStill = true
    stop()
    killing = setTimeout(() => end('SIGKILL'), grace_ms)
  }, idle_minutes_max * 60_000)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', () => still.refresh())
  const [output, errors, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  process.off('exit', stop)
  clearTimeout(still)
  clearTimeout(killing)
  const why = isStill
    ? `\nIt said nothing for ${idle_minutes_max} minutes and was ended.`
    : signal && `\nIt was ended by ${signal}.`
  return { ok: code === 0 && !isStill, output: output + errors + (why ?? '') }
}

function endGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** A step that one program decides by its exit code. */
export const programStep = (name: string, program: string, ...args: string[]): Step => ({
  name,
  run: async () => {
    const { ok, output } = await runProgram(program, args)
    return { passed: Number(ok), failed: Number(!ok), output }
  },
})
