import { useEffect, useState, type RefObject } from 'react'

export type CaptionLine = { startSeconds: number; text: string }

const lineOf = (cue: TextTrackCue): CaptionLine => ({
  startSeconds: cue.startTime,
  text: 'text' in cue && typeof cue.text === 'string' ? cue.text.replaceAll(/<[^>]*>/g, '') : '',
})

/**
 * The captions of a video: shown over it or not, as lines for its transcript, and which of them is said now. Hidden ones
 * are followed as well.
 */
export function useCaptions(video: RefObject<HTMLVideoElement | null>, source: string | null) {
  const [areOn, setOn] = useState(true)
  const [lines, setLines] = useState<readonly CaptionLine[]>([])
  const [current, setCurrent] = useState<number | null>(null)

  useEffect(() => {
    const element = video.current?.querySelector('track')
    const track = element?.track
    if (!element || !track) return
    track.mode = areOn ? 'showing' : 'hidden'
    const read = () => setLines([...(track.cues ?? [])].map(lineOf))
    const follow = () => setCurrent(track.activeCues?.[0]?.startTime ?? null)
    if ((track.cues?.length ?? 0) > 0) read()
    element.addEventListener('load', read)
    track.addEventListener('cuechange', follow)
    return () => {
      element.removeEventListener('load', read)
      track.removeEventListener('cuechange', follow)
    }
  }, [video, source, areOn])

  return { areOn, toggle: () => setOn((are) => !are), lines, current }
}
