/** How long before it locks the screen warns. */
const lock_warning_ms = 60_000

/** In use; about to lock, with the seconds that are left; to be locked now. */
export type IdleState = { state: 'active' } | { state: 'warned'; secondsLeft: number } | { state: 'due' }

/**
 * Whether a browser last used at `usedAt_ms` locks by now. A clock that was set back counts as used this moment; a
 * limit too short for a whole warning warns for its second half.
 */
export function idleStateAt(now_ms: number, usedAt_ms: number, idleMinutes: number): IdleState {
  const idle_ms = idleMinutes * 60_000
  const left_ms = idle_ms - Math.max(0, now_ms - usedAt_ms)
  if (left_ms <= 0) return { state: 'due' }
  if (left_ms > Math.min(lock_warning_ms, idle_ms / 2)) return { state: 'active' }
  return { state: 'warned', secondsLeft: Math.ceil(left_ms / 1000) }
}

/** The server notes a use at most once a minute. */
const activity_report_interval_ms = 61_000

/** Whether the server is to hear that this browser is in use: it locks what it has not heard of, and typing is silent. */
export const shouldReportActivity = (now_ms: number, usedAt_ms: number, toldAt_ms: number): boolean =>
  usedAt_ms > toldAt_ms && now_ms - toldAt_ms >= activity_report_interval_ms
