import { useEffect, useEffectEvent, useState } from 'react'
import { idlenessAt, isToTell, type Idleness } from './idle-rules.ts'

/** When this browser was last used: a time that its tabs share, and nothing else. */
const storageKey = 'candour.used-at'
const look_ms = 1000
const uses = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const

/** What this tab knows where the browser keeps nothing. */
let usedHereAt_ms = 0

function noteUse(): void {
  usedHereAt_ms = Date.now()
  try {
    localStorage.setItem(storageKey, String(usedHereAt_ms))
  } catch {
    // Storage may be refused or full: then each tab counts for itself.
  }
}

function lastUsedAt(): number {
  try {
    return Math.max(usedHereAt_ms, Number(localStorage.getItem(storageKey)))
  } catch {
    return usedHereAt_ms
  }
}

/**
 * Whether this browser is in use, in whichever tab. Once it warns, only `stay` counts as use: a stray key is no answer.
 * A computer that wakes up after its time is due, whatever is pressed first. `onUse` is called now and then while this
 * tab is used, and once more after its last use.
 */
export function useIdleness(
  idleMinutes: number,
  onUse: () => void,
): { idleness: Idleness; stay: () => void } {
  const [idleness, setIdleness] = useState<Idleness>({ state: 'active' })
  const tell = useEffectEvent(onUse)
  useEffect(() => {
    noteUse()
    // The page that is being shown was asked of the server this moment.
    let toldAt_ms = Date.now()
    const look = () => {
      const now_ms = Date.now()
      if (isToTell(now_ms, usedHereAt_ms, toldAt_ms)) {
        toldAt_ms = now_ms
        tell()
      }
      const found = idlenessAt(now_ms, lastUsedAt(), idleMinutes)
      setIdleness((known) => (isSame(known, found) ? known : found))
      return found
    }
    const used = () => {
      if (look().state === 'active') noteUse()
    }
    const stop = new AbortController()
    const { signal } = stop
    for (const use of uses) addEventListener(use, used, { signal, capture: true, passive: true })
    addEventListener('storage', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    const timer = setInterval(look, look_ms)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [idleMinutes])
  function stay() {
    noteUse()
    setIdleness({ state: 'active' })
  }
  return { idleness, stay }
}

const isSame = (one: Idleness, other: Idleness) =>
  one.state === other.state &&
  (one.state !== 'warned' || other.state !== 'warned' || one.secondsLeft === other.secondsLeft)
