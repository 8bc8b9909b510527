import { useEffect, useEffectEvent } from 'react'

const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const poll_interval_ms = 5_000

/** Calls back once nobody has touched the page for so many minutes, also where the tablet slept in between. */
export function useIdleCallback(minutes: number | undefined, act: () => void): void {
  const due = useEffectEvent(act)
  useEffect(() => {
    if (minutes === undefined) return
    const limit_ms = minutes * 60_000
    let touchedAt_ms = Date.now()
    const stop = new AbortController()
    const { signal } = stop
    const look = () => {
      if (Date.now() - touchedAt_ms < limit_ms) return false
      touchedAt_ms = Date.now()
      due()
      return true
    }
    const touched = () => {
      if (!look()) touchedAt_ms = Date.now()
    }
    for (const touch of activityEvents)
      addEventListener(touch, touched, { signal, capture: true, passive: true })
    document.addEventListener('visibilitychange', look, { signal })
    const timer = setInterval(look, poll_interval_ms)
    return () => {
      stop.abort()
      clearInterval(timer)
    }
  }, [minutes])
}
