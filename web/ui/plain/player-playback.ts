import { useEffect, useRef, useState, type RefObject } from 'react'

export type PlaybackEvent = {
  /** It is being played and has come to here; it stopped or jumped, so that what follows is not joined to that; or its end. */
  kind: 'played' | 'stopped' | 'ended'
  seconds: number
  speed: number
}

export type PlayerRules = {
  /** Nobody may jump behind this second; asked each time. Absent where everybody may go anywhere. */
  furthestSeconds?: (() => number) | undefined
  aheadSecondsMax?: number | undefined
  /** For how long a jump that was turned back is explained. */
  warningSeconds?: number | undefined
  onPlaybackEvent?: ((moment: PlaybackEvent) => void) | undefined
}

type Playback = {
  isPaused: boolean
  isMuted: boolean
  isWaiting: boolean
  hasFailed: boolean
  current: number
  length: number
  speed: number
}

const initialPlayback: Playback = {
  isPaused: true,
  isMuted: false,
  isWaiting: true,
  hasFailed: false,
  current: 0,
  length: 0,
  speed: 1,
}

/** A jump that was turned back is explained for a while; each new one begins that anew. */
function useWarning(seconds: number) {
  const [isShown, setShown] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  function warn() {
    setShown(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setShown(false), seconds * 1000)
  }
  return [isShown, warn] as const
}

export type PlaybackOptions = PlayerRules & {
  startAtSeconds: number
  speeds: readonly number[]
  /** Begins by itself, without sound, as browsers ask for; never for people who want less motion. */
  isAutoplay: boolean
}

const prefersReducedMotion = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** What a video element does and is told to do: its state, the handlers that follow it, and the acts of the controls. */
export function usePlayback(video: RefObject<HTMLVideoElement | null>, options: PlaybackOptions) {
  const { furthestSeconds, aheadSecondsMax = 1, warningSeconds = 2, startAtSeconds, speeds } = options
  const [state, setState] = useState(initialPlayback)
  const [isTurnedBack, warn] = useWarning(warningSeconds)
  const change = (changed: Partial<Playback>) => setState((now) => ({ ...now, ...changed }))
  const emitPlaybackEvent = (kind: PlaybackEvent['kind'], seconds: number) =>
    options.onPlaybackEvent?.({ kind, seconds, speed: video.current?.playbackRate ?? 1 })

  /** Turns back whoever went further ahead than they may, whichever way they went. */
  function holdBack({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
    const furthest = furthestSeconds?.()
    if (furthest === undefined || element.currentTime <= furthest + aheadSecondsMax) return
    element.currentTime = furthest
    warn()
  }

  const handlers = {
    onLoadedMetadata({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ length: element.duration, hasFailed: false })
      if (startAtSeconds > 0 && startAtSeconds < element.duration) element.currentTime = startAtSeconds
    },
    onCanPlay() {
      change({ isWaiting: false })
    },
    onWaiting: () => change({ isWaiting: true }),
    onPlaying({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ isWaiting: false, isPaused: false })
      emitPlaybackEvent('played', element.currentTime)
    },
    onPause({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ isPaused: true })
      if (!element.seeking) emitPlaybackEvent('played', element.currentTime)
      emitPlaybackEvent('stopped', element.currentTime)
    },
    onSeeking(event: { currentTarget: HTMLVideoElement }) {
      emitPlaybackEvent('stopped', event.currentTarget.currentTime)
      holdBack(event)
    },
    onTimeUpdate({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ current: element.currentTime })
      if (!element.seeking && !element.paused) emitPlaybackEvent('played', element.currentTime)
    },
    onEnded({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ isPaused: true, current: element.currentTime })
      emitPlaybackEvent('played', element.currentTime)
      emitPlaybackEvent('ended', element.currentTime)
    },
    onVolumeChange({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      change({ isMuted: element.muted })
    },
    onRateChange({ currentTarget: element }: { currentTarget: HTMLVideoElement }) {
      const fastest = Math.max(...speeds)
      if (element.playbackRate > fastest) element.playbackRate = fastest
      change({ speed: element.playbackRate })
    },
    onError: () => change({ hasFailed: true, isWaiting: false, isPaused: true }),
  }

  const acts = usePlayerActions(video, options.isAutoplay)
  function reload() {
    change(initialPlayback)
    video.current?.load()
  }
  return { state, isTurnedBack, handlers, acts: { ...acts, reload } }
}

/** What the controls and keys do. */
function usePlayerActions(video: RefObject<HTMLVideoElement | null>, isAutoplay: boolean) {
  useEffect(() => {
    const element = video.current
    if (!element || !isAutoplay || prefersReducedMotion()) return
    element.muted = true
    // A browser that does not let it is right: whoever wants to see it presses the button.
    element.play().catch((problem: unknown) => console.info('The video did not start automatically', problem))
  }, [video, isAutoplay])

  return {
    toggle() {
      const element = video.current
      if (!element) return
      if (element.paused) element.play().catch((problem: unknown) => console.info(problem))
      else element.pause()
    },
    mute() {
      if (video.current) video.current.muted = !video.current.muted
    },
    seek(seconds: number) {
      const element = video.current
      if (element) element.currentTime = Math.min(Math.max(0, seconds), element.duration || 0)
    },
    seekBy(seconds: number) {
      const element = video.current
      if (element)
        element.currentTime = Math.min(Math.max(0, element.currentTime + seconds), element.duration || 0)
    },
    setSpeed(speed: number) {
      if (video.current) video.current.playbackRate = speed
    },
  }
}

export type PlayerState = ReturnType<typeof usePlayback>
