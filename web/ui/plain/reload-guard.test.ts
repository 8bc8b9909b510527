import { expect, test, vi } from 'vitest'
import { makeReloadGuard } from './reload-guard.ts'

/** A tab: what it keeps stays when its page is loaded anew. */
function openTab() {
  const kept = new Map<string, string>()
  const store = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
  const reload = vi.fn()
  const assign = vi.fn()
  const load = (release: string, address = 'https://a.example/here') =>
    makeReloadGuard(() => ({ store, release, address, reload, assign }))
  return { load, reload, assign, store }
}

test('a page is loaded anew once for a release, however often its scripts fail', () => {
  const { load, reload } = openTab()
  const first = load('one')
  expect(first('https://a.example/here')).toBe(true)
  // Others that fail before the page is gone wait with it.
  expect(first('https://a.example/here')).toBe(true)
  expect(reload).toHaveBeenCalledTimes(1)
  const again = [1, 2].map(() => load('one')('https://a.example/here'))
  expect(again).toEqual([false, false])
  expect(reload).toHaveBeenCalledTimes(1)
  expect(load('two')('https://a.example/here')).toBe(true)
  expect(load('two')('https://a.example/here')).toBe(false)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('where somebody is going is loaded, not what they leave', () => {
  const { load, reload, assign } = openTab()
  expect(load('one')('https://a.example/there')).toBe(true)
  expect(assign).toHaveBeenCalledWith('https://a.example/there')
  expect(reload).not.toHaveBeenCalled()
})

test('a browser that keeps nothing is never made to load anew', () => {
  const { load, reload, store } = openTab()
  store.setItem = () => {
    throw new DOMException('The quota is used up', 'QuotaExceededError')
  }
  expect(load('one')('https://a.example/here')).toBe(false)
  expect(reload).not.toHaveBeenCalled()
})
