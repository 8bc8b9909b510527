import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, loadChunk, loadChunkOnce } from './chunk-load.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const neverResolves = () => new Promise<never>(() => {})
const failure = new TypeError('Failed to fetch dynamically imported module')
const currentUrl = () => 'https://a.example/there'

/** A tab whose network and reload are given by hand. */
const createTestTab = ({ connected = [] as boolean[], reloads = false }) => ({
  isConnected: vi.fn(async () => connected.shift() ?? true),
  waitForConnection: vi.fn(async () => {}),
  reloadOnce: vi.fn(() => reloads),
})

test.each([
  ['loadChunk', (load: () => Promise<string>) => loadChunk(load, currentUrl, createTestTab({}))],
  ['tryChunk', (load: () => Promise<string>) => loadChunkOnce(load)],
])('%s gives a part up that does not arrive in two minutes, and not before', async (_name, loaded) => {
  const results: unknown[] = []
  void loaded(neverResolves).catch((error: unknown) => results.push(error))
  await vi.advanceTimersByTimeAsync(119_999)
  expect(results).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(results).toEqual([expect.any(ChunkLoadError)])
  expect(results[0]).toMatchObject({
    name: 'ChunkLoadError',
    message: 'A part of the application did not arrive within 120 seconds.',
  })
})

test('a part that fails loads the page anew, and nothing of this one is drawn any more', async () => {
  const tab = createTestTab({ reloads: true })
  const settled = vi.fn()
  void loadChunk(() => Promise.reject(failure), currentUrl, tab).finally(settled)
  await vi.advanceTimersByTimeAsync(500_000)
  expect(tab.reloadOnce).toHaveBeenCalledExactlyOnceWith('https://a.example/there')
  expect(settled).not.toHaveBeenCalled()
})

test('a part that fails after the one reload is an error, with what the browser said', async () => {
  const expected = {
    name: 'ChunkLoadError',
    message: `A part of the application could not be loaded: ${failure.message}`,
    cause: failure,
  }
  await expect(loadChunk(() => Promise.reject(failure), currentUrl, createTestTab({}))).rejects.toMatchObject(
    expected,
  )
  await expect(loadChunkOnce(() => Promise.reject(failure))).rejects.toMatchObject(expected)
  expect(vi.getTimerCount()).toBe(0)
})

test('without a connection a part waits for one and is asked for again, and nothing is reloaded', async () => {
  const tab = createTestTab({ connected: [false, false] })
  const load = vi.fn<() => Promise<string>>()
  load.mockRejectedValueOnce(failure).mockRejectedValueOnce(failure).mockResolvedValue('the part')
  expect(await loadChunk(load, currentUrl, tab)).toBe('the part')
  expect(load).toHaveBeenCalledTimes(3)
  expect(tab.waitForConnection).toHaveBeenCalledTimes(2)
  expect(tab.reloadOnce).not.toHaveBeenCalled()
})

test('a part within a part fails once', async () => {
  const tab = createTestTab({ reloads: true })
  const inner = new ChunkLoadError('too late')
  await expect(loadChunk(() => Promise.reject(inner), currentUrl, tab)).rejects.toBe(inner)
  expect(tab.reloadOnce).not.toHaveBeenCalled()
})

test('a part that arrives is handed on, and nothing goes on counting', async () => {
  const arriving = loadChunk(
    () => new Promise<string>((resolve) => setTimeout(() => resolve('the part'), 119_000)),
  )
  await vi.advanceTimersByTimeAsync(119_000)
  expect(await arriving).toBe('the part')
  expect(vi.getTimerCount()).toBe(0)
})
