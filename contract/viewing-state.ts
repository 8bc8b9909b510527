/**
 * How much of a video was watched: what follows from the ranges that were played. Import-free, so that browsers may use
 * it as a value: the player goes by the same rule as the server.
 */

/** What was played without a jump, in milliseconds of the video. */
export type PlayedRange = { fromMs: number; toMs: number }

/** The shares and seconds of contract/limits.ts that the rule goes by. */
export type WatchLimits = {
  watched_part_min: number
  seek_ahead_seconds_max: number
}

/** The same stretches in order, each moment of the video once however often it was played. */
export function mergeRanges(ranges: readonly PlayedRange[]): PlayedRange[] {
  const joined: PlayedRange[] = []
  for (const { fromMs, toMs } of ranges.toSorted((one, other) => one.fromMs - other.fromMs)) {
    const last = joined.at(-1)
    if (last && fromMs <= last.toMs) last.toMs = Math.max(last.toMs, toMs)
    else joined.push({ fromMs, toMs })
  }
  return joined
}

/** How long it was played in all, counting again what was played again. */
export const totalPlayedMs = (ranges: readonly PlayedRange[]): number =>
  ranges.reduce((all, { fromMs, toMs }) => all + toMs - fromMs, 0)

/** How much of the video was seen, each moment once. */
export const watchedMs = (ranges: readonly PlayedRange[]): number => totalPlayedMs(mergeRanges(ranges))

/** The furthest moment that was reached; nought before it was played. */
export const furthestPositionMs = (ranges: readonly PlayedRange[]): number =>
  ranges.reduce((furthest, { toMs }) => Math.max(furthest, toMs), 0)

/**
 * Whether a video of this length was watched: its greater part, or up to its end. Nobody may jump ahead by more than a
 * second, so at the end no more than one second in all may be unseen: steps of a second each would be a way to skip.
 */
export function isWatched(
  ranges: readonly PlayedRange[],
  lengthMs: number,
  { watched_part_min: partMin, seek_ahead_seconds_max: ahead }: WatchLimits,
): boolean {
  if (!(lengthMs > 0)) return false
  const seen = watchedMs(ranges)
  const isAtEnd = furthestPositionMs(ranges) >= lengthMs - ahead * 1000
  return seen >= lengthMs * partMin || (isAtEnd && seen > 0 && lengthMs - seen <= ahead * 1000)
}

/**
 * Where a video stands with its patient. `read`: they cannot watch it and have read its transcript instead, or there is
 * none and they said so. `unwatched`, `begun`: not far enough yet.
 */
export const viewingStates = ['unwatched', 'begun', 'watched', 'read'] as const
export type ViewingState = (typeof viewingStates)[number]

/** Whether a video still has to be watched, or read, before signing on a screen. */
export const isViewingOutstanding = (standing: ViewingState): boolean =>
  standing === 'unwatched' || standing === 'begun'
