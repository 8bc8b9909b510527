import type { Viewing } from '../../../contract/viewings.ts'

const reasonText: Record<NonNullable<Viewing['readInstead']>['reason'], string> = {
  deaf: 'they are deaf or hard of hearing',
  blind: 'they are blind or cannot see it well',
  'no-data': 'their connection or data does not allow it',
  other: 'another reason',
}

/** '1 min 40 s'; under a minute in seconds alone. */
export function durationInWords(seconds: number): string {
  const whole = Math.round(seconds)
  const [minutes, rest] = [Math.floor(whole / 60), whole % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${rest} s`
}

/** '0:07 to 1:05'. */
export const rangeText = ({ fromMs, toMs }: Viewing['ranges'][number]): string =>
  [fromMs, toMs]
    .map((ms) => {
      const seconds = Math.round(ms / 1000)
      return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
    })
    .join(' to ')

/** How a video was watched, in a sentence. */
export function viewingSentence(viewing: Viewing): string {
  const { standing, seenSeconds, lengthSeconds, readInstead } = viewing
  const of = lengthSeconds === null ? '' : ` of ${durationInWords(lengthSeconds)}`
  const seen = seenSeconds > 0 ? `${durationInWords(seenSeconds)}${of} seen` : ''
  if (standing === 'watched') return `Watched: ${seen}.`
  const instead = readInstead
    ? readInstead.hadTranscript
      ? `Transcript read instead: ${reasonText[readInstead.reason]}.`
      : `Could not watch it, and there was no transcript to read: ${reasonText[readInstead.reason]}. Discuss it with the patient.`
    : ''
  const progressText = standing === 'unwatched' ? 'Not watched yet.' : seen && `Begun: ${seen}.`
  return instead ? [seen && `${seen}.`, instead].filter(Boolean).join(' ') : progressText
}

/** In which ways it was watched: on what, how fast, with what beside it. */
export function viewingDetails({ showings, speeds, withCaptions, transcriptSeconds }: Viewing): string[] {
  const devices = [...new Set(showings.map(({ device }) => device))]
  return [
    devices.length > 0
      ? `On a ${devices.join(' and a ')}, started or resumed ${timesText(showings.length)}`
      : '',
    speeds.length > 0 ? `Also at ${speeds.map((speed) => `${speed}×`).join(', ')}` : '',
    withCaptions ? 'With captions' : '',
    transcriptSeconds > 0 ? `Transcript open for ${durationInWords(transcriptSeconds)}` : '',
  ].filter(Boolean)
}

const timesText = (times: number): string => (times === 1 ? 'once' : `${times} times`)
