import { useId, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/plain/button.tsx'
import { speedNames, useReadAloud, type SpeedName } from './read-aloud-state.ts'
import { useWords } from './words-context.tsx'

type ReadAloudPartProps = {
  consentId: string
  part: number
  title: string
  lang: string
  children: ReactNode
}

/** A part of the text with the means to have it read out: listen, pause, stop, and how fast. */
export function ReadAloudPart({ children, ...part }: ReadAloudPartProps) {
  const root = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const reading = useReadAloud({ ...part, root, layer })
  return (
    <>
      <ReadAloudBar {...reading} title={part.title} />
      <div className="relative isolate">
        <div ref={layer} aria-hidden className="pointer-events-none absolute inset-0 -z-10" />
        <div ref={root}>{children}</div>
      </div>
    </>
  )
}

type BarProps = ReturnType<typeof useReadAloud> & { title: string }

function ReadAloudBar({ state, lack, speed, play, pause, resume, stop, chooseSpeed, title }: BarProps) {
  const { readingAids } = useWords()
  const isSilent = state === 'silent'
  return (
    <div
      role="group"
      aria-label={`${readingAids.listen}: ${title}`}
      className={isSilent ? 'mt-3' : 'sticky top-0 z-10 mt-3 border-b border-line bg-surface py-2'}
    >
      <div className="flex flex-wrap items-center gap-2">
        {isSilent && (
          <Button variant="quiet" className="!w-auto" onClick={() => void play()}>
            <SpeakerIcon /> {readingAids.listen}
          </Button>
        )}
        {state === 'reading' && (
          <Button variant="quiet" className="!w-auto" onClick={pause}>
            {readingAids.pause}
          </Button>
        )}
        {state === 'paused' && (
          <Button variant="quiet" className="!w-auto" onClick={resume}>
            {readingAids.goOn}
          </Button>
        )}
        {!isSilent && (
          <>
            <Button variant="quiet" className="!w-auto" onClick={stop}>
              {readingAids.stop}
            </Button>
            <SpeedChoice speed={speed} onChoose={chooseSpeed} />
          </>
        )}
      </div>
      <p role="status" className={lack ? 'mt-2 rounded-md bg-warn-soft p-3' : 'sr-only'}>
        {lack === 'none' && readingAids.noVoice}
        {lack === 'none-offline' && readingAids.noVoiceOffline}
        {state === 'paused' && readingAids.paused}
      </p>
    </div>
  )
}

const SpeakerIcon = () => (
  <svg viewBox="0 0 20 20" fill="none" aria-hidden className="inline size-5 align-[-0.2em]">
    <path
      d="M3 8v4h3l4 3.5v-11L6 8zM13 7.5a3.5 3.5 0 0 1 0 5M15.2 5.2a6.8 6.8 0 0 1 0 9.6"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)

function SpeedChoice({ speed, onChoose }: { speed: SpeedName; onChoose: (speed: SpeedName) => void }) {
  const { readingAids } = useWords()
  const id = useId()
  return (
    <span className="flex items-center gap-2">
      <label htmlFor={id}>{readingAids.speed}</label>
      <select
        id={id}
        value={speed}
        onChange={(event) => onChoose(event.target.value as SpeedName)}
        className="min-h-[44px] rounded-md border-2 border-field bg-surface px-2"
      >
        {speedNames.map((name) => (
          <option key={name} value={name}>
            {readingAids.speeds[name]}
          </option>
        ))}
      </select>
    </span>
  )
}
