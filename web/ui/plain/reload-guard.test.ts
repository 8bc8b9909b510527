import { expect, test, vi } from 'vitest'
import { createReloadGuard } from './reload-guard.ts'

/** A tab: what it keeps stays when its page is loaded anew. */
function createTestTab() {
  const storedItems = new Map<string, string>()
  const store = {
    getItem: (key: string) => storedItems.get(key) ?? null,
    setItem: (key: string, value: string) => void storedItems.set(key, value),
  }
  const reload = vi.fn()
  const assign = vi.fn()
  const load = (release: string, address = 'https://a.example/here') =>
    createReloadGuard(() => ({ store, release, address, reload, assign }))
  return { load, reload, assign, store }
}

test('a page is loaded anew once for a release, however often its scripts fail', () => {
  const { load, reload } = createTestTab()
  const first = load('one')
  expect(first('https://a.example/here')).toBe(true)
  // Others that fail before the page is gone wait with it.
  expect(first('https://a.example/here')).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  const reloadResults = [1, 2].map(() => load('one')('https://a.example/here'))
  expect(reloadResults).toEqual([false, false])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(load('two')('https://a.example/here')).toBe(true)
  expect(load('two')('https://a.example/here')).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('where somebody is going is loaded, not what they leave', () => {
  const { load, reload, assign } = createTestTab()
  expect(load('one')('https://a.example/there')).toBe(true)
  expect(assign).toHaveBeenCalledWith('https://a.example/there')
  expect(reload).not.toHaveBeenCalled()
})

test('a browser that keeps nothing is never made to load anew', () => {
  const { load, reload, store } = createTestTab()
  store.setItem = () => {
    throw new DOMException('The quota is used up', 'QuotaExceededError')
  }
  expect(load('one')('https://a.example/here')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
