import type { FrozenContent } from '../../../contract/consents.ts'
import type { TranscriptReason, Viewing } from '../../../contract/viewings.ts'
import type { ChainEvent } from '../consents/index.ts'
import { lastRecordedViewing, videosOf, viewingSummary, type ViewingRow } from '../viewings/index.ts'

/** A video of the text: what it was, what it says, and how it was watched before the signature. */
export type DocumentViewing = Viewing & { transcript: string; sha256: string }

/** How the videos of a text were watched by the signature; nothing where it has none of ours. */
export function viewingsBefore(
  events: readonly Pick<ChainEvent, 'event' | 'details'>[],
  rows: readonly ViewingRow[],
  content: Pick<FrozenContent, 'sections'>,
): { viewings?: readonly DocumentViewing[] } {
  const last = lastRecordedViewing(events)
  const told = viewingSummary(
    content,
    rows.filter(({ number }) => number <= last),
  )
  const videos = videosOf(content)
  const viewings = told.map((viewing, at) => {
    const { transcript, sha256 } = videos[at]!
    return { ...viewing, transcript, sha256 }
  })
  return viewings.length > 0 ? { viewings } : {}
}

const reasonWords: Record<TranscriptReason, string> = {
  deaf: 'they are deaf or hard of hearing',
  blind: 'they are blind or cannot see it well',
  'no-data': 'their connection or data does not allow it',
  other: 'another reason',
}

/** '1:05' and '0:07.5', as players show it. */
export function formatPlaybackTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const rest = (seconds - minutes * 60).toFixed(1).replace(/\.0$/, '')
  return `${minutes}:${rest.padStart(rest.includes('.') ? 4 : 2, '0')}`
}

const viewingStatusWords: Record<Viewing['standing'], string> = {
  watched: 'Watched.',
  begun: 'Started, not finished.',
  unwatched: 'Not watched on screen.',
  read: 'Not watched.',
}

function playbackText({ ranges, seenSeconds, playedSeconds, lengthSeconds }: Viewing): string {
  if (ranges.length === 0) return ''
  const of = lengthSeconds === null ? '' : ` of ${formatPlaybackTime(lengthSeconds)}`
  const stretches = ranges.map(
    ({ fromMs, toMs }) => `${formatPlaybackTime(fromMs / 1000)} to ${formatPlaybackTime(toMs / 1000)}`,
  )
  return `Watched: ${formatPlaybackTime(seenSeconds)}${of} (${stretches.join(', ')}); total playing time ${formatPlaybackTime(playedSeconds)}.`
}

function playbackModeText({ speeds, withCaptions, transcriptSeconds }: Viewing): string {
  const said = [
    speeds.length > 0 ? `Also played at speed ${speeds.join(', ')}.` : '',
    withCaptions ? 'With captions.' : '',
    transcriptSeconds > 0 ? `Transcript shown for ${formatPlaybackTime(transcriptSeconds)}.` : '',
  ]
  return said.filter(Boolean).join(' ')
}

function readInsteadText({ readInstead }: Viewing, moment: (at: Date) => string): string {
  if (!readInstead) return ''
  const { reason, at, hadTranscript } = readInstead
  const what = hadTranscript
    ? 'The patient read the transcript instead'
    : 'The patient cannot watch it, and there was no transcript to read'
  return `${what}, ${moment(new Date(at))}: ${reasonWords[reason]}.`
}

/** The same as the record prints it, line by line. */
export const describeViewings = (
  viewings: readonly DocumentViewing[],
  moment: (at: Date) => string,
): { title: string; lines: string[]; transcript: string }[] =>
  viewings.map((viewing) => {
    const { part, partTitle, isRequired, standing, showings, transcript, sha256 } = viewing
    const required = isRequired ? 'Required before signing on screen.' : ''
    const begun = showings.map(({ at, device }) => `${moment(new Date(at))} (${device})`)
    return {
      title: `Video in part ${part}, “${partTitle}”`,
      lines: [
        [viewingStatusWords[standing], required].filter(Boolean).join(' '),
        playbackText(viewing),
        begun.length > 0 ? `Started or resumed: ${begun.join('; ')}.` : '',
        playbackModeText(viewing),
        readInsteadText(viewing, moment),
        sha256 ? `SHA-256 of the file: ${sha256}` : '',
      ].filter(Boolean),
      transcript,
    }
  })
