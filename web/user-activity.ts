import { idle_seconds } from '../contract/limits.ts'

const activityEvents = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const
let lastActivityAt_ms = Date.now()

if (typeof addEventListener === 'function') {
  const used = () => void (lastActivityAt_ms = Date.now())
  for (const use of activityEvents) addEventListener(use, used, { capture: true, passive: true })
}

/** Whether nobody has touched this page for a while: what it asks then, it asks by itself. */
export const isUserIdle = (): boolean => Date.now() - lastActivityAt_ms > idle_seconds * 1000
