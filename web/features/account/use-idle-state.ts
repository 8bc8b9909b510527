import { useEffect, useEffectEvent, useState } from 'react'
import { idleStateAt, shouldReportActivity, type IdleState } from './idle-rules.ts'

/** When this browser was last used: a time that its tabs share, and nothing else. */
const storageKey = 'candour.used-at'
const poll_interval_ms = 1000
const activity_events = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const

/** What this tab knows where the browser keeps nothing. */
let lastActivityInTabAt_ms = 0

function recordActivity(): void {
  lastActivityInTabAt_ms = Date.now()
  try {
    localStorage.setItem(storageKey, String(lastActivityInTabAt_ms))
  } catch {
    // Storage may be refused or full: then each tab counts for itself.
  }
}

function lastActivityAt(): number {
  try {
    return Math.max(lastActivityInTabAt_ms, Number(localStorage.getItem(storageKey)))
  } catch {
    return lastActivityInTabAt_ms
  }
}

/**
 * Whether this browser is in use, in whichever tab. Once it warns, only `stay` counts as use: a stray key is no answer.
 * A computer that wakes up after its time is due, whatever is pressed first. `onUse` is called now and then while this
 * tab is used, and once more after its last use.
 */
export function useIdleState(
  idleMinutes: number,
  onUse: () => void,
): { idleness: IdleState; stay: () => void } {
  const [idleness, setIdleness] = useState<IdleState>({ state: 'active' })
  const tell = useEffectEvent(onUse)
  useEffect(() => {
    recordActivity()
    // The page that is being shown was asked of the server this moment.
    let toldAt_ms = Date.now()
    const look = () => {
      const now_ms = Date.now()
      if (shouldReportActivity(now_ms, lastActivityInTabAt_ms, toldAt_ms)) {
        toldAt_ms = now_ms
        tell()
      }
      const found = idleStateAt(now_ms, lastActivityAt(), idleMinutes)
      setIdleness((known) => (isSame(known, found) ? known : found))
      return found
    }
    const used = () => {
      if (look().state === 'active') recordActivity()
    }
    const stop = new AbortController()
    const { signal } = stop
    for (const use of activity_events) addEventListener(use, used, { signal, capture: true, passive: true })
    addEventListener('storage', look, { signal })
    document.addEventListener('visibilitychange', look, { signal })
    const timer = setInterval(look, poll_interval_ms)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [idleMinutes])
  function stay() {
    recordActivity()
    setIdleness({ state: 'active' })
  }
  return { idleness, stay }
}

const isSame = (one: IdleState, other: IdleState) =>
  one.state === other.state &&
  (one.state !== 'warned' || other.state !== 'warned' || one.secondsLeft === other.secondsLeft)
