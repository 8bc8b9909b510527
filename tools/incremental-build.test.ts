import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runStep, runBuildSteps, type BuildStep } from './incremental-build.ts'

let dir: string
let run: ReturnType<typeof vi.fn<() => Promise<void>>>
let logLines: string[]
const pathInDir = (name: string) => path.join(dir, name)
const build = () =>
  runStep(
    { name: 'words', inputs: [pathInDir('in/**')], outputs: [pathInDir('made.txt')], run },
    { stampDir: pathInDir('stamps') },
  )

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'build-'))
  mkdirSync(pathInDir('in'))
  writeFileSync(pathInDir('in/a.txt'), 'one')
  run = vi.fn(async () => writeFileSync(pathInDir('made.txt'), 'made'))
  logLines = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void logLines.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true })
})

test('builds once, says when and how long, and that the second time nothing was to do', async () => {
  await build()
  await build()
  expect(run).toHaveBeenCalledTimes(1)
  expect(logLines).toEqual([
    'words     is being built',
    expect.stringMatching(/^words {5}built in \d+\.\d s$/),
    'words     up to date',
  ])
})

test.each<[change: string, make: () => void]>([
  ['changed', () => writeFileSync(pathInDir('in/a.txt'), 'two')],
  ['added', () => writeFileSync(pathInDir('in/b.txt'), 'new')],
  ['removed', () => rmSync(pathInDir('in/a.txt'))],
])('builds again when a file was %s', async (_change, make) => {
  await build()
  make()
  await build()
  expect(run).toHaveBeenCalledTimes(2)
})

test('builds again when what it made is gone', async () => {
  await build()
  rmSync(pathInDir('made.txt'))
  await build()
  expect(run).toHaveBeenCalledTimes(2)
})

test('tests of the tools do not make anything stale', async () => {
  await build()
  writeFileSync(pathInDir('in/a.test.ts'), '')
  await build()
  expect(run).toHaveBeenCalledTimes(1)
})

test('a step that failed is stale', async () => {
  run.mockRejectedValueOnce(new Error('no'))
  await expect(build()).rejects.toThrow('no')
  await build()
  expect(run).toHaveBeenCalledTimes(2)
})

describe('several steps', () => {
  const step = (name: string, after: string[] = []): BuildStep => ({
    ...{ name, after, inputs: [], outputs: [] },
    run: async () => {},
  })
  const steps = [step('content'), step('server'), step('web', ['content']), step('pages', ['web', 'server'])]

  test('begin as soon as those that they come after are done', async () => {
    const told: string[] = []
    const ends = new Map<string, () => void>()
    const done = runBuildSteps(steps, ({ name }) => {
      told.push(name)
      return new Promise((end) => ends.set(name, end))
    })
    await vi.waitFor(() => expect(told).toEqual(['content', 'server']))
    ends.get('content')!()
    await vi.waitFor(() => expect(told).toEqual(['content', 'server', 'web']))
    ends.get('web')!()
    ends.get('server')!()
    await vi.waitFor(() => expect(told.at(-1)).toBe('pages'))
    ends.get('pages')!()
    await done
  })

  test('tell the first failure once nothing runs, and begin nothing after it', async () => {
    const told: string[] = []
    const run = async ({ name }: BuildStep) => {
      if (name === 'content') throw new Error('content failed')
      await Promise.resolve()
      told.push(name)
    }
    await expect(runBuildSteps(steps, run)).rejects.toThrow('content failed')
    expect(told).toEqual(['server'])
  })
})
