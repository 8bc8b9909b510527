import { useEffect, useState } from 'react'
import { video as playerWords } from '../../../build/content/words.en.json'
import type watching from '../../../build/content/page.watching.json'
import { seek_ahead_seconds_max, watched_share_min } from '../../../contract/limits.ts'
import { isWatched, watchedMs, type PlayedRange } from '../../../contract/viewing-state.ts'
import { playerTimeText } from '../../ui/plain/player-time.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { WatchedVideo } from './watched-video.tsx'

export type TrialClip = { file: string; captions: string; transcript: string; lengthMs: number }

type ViewingTrialProps = { words: typeof watching; clip: TrialClip }
type ReportedRanges = { ranges: readonly PlayedRange[]; speed: number }

const limits = { watched_part_min: watched_share_min, seek_ahead_seconds_max }

/** A file as an address of this page: it can be jumped about in whoever serves it. */
async function loadObjectUrl(file: string, signal: AbortSignal): Promise<string> {
  const answer = await fetch(file, { signal })
  if (!answer.ok) throw new Error(`${file} answered ${answer.status}`)
  return URL.createObjectURL(await answer.blob())
}

/** The player with its rule, for anybody: what it would report is shown beside it, and stays on the page. */
export function ViewingTrial({ words, clip }: ViewingTrialProps) {
  const [reported, setTold] = useState<readonly ReportedRanges[]>([])
  const [leaving] = useState(() => new AbortController())
  useEffect(() => () => leaving.abort(), [leaving])
  const ranges = reported.flatMap((report) => report.ranges)

  async function startDemo() {
    const file = await loadObjectUrl(clip.file, leaving.signal)
    return { file, captions: clip.captions, poster: null, ranges, resumeMs: 0 }
  }

  return (
    <div className="mt-6 grid items-start gap-6 lg:grid-cols-[2fr_1fr]">
      <div>
        <WatchedVideo
          title={words.clip}
          words={playerWords}
          isRequired
          wasWatched={false}
          lengthMs={clip.lengthMs}
          shape={{ width: 960, height: 540 }}
          transcript={clip.transcript}
          begin={startDemo}
          onReport={(report) => setTold((before) => [...before, report])}
        />
        <p className="mt-2 text-small text-muted">{playerWords.keys}</p>
      </div>
      <TrialRecord words={words} told={reported} lengthMs={clip.lengthMs} />
    </div>
  )
}

function TrialRecord({
  words,
  told,
  lengthMs,
}: Omit<ViewingTrialProps, 'clip'> & { told: readonly ReportedRanges[]; lengthMs: number }) {
  const ranges = told.flatMap((report) => report.ranges)
  const seen = watchedMs(ranges)
  const share = words.seen
    .replace('{percent}', String(Math.floor((seen / lengthMs) * 100)))
    .replace('{seconds}', String(Math.round(seen / 1000)))
  return (
    <Panel title={words.record}>
      <p role="status">{seen === 0 ? words.none : share}</p>
      {isWatched(ranges, lengthMs, limits) && (
        <p className="mt-2">
          <Badge tone="ok">{words.done}</Badge>
        </p>
      )}
      {told.length > 0 && (
        <>
          <h3 className="mt-4 text-small font-medium">{words.told}</h3>
          <ol className="mt-1 text-small text-muted">
            {told.flatMap(({ ranges: stretches, speed }, at) =>
              stretches.map(({ fromMs, toMs }) => (
                <li key={`${at}-${fromMs}`} className="tabular-nums">
                  {words.report
                    .replace('{from}', playerTimeText(fromMs / 1000))
                    .replace('{to}', playerTimeText(toMs / 1000))
                    .replace('{speed}', String(speed))}
                </li>
              )),
            )}
          </ol>
        </>
      )}
      <p className="mt-4 text-small text-muted">{words.server}</p>
    </Panel>
  )
}
