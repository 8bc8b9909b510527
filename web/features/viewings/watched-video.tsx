import { useCallback, useEffect, useRef, useState } from 'react'
import { seek_ahead_seconds_max, seek_warning_seconds, watched_share_min } from '../../../contract/limits.ts'
import { isWatched, type PlayedRange } from '../../../contract/viewing-state.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import type { PlaybackEvent } from '../../ui/plain/player-playback.ts'
import type { PlayerWords } from '../../ui/plain/player-words.ts'
import { VideoPlayer, type VideoSource } from '../../ui/plain/video-player.tsx'
import type { ViewingReport } from './viewing-outbox.ts'
import { createWatchTracker, type WatchTracker } from './watch-tracker.ts'

/** Where a video begins for its watcher: its files, what they have watched of it, and where they stopped. */
export type StartedVideo = {
  file: string | null
  captions: string | null
  poster: string | null
  ranges: readonly PlayedRange[]
  resumeMs: number
}

type WatchedVideoProps = {
  title: string
  words: PlayerWords & { required: string; watched: string }
  isRequired: boolean
  /** As far as the page knows already. */
  wasWatched: boolean
  lengthMs: number | null
  shape?: { width: number; height: number } | undefined
  transcript: string
  isAutoplay?: boolean
  hasControls?: boolean
  begin: (showing: string) => Promise<StartedVideo>
  /** Something was watched since the last report. */
  onReport: (report: Omit<ViewingReport, 'number'>) => void
}

/** After so much watching it is told, even where nobody stops. */
const report_ms = 15_000
const requiredSpeeds = [0.5, 0.75, 1]
const freeSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 2]
const limits = { watched_part_min: watched_share_min, seek_ahead_seconds_max }

/** A video that is watched in order, no faster than it is where it is required, and what was watched of it, told. */
export function WatchedVideo(props: WatchedVideoProps) {
  const { words, isRequired, wasWatched, lengthMs } = props
  const { source, startAtMs, hasFailed, retry, watching, moment, noteCaptions, noteTranscript, isSeen } =
    useViewingSession(props)
  const isDone = wasWatched || isSeen
  return (
    <VideoPlayer
      title={props.title}
      words={words}
      source={source}
      hasFailed={hasFailed}
      onRetry={retry}
      transcript={props.transcript}
      shape={props.shape}
      startAtSeconds={startAtMs / 1000}
      speeds={isRequired ? requiredSpeeds : freeSpeeds}
      isAutoplay={props.isAutoplay ?? false}
      hasControls={props.hasControls ?? true}
      furthestSeconds={() => (watching()?.tracker.furthestMs() ?? lengthMs ?? 0) / 1000}
      aheadSecondsMax={seek_ahead_seconds_max}
      warningSeconds={seek_warning_seconds}
      onPlaybackEvent={moment}
      onCaptions={noteCaptions}
      onTranscript={noteTranscript}
      badges={
        (isRequired || isDone) && (
          <>
            {isRequired && <Badge tone="brand">{words.required}</Badge>}
            {isDone && <Badge tone="ok">{words.watched}</Badge>}
          </>
        )
      }
    />
  )
}

type ViewingSession = { showing: string; tracker: WatchTracker }

/** One showing: begun with the server, followed as it plays, and told of piece by piece. */
function useViewingSession({ begin, onReport, lengthMs }: WatchedVideoProps) {
  const [source, setSource] = useState<VideoSource | null>(null)
  const [startAtMs, setStartAt] = useState(0)
  const [hasFailed, setFailed] = useState(false)
  const [isSeen, setSeen] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const now = useRef<ViewingSession | null>(null)
  const manner = useRef({ speed: 1, withCaptions: false })
  const transcript = useTranscriptClock()
  const latestOnReport = useRef(onReport)
  const latestBegin = useRef(begin)
  useEffect(() => {
    latestOnReport.current = onReport
    latestBegin.current = begin
  })

  useEffect(() => {
    let isOver = false
    const showing = crypto.randomUUID()
    setFailed(false)
    latestBegin.current(showing).then(
      ({ file, captions, poster, ranges, resumeMs }) => {
        if (isOver) return
        now.current = { showing, tracker: createWatchTracker(ranges) }
        setStartAt(resumeMs)
        setSource(file === null ? null : { file, captions, poster })
        setFailed(file === null)
      },
      () => isOver || setFailed(true),
    )
    return () => void (isOver = true)
  }, [attempt])

  const flush = useCallback(() => {
    const watching = now.current
    if (!watching) return
    const ranges = watching.tracker.take()
    const transcriptMs = transcript.take()
    if (ranges.length === 0 && transcriptMs === 0) return
    latestOnReport.current({ showing: watching.showing, ranges, transcriptMs, ...manner.current })
  }, [transcript])
  useFlushOnLeave(flush)

  function moment({ kind, seconds, speed }: PlaybackEvent) {
    const tracker = now.current?.tracker
    if (!tracker) return
    if (speed !== manner.current.speed) {
      flush()
      manner.current = { ...manner.current, speed }
    }
    if (kind === 'played') tracker.play(Math.min(seconds * 1000, lengthMs ?? Infinity))
    else tracker.stop()
    const isNews = !isSeen && isWatched(tracker.all(), lengthMs ?? 0, limits)
    if (isNews) setSeen(true)
    if (kind !== 'played' || isNews || tracker.untoldMs() >= report_ms) flush()
  }

  function noteCaptions(withCaptions: boolean) {
    if (withCaptions === manner.current.withCaptions) return
    flush()
    manner.current = { ...manner.current, withCaptions }
  }

  return {
    ...{ source, startAtMs, hasFailed, isSeen, moment, noteCaptions },
    watching: () => now.current,
    noteTranscript: transcript.note,
    retry: () => setAttempt((attempts) => attempts + 1),
  }
}

/** Before the page goes, and when the player does. */
function useFlushOnLeave(flush: () => void) {
  useEffect(() => {
    const whenHidden = () => document.hidden && flush()
    document.addEventListener('visibilitychange', whenHidden)
    addEventListener('pagehide', flush)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])
}

/** For how long the transcript has stood beside the video since it was asked last. */
function useTranscriptClock() {
  const [clock] = useState(() => {
    let openSince: number | null = null
    let countedMs = 0
    const count = () => {
      if (openSince !== null) countedMs += performance.now() - openSince
      if (openSince !== null) openSince = performance.now()
    }
    return {
      note(isOpen: boolean) {
        count()
        openSince = isOpen ? performance.now() : null
      },
      take() {
        count()
        const elapsedMs = Math.floor(countedMs)
        countedMs -= elapsedMs
        return elapsedMs
      },
    }
  })
  return clock
}
