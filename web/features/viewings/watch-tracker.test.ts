import { describe, expect, it } from 'vitest'
import { createWatchTracker } from './watch-tracker.ts'

const range = (fromMs: number, toMs: number) => ({ fromMs, toMs })

describe('what is played', () => {
  it('is one stretch as long as nothing jumps', () => {
    const tracker = createWatchTracker([])
    for (const at of [0, 250.4, 500, 750]) tracker.play(at)
    expect(tracker.untoldMs()).toBe(750)
    expect(tracker.take()).toEqual([range(0, 750)])
    expect(tracker.take()).toEqual([])
  })

  it('is told in pieces that join', () => {
    const tracker = createWatchTracker([])
    tracker.play(0)
    tracker.play(1000)
    expect(tracker.take()).toEqual([range(0, 1000)])
    tracker.play(1500)
    expect(tracker.take()).toEqual([range(1000, 1500)])
    expect(tracker.all()).toEqual([range(0, 1000), range(1000, 1500)])
  })

  it('begins anew behind a jump, in either direction', () => {
    const tracker = createWatchTracker([])
    for (const at of [0, 1000]) tracker.play(at)
    tracker.stop()
    for (const at of [200, 400]) tracker.play(at)
    tracker.stop()
    for (const at of [900, 1600]) tracker.play(at)
    expect(tracker.take()).toEqual([range(0, 1000), range(200, 400), range(900, 1600)])
  })

  it('that goes back without a word was a jump', () => {
    const tracker = createWatchTracker([])
    for (const at of [0, 1000, 300, 500]) tracker.play(at)
    expect(tracker.take()).toEqual([range(0, 1000), range(300, 500)])
  })

  it('of no length is not told', () => {
    const tracker = createWatchTracker([])
    tracker.play(500)
    tracker.stop()
    expect(tracker.take()).toEqual([])
  })
})

it('nobody has got further than what was watched here or before', () => {
  const tracker = createWatchTracker([range(0, 3000)])
  expect(tracker.furthestMs()).toBe(3000)
  tracker.play(0)
  tracker.play(1000)
  expect(tracker.furthestMs()).toBe(3000)
  tracker.stop()
  tracker.play(3000)
  tracker.play(4200)
  expect(tracker.furthestMs()).toBe(4200)
  tracker.take()
  expect(tracker.furthestMs()).toBe(4200)
})
