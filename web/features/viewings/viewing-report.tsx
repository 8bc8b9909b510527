import { Badge } from '../../ui/plain/badge.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Viewing } from '../../../contract/viewings.ts'
import { viewingDetails, rangeText, viewingSentence } from './viewing-words.ts'

/** How the patient watched each video of a text: a sentence, and in detail for those who want to talk about it. */
export function ViewingReport({ viewings }: { viewings: readonly Viewing[] }) {
  return (
    <Panel title="How the patient watched the video">
      {viewings.map((viewing) => (
        <OneViewing key={viewing.videoId} viewing={viewing} />
      ))}
      <p className="mt-2 text-small text-muted">
        Reported by the patient’s device and checked against elapsed time. It does not show what the patient
        understood.
      </p>
    </Panel>
  )
}

function OneViewing({ viewing }: { viewing: Viewing }) {
  const { part, partTitle, isRequired, standing, ranges, showings } = viewing
  const manner = viewingDetails(viewing)
  return (
    <div className="mt-3 first:mt-0">
      <p className="flex flex-wrap items-center gap-2">
        <span dir="auto" className="font-medium">
          Part {part}: {partTitle}
        </span>
        {isRequired && <Badge tone="brand">Required</Badge>}
        {standing === 'watched' && <Badge tone="ok">Watched</Badge>}
      </p>
      <p className="mt-1">{viewingSentence(viewing)}</p>
      {manner.length > 0 && <p className="mt-1 text-small text-muted">{manner.join('. ')}.</p>}
      {ranges.length > 0 && (
        <Disclosure summary="What was seen, and when" className="mt-2">
          <ul className="text-small">
            {ranges.map((range) => (
              <li key={range.fromMs} className="tabular-nums">
                {rangeText(range)}
              </li>
            ))}
          </ul>
          <ul className="mt-2 text-small text-muted">
            {showings.map(({ at, device }) => (
              <li key={at}>
                {momentText(at)}, on a {device}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  )
}
