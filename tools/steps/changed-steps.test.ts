import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { changedStep } from './changed-steps.ts'
import type { Outcome } from './step-runner.ts'

let folder: string
let now: Record<string, string>
const judge = vi.fn<(files: readonly string[]) => Promise<Outcome>>()
const runStep = (everything = false) =>
  changedStep({ name: 'rules', digests: () => Object.entries(now), judge }, everything, folder).run()

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'candour-passed-'))
  now = { 'one.ts': '1', 'two.ts': '2', 'three.ts': '3' }
  judge.mockReset().mockResolvedValue({ passed: 3, failed: 0 })
})
afterEach(() => rm(folder, { recursive: true }))

test('judges everything at first, and nothing that has passed as it is', async () => {
  expect(await runStep()).toEqual({ passed: 3, failed: 0 })
  expect(judge).toHaveBeenLastCalledWith([])
  expect(await runStep()).toEqual({ passed: 0, failed: 0, unchanged: 3 })
  expect(judge).toHaveBeenCalledTimes(1)
})

test('judges what has changed and what is new', async () => {
  await runStep()
  now = { 'one.ts': '1', 'two.ts': 'other', 'four.ts': '4' }
  expect(await runStep()).toMatchObject({ unchanged: 1 })
  expect(judge).toHaveBeenLastCalledWith(['two.ts', 'four.ts'])
})

test('judges everything where the record was cut off', async () => {
  await runStep()
  await writeFile(path.join(folder, 'rules.json'), '{"one.ts":"1",')
  await runStep()
  expect(judge).toHaveBeenLastCalledWith([])
})

test('judges again what failed, and all of it when asked to', async () => {
  await runStep()
  now['two.ts'] = 'other'
  judge.mockResolvedValueOnce({ passed: 0, failed: 1 })
  expect(await runStep()).toMatchObject({ failed: 1 })
  await runStep()
  expect(judge).toHaveBeenLastCalledWith(['two.ts'])
  await runStep(true)
  expect(judge).toHaveBeenLastCalledWith([])
})
