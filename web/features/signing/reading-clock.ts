import type { ReadingSpell } from '../../../contract/readings.ts'
import { reading_interval_ms_max } from '../../../contract/limits.ts'

/** Beats come every second: after a longer silence the device slept, and nothing of it counts. */
const gap_ms_max = 3_000
/** Without a touch, a key or a turn of the page for so long, nobody is sure to be there. */
const idle_ms_max = 180_000

type Tick = {
  /** By a clock that only goes forward. */
  now: number
  /** The part that stands on the screen, from 1; null where the page is hidden or shows none. */
  part: number | null
  /** It is being read out. */
  listening: boolean
}

/**
 * How long each part of a text stands on the screen, counted while the page is visible and somebody is there. Time that
 * cannot be known counts for nothing: it may be told of too little, never of too much.
 */
export function createReadingClock(): ReadingClock {
  let lastBeat = 0
  let lastTouch = 0
  let lastReportedPart: number | null = null
  let spells: ReadingSpell[] = []

  const counted = ({ now, listening }: Tick): number => {
    const passed = now - lastBeat
    if (passed <= 0 || passed > gap_ms_max) return 0
    return listening || now - lastTouch <= idle_ms_max ? passed : 0
  }

  return {
    begin(now) {
      lastBeat = now
      lastTouch = now
    },
    touch: (now) => void (lastTouch = now),
    tick(beat) {
      const ms = counted(beat)
      lastBeat = beat.now
      if (beat.part === null) return
      const last = spells.at(-1)
      const listenedMs = beat.listening ? ms : 0
      if (last?.part === beat.part && last.ms + ms <= reading_interval_ms_max) {
        last.ms += ms
        last.listenedMs += listenedMs
      } else spells.push({ part: beat.part, ms, listenedMs })
    },
    pendingMs: () => spells.reduce((all, { ms }) => all + ms, 0),
    take() {
      const rounded = spells.map(({ part, ms, listenedMs }) => ({
        part,
        ms: Math.floor(ms),
        listenedMs: Math.floor(listenedMs),
      }))
      // A part that was told of before and stood for no time since says nothing new.
      const unreported = rounded.filter(
        ({ part, ms }, at) => ms > 0 || part !== (rounded[at - 1]?.part ?? lastReportedPart),
      )
      lastReportedPart = unreported.at(-1)?.part ?? lastReportedPart
      spells = []
      return unreported
    },
  }
}

export type ReadingClock = {
  /** Counting starts anew: whatever was before is not known. */
  begin: (now: number) => void
  touch: (now: number) => void
  tick: (beat: Tick) => void
  pendingMs: () => number
  /** What has been counted since it was taken last. */
  take: () => ReadingSpell[]
}

type PartBounds = { part: number; top: number; bottom: number }

/** Of several parts on a page the one that fills most of the window; null where none is in it. */
export function partOnScreen(places: readonly PartBounds[], windowHeight: number): number | null {
  const visibleHeights = places
    .map(({ part, top, bottom }) => ({ part, height: Math.min(bottom, windowHeight) - Math.max(top, 0) }))
    .filter(({ height }) => height > 0)
    .sort((one, other) => other.height - one.height)
  return visibleHeights[0]?.part ?? null
}
