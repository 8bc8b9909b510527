import type { RecordSummary } from '../../../contract/evidence.ts'
import { dayText, timeText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import { UnaskedList } from '../consents/index.ts'

type Entry = RecordSummary['timeline'][number]

/** So many stand open; what was before is one press away. */
const entries_shown = 12

/** What happened in words, day by day: who, when, and how long it took. */
export function SummaryTimeline({ timeline }: { timeline: readonly Entry[] }) {
  const folded = timeline.slice(0, Math.max(0, timeline.length - entries_shown))
  return (
    <Panel title="Timeline">
      {folded.length > 0 && (
        <Disclosure summary={folded.length === 1 ? 'One earlier entry' : `${folded.length} earlier entries`}>
          <Days entries={folded} />
        </Disclosure>
      )}
      <Days entries={timeline.slice(folded.length)} />
    </Panel>
  )
}

function Days({ entries }: { entries: readonly Entry[] }) {
  const days = [...Map.groupBy(entries, ({ at }) => dayText(at))]
  return (
    <div className="space-y-3">
      {days.map(([day, ofDay]) => (
        <div key={day}>
          <h3 className="text-small font-medium text-muted">{day}</h3>
          <ol>
            {ofDay.map(({ number, at, what, who, note, unasked }) => (
              <li key={number} className="flex gap-3 py-1">
                <time dateTime={at} className="shrink-0 text-muted tabular-nums">
                  {timeText(at)}
                </time>
                <div className="min-w-0">
                  <p className="wrap-anywhere">
                    <span dir="auto">{what}</span>
                    <span className="text-muted">
                      {note && `, ${note}`}
                      {who && (
                        <>
                          {' · '}
                          <bdi>{who}</bdi>
                        </>
                      )}
                    </span>
                  </p>
                  <UnaskedList unasked={unasked} />
                </div>
              </li>
            ))}
          </ol>
        </div>
      ))}
    </div>
  )
}
