import { describe, expect, it } from 'vitest'
import { createReadingClock, partOnScreen } from './reading-clock.ts'

/** A clock that has seen these beats, one each second unless told otherwise. */
function afterTicks(beats: { part: number | null; listening?: boolean; after?: number; touch?: boolean }[]) {
  const clock = createReadingClock()
  let now = 1000
  clock.begin(now)
  for (const { part, listening = false, after = 1000, touch = true } of beats) {
    now += after
    if (touch) clock.touch(now)
    clock.tick({ now, part, listening })
  }
  return clock
}
const repeat = <T>(count: number, one: T): T[] => Array.from({ length: count }, () => one)

describe('the clock of reading', () => {
  it('adds up the seconds of a part, and begins anew with the next', () => {
    const clock = afterTicks([
      ...repeat(3, { part: 1 }),
      ...repeat(2, { part: 2, listening: true }),
      { part: 1 },
    ])
    expect(clock.pendingMs()).toBe(6000)
    expect(clock.take()).toEqual([
      { part: 1, ms: 3000, listenedMs: 0 },
      { part: 2, ms: 2000, listenedMs: 2000 },
      { part: 1, ms: 1000, listenedMs: 0 },
    ])
  })

  it.each([
    ['while the page is hidden', [...repeat(5, { part: null }), { part: 1 }], 1000],
    ['while the device slept', [{ part: 1 }, { part: 1, after: 3_600_000 }, { part: 1 }], 2000],
    ['after a clock that went back', [{ part: 1 }, { part: 1, after: -5000 }, { part: 1 }], 2000],
    ['once nobody touched it for three minutes', repeat(400, { part: 1, touch: false }), 180_000],
    ['but goes on while it is read out', repeat(400, { part: 1, touch: false, listening: true }), 400_000],
  ])('counts nothing %s', (_what, beats, ms) => expect(afterTicks(beats).pendingMs()).toBe(ms))

  it('tells a part that was on the screen for no time at all, once', () => {
    const clock = afterTicks([{ part: 4, after: 0 }])
    expect(clock.take()).toEqual([{ part: 4, ms: 0, listenedMs: 0 }])
    clock.tick({ now: 2000, part: 4, listening: false })
    clock.take()
    clock.tick({ now: 2000, part: 4, listening: false })
    expect(clock.take()).toEqual([])
  })

  it('tells no stay longer than one report holds', () => {
    const spells = afterTicks(repeat(700, { part: 1 })).take()
    expect(spells.map(({ ms }) => ms)).toEqual([600_000, 100_000])
  })

  it('never rounds up', () => {
    const clock = afterTicks([{ part: 1, after: 999.9 }])
    expect(clock.take()).toEqual([{ part: 1, ms: 999, listenedMs: 0 }])
  })
})

it.each([
  [
    [
      { part: 1, top: 0, bottom: 500 },
      { part: 2, top: 500, bottom: 2000 },
    ],
    1,
  ],
  [
    [
      { part: 1, top: -300, bottom: 200 },
      { part: 2, top: 200, bottom: 2000 },
    ],
    2,
  ],
  [
    [
      { part: 1, top: -900, bottom: -10 },
      { part: 2, top: 900, bottom: 2000 },
    ],
    null,
  ],
  [[], null],
])('the part that fills most of the window: %j', (places, part) => {
  expect(partOnScreen(places, 800)).toBe(part)
})
