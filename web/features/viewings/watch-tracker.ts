import { furthestPositionMs, type PlayedRange } from '../../../contract/viewing-state.ts'

/**
 * What of a video was played in one player: stretches without a jump, from what its element says. It knows what was
 * watched before, so that it can tell how far anybody may go.
 */
export function createWatchTracker(watchedBefore: readonly PlayedRange[]) {
  const reportedRanges: PlayedRange[] = []
  let open: PlayedRange | null = null
  let untold: PlayedRange[] = []

  const sinceTold = () => [...untold, ...(open ? [open] : [])].filter(({ fromMs, toMs }) => toMs > fromMs)
  const all = () => [...watchedBefore, ...reportedRanges, ...sinceTold()]

  function stop(): void {
    if (open) untold.push(open)
    open = null
  }

  return {
    /** It is being played and has come to here. */
    play(atMs: number): void {
      const at = Math.round(atMs)
      if (open && at < open.toMs) stop()
      open = open ? { fromMs: open.fromMs, toMs: at } : { fromMs: at, toMs: at }
    },
    /** It stopped or jumped: what is played next is not joined to what was. */
    stop,
    /** Everything watched, also before. */
    all,
    furthestMs: () => furthestPositionMs(all()),
    untoldMs: () => sinceTold().reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, 0),
    /** What was played since this was asked last. A stretch that goes on is cut in two. */
    take(): PlayedRange[] {
      const unreportedRanges = sinceTold()
      untold = []
      reportedRanges.push(...unreportedRanges)
      if (open) open = { fromMs: open.toMs, toMs: open.toMs }
      return unreportedRanges
    },
  }
}
export type WatchTracker = ReturnType<typeof createWatchTracker>
