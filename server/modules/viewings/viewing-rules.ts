import type { FrozenContent } from '../../../contract/consents.ts'
import {
  seek_ahead_seconds_max,
  viewing_clock_tolerance_ms,
  viewing_end_tolerance_ms,
  watched_share_min,
} from '../../../contract/limits.ts'
import { canTransition, type ConsentStatus } from '../../../contract/consent-states.ts'
import {
  furthestPositionMs,
  isViewingOutstanding,
  isWatched,
  totalPlayedMs,
  type PlayedRange,
  type ViewingState,
} from '../../../contract/viewing-state.ts'
import { toCanonicalText, sha256 } from '../audit/index.ts'
import type { ChainEvent } from '../consents/index.ts'
import type { viewings } from './viewing-schema.ts'

export type ViewingRow = typeof viewings.$inferSelect
/** An entry before it has a place in the database. */
export type NewViewing = Pick<ViewingRow, 'videoId' | 'kind' | 'showing' | 'showingNumber' | 'said'>

/** A video as it was frozen with a text. */
export type ConsentVideo = {
  videoId: string
  /** The part that it stands in, from 1. */
  part: number
  partTitle: string
  /** Whether signing on a screen waits for it. */
  isRequired: boolean
  /** Null where nobody knows it. */
  lengthMs: number | null
  transcript: string
  sha256: string
}

/**
 * Our own videos in a text, each once: where several treatments bring the same, it is watched for all of them. One
 * somewhere else is a link, and how it was watched cannot be known; nor can it be of one whose length nobody has read,
 * so neither is waited for.
 */
export function videosOf(content: Pick<FrozenContent, 'sections'> | null): ConsentVideo[] {
  const videos = new Map<string, ConsentVideo>()
  for (const [at, { title: partTitle, media }] of (content?.sections ?? []).entries()) {
    if (!media?.videoId) continue
    const { videoId, duration, transcript, sha256: fingerprint = '' } = media
    const known = videos.get(videoId)
    const lengthMs = duration ? Math.round(duration * 1000) : null
    const isRequired = (media.required && lengthMs !== null) || (known?.isRequired ?? false)
    const first = { videoId, part: at + 1, partTitle, lengthMs, transcript, sha256: fingerprint }
    videos.set(videoId, { ...(known ?? first), isRequired })
  }
  return [...videos.values()]
}

/** Whether it is noted how a video is watched: as long as the patient may sign. */
export const acceptsViewings = (
  { status, expiresAt }: { status: ConsentStatus; expiresAt: Date | null },
  now: Date,
): boolean =>
  canTransition(status, 'sign') && !(status === 'viewed' && expiresAt !== null && expiresAt <= now)

type Claim = Pick<ViewingRow, 'kind' | 'showing' | 'said'>

/** For how long somebody must have sat before it. */
const watchingMs = ({ ranges = [], speed = 1 }: ViewingRow['said']): number => totalPlayedMs(ranges) / speed

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0)

/** What was played of a video by now, in the order in which it was told; what lies behind its end is cut off. */
export const playedRangesOf = (
  entries: readonly Pick<ViewingRow, 'kind' | 'videoId' | 'said'>[],
  { videoId, lengthMs }: Pick<ConsentVideo, 'videoId' | 'lengthMs'>,
): PlayedRange[] =>
  entries
    .filter((entry) => entry.kind === 'watched' && entry.videoId === videoId)
    .flatMap(({ said }) => said.ranges ?? [])
    .map(({ fromMs, toMs }) => ({ fromMs, toMs: Math.min(toMs, lengthMs ?? toMs) }))
    .filter(({ fromMs, toMs }) => fromMs < toMs)

export type ViewingReport = Required<
  Pick<ViewingRow['said'], 'ranges' | 'speed' | 'withCaptions' | 'transcriptMs'>
>
export type ReportError =
  'not-started' | 'range-wrong' | 'speed-too-high' | 'past-the-end' | 'skipped-ahead' | 'too-fast'

type ReportContext = {
  video: ConsentVideo
  /** Of the whole consent, in order: whoever watches two videos, or one in two windows, has no second pair of eyes. */
  entries: readonly ViewingRow[]
  showing: string
  now: Date
}

/** Why a report cannot be true; null where it can. A page tells what was watched, and this is all that keeps it honest. */
export function validateReport(report: ViewingReport, context: ReportContext): ReportError | null {
  const { video, entries, showing } = context
  const started = entries.find((entry) => entry.kind === 'started' && entry.showing === showing)
  if (started?.videoId !== video.videoId) return 'not-started'
  if (!isMeasurable(report)) return 'range-wrong'
  if (video.isRequired && report.speed > 1) return 'speed-too-high'
  const lastMs = (video.lengthMs ?? Infinity) + viewing_end_tolerance_ms
  if (report.ranges.some(({ toMs }) => toMs > lastMs)) return 'past-the-end'
  if (isTooFast(report, started, context)) return 'too-fast'
  return skipsAhead(report.ranges, furthestPositionMs(playedRangesOf(entries, video)))
    ? 'skipped-ahead'
    : null
}

