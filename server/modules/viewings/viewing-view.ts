import type { FrozenContent } from '../../../contract/consents.ts'
import {
  isViewingOutstanding,
  mergeRanges,
  totalPlayedMs,
  watchedMs,
} from '../../../contract/viewing-state.ts'
import type { PatientViewing, Viewing } from '../../../contract/viewings.ts'
import {
  playedRangesOf,
  videoStatusOf,
  videosOf,
  type ConsentVideo,
  type ViewingRow,
} from './viewing-rules.ts'

/** A video as its patient's page is told of it. */
export function patientViewingView(entries: readonly ViewingRow[], video: ConsentVideo): PatientViewing {
  const { videoId, part, isRequired, lengthMs } = video
  const ranges = playedRangesOf(entries, video)
  const lastMs = ranges.at(-1)?.toMs ?? 0
  const isAtEnd = lengthMs !== null && lastMs >= lengthMs - 1000
  const standing = videoStatusOf(entries, video)
  return {
    ...{ videoId, part, isRequired, standing },
    ranges: mergeRanges(ranges),
    resumeMs: isAtEnd && !isViewingOutstanding(standing) ? 0 : lastMs,
  }
}

/** The videos of a text as its patient's page is told of them. */
export const patientViewingsOf = (
  content: FrozenContent | null,
  entries: readonly ViewingRow[],
): PatientViewing[] => videosOf(content).map((video) => patientViewingView(entries, video))

/** Whether anything was played in a showing: many pages are opened and left. */
const isPlayedIn = (entries: readonly ViewingRow[], showing: string): boolean =>
  entries.some((entry) => entry.showing === showing && (entry.said.ranges?.length ?? 0) > 0)

const secondsOf = (ms: number): number => Math.round(ms / 100) / 10

/** The entry with which a video became watched; undefined where it did not. */
function findWatchedEntry(entries: readonly ViewingRow[], video: ConsentVideo): ViewingRow | undefined {
  const own = entries.filter(({ videoId, kind }) => videoId === video.videoId && kind === 'watched')
  return own.find((_entry, at) => videoStatusOf(own.slice(0, at + 1), video) === 'watched')
}

function viewingOf(entries: readonly ViewingRow[], video: ConsentVideo): Viewing {
  const { videoId, part, partTitle, isRequired, lengthMs } = video
  const own = entries.filter((entry) => entry.videoId === videoId)
  const ranges = playedRangesOf(own, video)
  const reports = own.filter(({ kind }) => kind === 'watched').map(({ said }) => said)
  const read = own.find(({ kind }) => kind === 'read_instead')
  return {
    ...{ videoId, part, partTitle, isRequired },
    standing: videoStatusOf(own, video),
    lengthSeconds: lengthMs === null ? null : secondsOf(lengthMs),
    seenSeconds: secondsOf(watchedMs(ranges)),
    playedSeconds: secondsOf(totalPlayedMs(ranges)),
    ranges: mergeRanges(ranges),
    showings: own
      .filter(({ kind, showing }) => kind === 'started' && isPlayedIn(own, showing))
      .map(({ at, said }) => ({ at: at.toISOString(), device: said.device ?? 'computer' })),
    speeds: [
      ...new Set(reports.flatMap(({ speed = 1, ranges: told = [] }) => (told.length > 0 ? [speed] : []))),
    ]
      .filter((speed) => speed !== 1)
      .toSorted((one, other) => one - other),
    withCaptions: reports.some(({ withCaptions, ranges: told = [] }) => withCaptions && told.length > 0),
    transcriptSeconds: secondsOf(reports.reduce((all, { transcriptMs = 0 }) => all + transcriptMs, 0)),
    watchedAt: findWatchedEntry(own, video)?.at.toISOString() ?? null,
    readInstead: read
      ? {
          reason: read.said.reason ?? 'other',
          at: read.at.toISOString(),
          hadTranscript: read.said.hadTranscript ?? false,
        }
      : null,
  }
}

/** How the videos of a text were watched, each by itself; empty where it has none of ours. */
export const viewingSummary = (
  content: Pick<FrozenContent, 'sections'> | null,
  entries: readonly ViewingRow[],
): Viewing[] => videosOf(content).map((video) => viewingOf(entries, video))
