import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withBuildLock } from './build-lock.ts'

let file: string
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(tmpdir(), 'lock-')), 'lock')
})
afterEach(() => rmSync(path.dirname(file), { recursive: true }))

test('one builds after the other', async () => {
  const happened: string[] = []
  const first = Promise.withResolvers<void>()
  const started = Promise.withResolvers<void>()
  const one = withBuildLock(async () => {
    started.resolve()
    await first.promise
    happened.push('one')
  }, file)
  await started.promise
  const two = withBuildLock(async () => void happened.push('two'), file)
  first.resolve()
  await Promise.all([one, two])
  expect(happened).toEqual(['one', 'two'])
  expect(existsSync(file)).toBe(false)
})

test('a build that fails gives the lock back', async () => {
  await expect(withBuildLock(() => Promise.reject(new Error('no')), file)).rejects.toThrow('no')
  expect(await withBuildLock(async () => 'built', file)).toBe('built')
})

test('a lock left by a process that is gone is taken over', async () => {
  const gone = 2 ** 22 + 1 // beyond the largest process id
  writeFileSync(file, String(gone))
  expect(await withBuildLock(async () => 'built', file)).toBe('built')
})
