import { clsx } from 'clsx'
import { useEffect, useRef } from 'react'
import type { CaptionLine } from './player-captions.ts'

type PlayerTranscriptProps = {
  name: string
  /** In which language it is. */
  lang: string
  lines: readonly CaptionLine[]
  /** When the line began that is said now. */
  current: number | null
  /** What it says as a whole, where there are no lines. */
  text: string
}

/** What a video says, beside it: line by line, the one that is said marked and kept in sight. */
export function PlayerTranscript({ name, lang, lines, current, text }: PlayerTranscriptProps) {
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const line = panel.current?.querySelector<HTMLElement>('[aria-current]')
    // Of the panel alone: the page stays where its reader is.
    if (panel.current && line) panel.current.scrollTop = line.offsetTop - panel.current.clientHeight / 3
  }, [current])
  return (
    // Beside the video it is as high as that is, whatever it says: its place is measured without it.
    <div className="relative border-t border-line bg-surface text-ink sm:w-56 sm:shrink-0 sm:border-s sm:border-t-0">
      <section
        ref={panel}
        aria-label={name}
        tabIndex={0}
        lang={lang}
        dir="auto"
        className="relative max-h-56 overflow-y-auto p-3 sm:absolute sm:inset-0 sm:max-h-none"
      >
        {lines.length > 0 ? (
          <ol className="space-y-1">
            {lines.map(({ startSeconds, text: said }, at) => (
              <li
                key={at}
                aria-current={startSeconds === current ? 'true' : undefined}
                className={clsx(
                  'rounded-sm px-1.5 py-0.5',
                  startSeconds === current && 'bg-brand-soft font-medium',
                )}
              >
                {said}
              </li>
            ))}
          </ol>
        ) : (
          <p className="whitespace-pre-line">{text}</p>
        )}
      </section>
    </div>
  )
}
