import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { debounceWithJitter } from './debounce-with-jitter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

describe('what comes together', () => {
  it('is acted upon once, and not before the rest may have come', () => {
    const act = vi.fn<() => void>()
    const debounced = debounceWithJitter(act)
    for (let n = 0; n < 3; n++) debounced.note()
    vi.advanceTimersByTime(149)
    expect(act).not.toHaveBeenCalled()
    vi.advanceTimersByTime(10_000)
    expect(act).toHaveBeenCalledOnce()
    debounced.note()
    vi.advanceTimersByTime(10_000)
    expect(act).toHaveBeenCalledTimes(2)
  })

  it('is not put off for as long as more comes', () => {
    const act = vi.fn<() => void>()
    const news = debounceWithJitter(act)
    for (let passed_ms = 0; passed_ms < 1000; passed_ms += 100) {
      news.note()
      vi.advanceTimersByTime(100)
    }
    expect(act.mock.calls.length).toBeGreaterThanOrEqual(2)
  })

  it('is acted upon by two at moments of their own', () => {
    vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.99)
    const [soon, late] = [vi.fn<() => void>(), vi.fn<() => void>()]
    for (const act of [soon, late]) debounceWithJitter(act).note()
    vi.advanceTimersByTime(151)
    expect([soon.mock.calls.length, late.mock.calls.length]).toEqual([1, 0])
    vi.advanceTimersByTime(300)
    expect(late).toHaveBeenCalledOnce()
  })

  it('is forgotten once nobody wants it', () => {
    const act = vi.fn<() => void>()
    const news = debounceWithJitter(act)
    news.note()
    news.end()
    vi.advanceTimersByTime(10_000)
    expect(act).not.toHaveBeenCalled()
  })
})
