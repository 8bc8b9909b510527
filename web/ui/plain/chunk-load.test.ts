import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk } from './lazy-part.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const nothing = () => new Promise<never>(() => {})

test('a part that does not arrive in two minutes is given up, and not before', async () => {
  const given: unknown[] = []
  void loadChunk(nothing).catch((error: unknown) => given.push(error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(given).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(given).toEqual([expect.any(ChunkLoadError)])
  expect(given[0]).toMatchObject({
    name: 'ChunkLoadError',
    message: 'A part of the application did not arrive within 120 seconds.',
  })
})

test('a part that fails to load is the same error, with what the browser said', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module')
  await expect(loadChunk(() => Promise.reject(cause))).rejects.toMatchObject({
    name: 'ChunkLoadError',
    message: `A part of the application could not be loaded: ${cause.message}`,
    cause,
  })
  expect(vi.getTimerCount()).toBe(0)
})

test('a part that arrives is handed on, and nothing goes on counting', async () => {
  const arriving = loadChunk(
    () => new Promise<string>((resolve) => setTimeout(() => resolve('the part'), 119_000)),
  )
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await arriving).toBe('the part')
  expect(vi.getTimerCount()).toBe(0)
})
