import { unattended_seconds } from '../contract/limits.ts'

const uses = ['keydown', 'pointerdown', 'touchstart', 'wheel'] as const
let usedAt_ms = Date.now()

if (typeof addEventListener === 'function') {
  const used = () => void (usedAt_ms = Date.now())
  for (const use of uses) addEventListener(use, used, { capture: true, passive: true })
}

/** Whether nobody has touched this page for a while: what it asks then, it asks by itself. */
export const isUnattended = (): boolean => Date.now() - usedAt_ms > unattended_seconds * 1000