/** Whether these are stretches of time at all. */
const isMeasurable = ({ ranges, speed, transcriptMs }: ViewingReport): boolean =>
  speed > 0 &&
  Number.isFinite(speed) &&
  transcriptMs >= 0 &&
  Number.isFinite(transcriptMs) &&
  ranges.every(({ fromMs, toMs }) => fromMs >= 0 && toMs > fromMs && Number.isFinite(toMs))

/**
 * Whether more was watched than there was time for. Each showing has the time since it began, and all that was watched
 * in showings that began since has to fit into it as well: so time is counted once, in however many windows, and a report
 * that waited for a connection is judged by the time it had.
 */
function isTooFast(report: ViewingReport, started: ViewingRow, { entries, now }: ReportContext): boolean {
  const claims: Claim[] = [
    ...entries.filter(({ kind }) => kind === 'watched'),
    { kind: 'watched', showing: started.showing, said: report },
  ]
  const starts = entries.filter(({ kind, number }) => kind === 'started' && number <= started.number)
  return starts.some(({ number, at }) => {
    const within = new Set(
      entries
        .filter((entry) => entry.kind === 'started' && entry.number >= number)
        .map((entry) => entry.showing),
    )
    const since = claims.filter((claim) => within.has(claim.showing)).map(({ said }) => said)
    const passed = now.getTime() - at.getTime() + viewing_clock_tolerance_ms
    return (
      sum(since.map(watchingMs)) > passed || sum(since.map(({ transcriptMs = 0 }) => transcriptMs)) > passed
    )
  })
}

/** Whether one of the stretches begins more than a second behind all that was watched before it. */
function skipsAhead(ranges: readonly PlayedRange[], furthestBefore: number): boolean {
  let furthest = furthestBefore
  for (const { fromMs, toMs } of ranges) {
    if (fromMs > furthest + seek_ahead_seconds_max * 1000) return true
    furthest = Math.max(furthest, toMs)
  }
  return false
}

const limits = { watched_part_min: watched_share_min, seek_ahead_seconds_max }

/** Where a video stands after these entries. */
export function videoStatusOf(
  entries: readonly Pick<ViewingRow, 'kind' | 'videoId' | 'said'>[],
  video: Pick<ConsentVideo, 'videoId' | 'lengthMs'>,
): ViewingState {
  const ranges = playedRangesOf(entries, video)
  if (isWatched(ranges, video.lengthMs ?? 0, limits)) return 'watched'
  const own = entries.filter(({ videoId }) => videoId === video.videoId)
  if (own.some(({ kind }) => kind === 'read_instead')) return 'read'
  return ranges.length > 0 ? 'begun' : 'unwatched'
}

/** Whether signing on a screen still waits for a video of this text. */
export const isVideoRequired = (
  content: Pick<FrozenContent, 'sections'> | null,
  entries: readonly ViewingRow[],
): boolean =>
  videosOf(content).some((video) => video.isRequired && isViewingOutstanding(videoStatusOf(entries, video)))

/** The hash of an entry: all that it says, of which consent, and the hash of the entry before it. */
export const viewingHash = (
  entry: NewViewing & Pick<ViewingRow, 'consentId' | 'number' | 'at'>,
  previousHash: string,
): string => {
  const { consentId, number, videoId, kind, showing, showingNumber, said, at } = entry
  return sha256(
    toCanonicalText([previousHash, consentId, number, videoId, kind, showing, showingNumber, said, at]),
  )
}

type RecordedEvent = Pick<ChainEvent, 'event' | 'details'>
const isViewingEvent = ({ event }: RecordedEvent): boolean => event.startsWith('viewing.')

/** The number of the last entry that the chain of a consent vouches for, with all before it; nought where it names none. */
export const lastRecordedViewing = (events: readonly RecordedEvent[]): number =>
  events.filter(isViewingEvent).reduce((last, { details }) => Math.max(last, Number(details.entry)), 0)

/** Whether these are the entries that a consent's events vouch for: linked, unaltered, and none of them missing. */
export function areViewingsIntact(entries: readonly ViewingRow[], events: readonly RecordedEvent[]): boolean {
  const isLinked = entries.every(
    (entry, at) => entry.number === at + 1 && entry.hash === viewingHash(entry, entries[at - 1]?.hash ?? ''),
  )
  return (
    isLinked &&
    events
      .filter(isViewingEvent)
      .every(({ details }) => entries[Number(details.entry) - 1]?.hash === details.hash)
  )
}
