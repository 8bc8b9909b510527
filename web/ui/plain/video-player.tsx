import { clsx } from 'clsx'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { Button } from './button.tsx'
import { useCaptions } from './player-captions.ts'
import { PlayerControls } from './player-controls.tsx'
import { PlayerIcon } from './player-icons.tsx'
import { usePlayback, type PlayerRules, type PlayerState } from './player-playback.ts'
import { actionOfKey, type FocusedControl } from './player-time.ts'
import { PlayerTranscript } from './player-transcript.tsx'
import type { PlayerWords } from './player-words.ts'
import { SpinnerIcon } from './spinner.tsx'

export type VideoSource = { file: string; captions: string | null; poster: string | null }

export type VideoPlayerProps = PlayerRules & {
  /** What the video is called. */
  title: string
  /** In which language it speaks. */
  lang?: string
  words: PlayerWords
  /** Its addresses; null while they are asked for, and where there are none. */
  source: VideoSource | null
  /** It could not be had at all. */
  hasFailed?: boolean
  onRetry: () => void
  transcript?: string
  /** Of this shape until it is loaded. */
  shape?: { width: number; height: number } | undefined
  startAtSeconds?: number
  speeds?: readonly number[]
  isAutoplay?: boolean
  hasControls?: boolean
  badges?: ReactNode
  onCaptions?: (areOn: boolean) => void
  onTranscript?: (isOpen: boolean) => void
}

const defaultSpeeds = [0.5, 0.75, 1, 1.25, 1.5, 2]

/** A video with its controls, captions and transcript, by pointer, touch and keyboard. Rules of watching are its user's. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { title, lang = 'en', words, source, transcript = '', speeds = defaultSpeeds, onTranscript } = props
  const root = useRef<HTMLDivElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const playback = usePlayback(video, {
    ...props,
    speeds,
    startAtSeconds: props.startAtSeconds ?? 0,
    isAutoplay: (props.isAutoplay ?? false) && source !== null,
  })
  const captions = useCaptions(video, source?.captions ?? null)
  const fullscreen = useFullscreen(root, video)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => props.onCaptions?.(captions.areOn && captions.lines.length > 0))
  const hasFailed = (props.hasFailed ?? false) || playback.state.hasFailed
  const hasTranscript = transcript !== '' || captions.lines.length > 0

  function toggleTranscript() {
    setOpen(!isOpen)
    onTranscript?.(!isOpen)
  }

  const { acts } = playback
  function press(event: KeyboardEvent<HTMLDivElement>) {
    const act = actionOfKey(event, focusedControlOf(event.target))
    if (!act || hasFailed) return
    event.preventDefault()
    if (act === 'toggle') acts.toggle()
    else if (act === 'mute') acts.mute()
    else if (act === 'fullscreen') fullscreen.toggle()
    else if (act === 'captions') captions.toggle()
    else acts.seekBy(act.by)
  }

  return (
    <div
      ref={root}
      role="group"
      aria-label={title}
      onKeyDown={press}
      className={clsx(
        'overflow-hidden rounded-lg border border-line bg-surface',
        fullscreen.isOn && 'flex flex-col rounded-none! border-0!',
      )}
    >
      <div className={clsx('flex flex-col sm:flex-row', fullscreen.isOn && 'min-h-0 flex-1')}>
        <div className={clsx('relative min-w-0 flex-1 bg-ink', fullscreen.isOn && 'min-h-0')}>
          <VideoElement {...props} lang={lang} video={video} playback={playback} isFull={fullscreen.isOn} />
          <Overlay {...props} playback={playback} hasFailed={hasFailed} />
          {props.badges && (
            <div className="pointer-events-none absolute start-2 top-2 flex flex-wrap gap-2">
              {props.badges}
            </div>
          )}
        </div>
        {isOpen && (
          <PlayerTranscript
            name={words.transcript}
            {...{ lang, text: transcript, lines: captions.lines, current: captions.current }}
          />
        )}
      </div>
      <PlayerControls
        {...{ words, playback, speeds, fullscreen }}
        isShort={props.hasControls === false}
        captions={source?.captions ? captions : null}
        transcript={hasTranscript ? { isOpen, toggle: toggleTranscript } : null}
      />
    </div>
  )
}

type PlayerPartProps = VideoPlayerProps & { playback: PlayerState }

/** The video itself. Its own controls stay away: they know nothing of the rules. */
function VideoElement({
  video,
  playback,
  isFull,
  ...props
}: PlayerPartProps & { lang: string; video: RefObject<HTMLVideoElement | null>; isFull: boolean }) {
  const { source, title, lang, shape } = props
  const ratio = shape ? `${shape.width} / ${shape.height}` : '16 / 9'
  if (!source) return <div style={{ aspectRatio: ratio }} />
  return (
    // Pressing the picture does what the button does, which keyboards have.
    <video
      ref={video}
      key={source.file}
      src={source.file}
      {...(source.poster ? { poster: source.poster } : {})}
      aria-label={title}
      playsInline
      preload="metadata"
      disablePictureInPicture
      onClick={playback.acts.toggle}
      {...playback.handlers}
      style={isFull ? {} : { aspectRatio: ratio }}
      className={clsx('block w-full', isFull ? 'h-full object-contain' : 'max-h-[80vh]')}
    >
      <track
        kind="captions"
        {...(source.captions ? { src: source.captions } : {})}
        srcLang={lang}
        label={props.words.captions}
        default
      />
    </video>
  )
}

