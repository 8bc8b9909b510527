import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'
import { PlayerIcon } from './player-icons.tsx'
import type { PlayerState } from './player-playback.ts'
import { playerTimeText } from './player-time.ts'
import type { PlayerWords } from './player-words.ts'

const buttonClass =
  'inline-flex min-h-11 min-w-11 items-center justify-center rounded-md border border-line bg-surface px-2 text-ink hover:bg-paper'

type ControlProps = {
  name: string
  isPressed?: boolean | undefined
  onPress: () => void
  children: ReactNode
}

/** One control: a sign with its name; whether it is on, where it can be. */
function Control({ name, isPressed, onPress, children }: ControlProps) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-pressed={isPressed}
      onClick={onPress}
      className={clsx(buttonClass, isPressed && 'border-brand! bg-brand-soft! text-brand-strong!')}
    >
      {children}
    </button>
  )
}

export type PlayerControlsProps = {
  words: PlayerWords
  playback: PlayerState
  speeds: readonly number[]
  /** Only what somebody needs to stop it, hear it and read it. */
  isShort: boolean
  captions: { areOn: boolean; toggle: () => void } | null
  transcript: { isOpen: boolean; toggle: () => void } | null
  fullscreen: { isOn: boolean; toggle: () => void }
}

/** What stands under a video. The timeline runs from left to right in every language, as the film does. */
export function PlayerControls(props: PlayerControlsProps) {
  const { words, playback, speeds, isShort, captions, transcript, fullscreen } = props
  const { state, acts } = playback
  return (
    <div className="border-t border-line bg-surface p-2 text-ink">
      {!isShort && <Timeline words={words} playback={playback} />}
      <div className="mt-1 flex flex-wrap items-center gap-1.5">
        <Control name={state.isPaused ? words.play : words.pause} onPress={acts.toggle}>
          <PlayerIcon of={state.isPaused ? 'play' : 'pause'} />
        </Control>
        <Control name={state.isMuted ? words.unmute : words.mute} onPress={acts.mute}>
          <PlayerIcon of={state.isMuted ? 'silent' : 'sound'} />
        </Control>
        {captions && (
          <Control name={words.captions} isPressed={captions.areOn} onPress={captions.toggle}>
            <PlayerIcon of="captions" />
          </Control>
        )}
        {transcript && (
          <Control name={words.transcript} isPressed={transcript.isOpen} onPress={transcript.toggle}>
            <PlayerIcon of="transcript" />
          </Control>
        )}
        {!isShort && (
          <span className="ms-auto flex items-center gap-1.5">
            {speeds.length > 1 && <SpeedChoice {...props} />}
            <Control
              name={fullscreen.isOn ? words.leaveFullscreen : words.fullscreen}
              onPress={fullscreen.toggle}
            >
              <PlayerIcon of={fullscreen.isOn ? 'smaller' : 'fullscreen'} />
            </Control>
          </span>
        )}
      </div>
    </div>
  )
}

function Timeline({ words, playback: { state, acts } }: Pick<PlayerControlsProps, 'words' | 'playback'>) {
  const elapsed = playerTimeText(state.current)
  const total = playerTimeText(state.length)
  const spokenTime = words.time.replace('{elapsed}', elapsed).replace('{total}', total)
  return (
    <div dir="ltr" className="flex items-center gap-2">
      <input
        type="range"
        aria-label={words.progress}
        aria-valuetext={spokenTime}
        min={0}
        max={state.length || 1}
        step="any"
        value={state.current}
        onInput={({ currentTarget }) => {
          acts.seek(Number(currentTarget.value))
          // Where the jump is turned back, the knob goes back with it.
          currentTarget.value = String(state.current)
        }}
        onChange={() => undefined}
        className="h-11 min-w-0 flex-1 accent-brand"
      />
      <span aria-hidden className="text-small whitespace-nowrap tabular-nums">
        {elapsed} / {total}
      </span>
    </div>
  )
}

function SpeedChoice({ words, playback: { state, acts }, speeds }: PlayerControlsProps) {
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id} className="text-small">
        {words.speed}
      </label>
      <select
        id={id}
        value={String(state.speed)}
        onChange={({ currentTarget }) => acts.setSpeed(Number(currentTarget.value))}
        className="min-h-11 rounded-md border border-field bg-surface px-2"
      >
        {speeds.map((speed) => (
          <option key={speed} value={String(speed)}>
            {speed === 1 ? words.usualSpeed : words.speedOf.replace('{speed}', String(speed))}
          </option>
        ))}
      </select>
    </span>
  )
}