/** What lies over the picture: that it is on its way, that it failed, or why a jump was turned back. */
function Overlay({ words, source, onRetry, playback, hasFailed }: PlayerPartProps & { hasFailed: boolean }) {
  const { state, isTurnedBack } = playback
  function retry() {
    playback.acts.reload()
    onRetry()
  }
  const isLoading = !hasFailed && (source === null || state.isWaiting)
  return (
    <>
      {hasFailed && (
        <div
          role="alert"
          className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-surface p-3 text-center text-ink"
        >
          <p className="flex items-center gap-2 font-semibold">
            <PlayerIcon of="warning" className="size-6 shrink-0 text-warn" />
            {words.failed}
          </p>
          <Button variant="quiet" className="w-auto!" onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
      {isLoading && (
        <span
          role="status"
          className="pointer-events-none absolute inset-0 grid place-items-center text-surface"
        >
          <SpinnerIcon className="size-10" />
          <span className="sr-only">{words.loading}</span>
        </span>
      )}
      <p
        role="status"
        className={clsx(
          'pointer-events-none absolute inset-x-2 top-12 rounded-md bg-warn-soft p-2 text-center text-warn',
          !isTurnedBack && 'sr-only',
        )}
      >
        {isTurnedBack && words.turnedBack}
      </p>
    </>
  )
}

const focusedControlOf = (target: EventTarget): FocusedControl => {
  if (target instanceof HTMLInputElement) return 'timeline'
  if (target instanceof HTMLSelectElement) return 'field'
  return target instanceof HTMLButtonElement ? 'button' : 'other'
}

type WebkitVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The whole player fills the screen, with its controls; on phones that let only a video do so, the video. */
function useFullscreen(root: RefObject<HTMLDivElement | null>, video: RefObject<HTMLVideoElement | null>) {
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    const follow = () =>
      setOn(document.fullscreenElement !== null && document.fullscreenElement === root.current)
    document.addEventListener('fullscreenchange', follow)
    return () => document.removeEventListener('fullscreenchange', follow)
  }, [root])
  function toggle() {
    if (document.fullscreenElement) return void document.exitFullscreen()
    const element = root.current
    if (element && 'requestFullscreen' in element) {
      element.requestFullscreen().catch((problem: unknown) => console.info(problem))
    } else (video.current as WebkitVideo | null)?.webkitEnterFullscreen?.()
  }
  return { isOn, toggle }
}
