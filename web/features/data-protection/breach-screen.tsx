import { Suspense, useState } from 'react'
import type { BreachDetail, BreachEntry } from '../../../contract/data-protection.ts'
import { DescriptionList } from '../../ui/description-list.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { lazyPart } from '../../ui/plain/lazy-part.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { BreachBadge } from './breach-badge.tsx'
import { entryWords, gapWords, riskWords, regulatorNotificationPoints } from './breach-words.ts'

const EntryDialog = lazyPart(async () => ({
  default: (await import('./breach-entry-dialog.tsx')).BreachEntryDialog,
}))
const BreachClosingDialog = lazyPart(async () => ({
  default: (await import('./breach-closing-dialog.tsx')).BreachClosingDialog,
}))

type BreachScreenProps = { breach: BreachDetail; listHref: string; onChanged: () => Promise<void> }

/** One breach: until when whom to tell, what is still open, and what was written down. */
export function BreachScreen({ breach, listHref, onChanged }: BreachScreenProps) {
  const { title, discoveredAt, risk, people, closing, closedAt } = breach
  return (
    <>
      <PageHeader
        back={<BackLink href={listHref}>Breaches</BackLink>}
        title={title}
        badge={<BreachBadge breach={breach} />}
      />
      <DeadlineNotice breach={breach} />
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <div className="space-y-5">
          <Panel title="The breach">
            <DescriptionList
              items={[
                { term: 'Discovered', detail: momentText(discoveredAt) },
                { term: 'Risk', detail: risk ? riskWords[risk] : 'Not assessed yet' },
                { term: 'People affected', detail: people === null ? 'Not known yet' : String(people) },
                ...(closing
                  ? [
                      { term: 'Closed', detail: `${momentText(closedAt!)}, ${closing.by}` },
                      { term: 'Lessons learned', detail: <span dir="auto">{closing.lessons}</span> },
                    ]
                  : []),
              ]}
            />
            {!closedAt && <BreachActions breach={breach} onChanged={onChanged} />}
          </Panel>
          {(risk === 'risk' || risk === 'high') && !closedAt && (
            <Panel title="What to tell the ICO" lead="ico.org.uk, or 0303 123 1113.">
              <ul className="list-disc space-y-1 ps-5">
                {regulatorNotificationPoints.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <Entries breach={breach} />
      </div>
    </>
  )
}

function DeadlineNotice({ breach: { closedAt, gaps, dueAt, isOverdue } }: { breach: BreachDetail }) {
  if (closedAt) return null
  const waits = gaps.includes('assessment') || gaps.includes('commissioner')
  return (
    <InlineMessage
      className="mt-5"
      tone={isOverdue ? 'bad' : gaps.length > 0 ? 'warn' : 'ok'}
      title={
        waits
          ? `${isOverdue ? 'The 72 hours ended' : 'The 72 hours end'} on ${momentText(dueAt)}`
          : gaps.length > 0
            ? 'Steps outstanding'
            : 'All steps recorded'
      }
    >
      {gaps.length === 0 ? (
        'You can close it with the lessons learned.'
      ) : (
        <ul className="list-disc ps-5">
          {gaps.map((gap) => (
            <li key={gap}>{gapWords[gap]}</li>
          ))}
        </ul>
      )}
    </InlineMessage>
  )
}

type BreachActionsProps = { breach: BreachDetail; onChanged: () => Promise<void> }

/** What can be written down now; that the commissioner is not told, only where the risk allows it. */
const availableEntryKinds: readonly [BreachEntry['kind'], string][] = [
  ['facts', 'Describe the breach'],
  ['assessed', 'Assess risk'],
  ['commissioner-told', 'ICO notified'],
  ['commissioner-not-told', 'ICO not notified'],
  ['people-told', 'People notified'],
  ['people-not-told', 'People not notified'],
  ['measures', 'Measures taken'],
  ['noted', 'Add a note'],
]

function BreachActions({ breach, onChanged }: BreachActionsProps) {
  const [kind, setKind] = useState<BreachEntry['kind']>()
  const [isClosing, setClosing] = useState(false)
  return (
    <>
      <div className="mt-5 flex flex-wrap gap-2">
        {availableEntryKinds
          .filter(([each]) => each !== 'commissioner-not-told' || breach.risk === 'unlikely')
          .map(([each, label]) => (
            <Button key={each} variant="quiet" size="small" onClick={() => setKind(each)}>
              {label}
            </Button>
          ))}
        {breach.gaps.length === 0 && (
          <Button size="small" onClick={() => setClosing(true)}>
            Close the breach
          </Button>
        )}
      </div>
      <Suspense>
        {kind && (
          <EntryDialog
            breachId={breach.id}
            kind={kind}
            dueAt={breach.dueAt}
            onChanged={onChanged}
            onClose={() => setKind(undefined)}
          />
        )}
        {isClosing && (
          <BreachClosingDialog breachId={breach.id} onChanged={onChanged} onClose={() => setClosing(false)} />
        )}
      </Suspense>
    </>
  )
}

/** What an entry says, line by line. */
function entryLines(said: BreachEntry): string[] {
  const number = (count: number | null) => (count === null ? 'not known' : String(count))
  if (said.kind === 'facts')
    return [
      said.facts,
      `Effects: ${said.effects}`,
      `People: ${number(said.people)}. Records: ${number(said.records)}.`,
    ]
  if (said.kind === 'assessed') return [riskWords[said.risk], said.reason]
  if (said.kind === 'commissioner-told')
    return [momentText(said.at), said.reference && `Reference ${said.reference}`, said.delay].filter(Boolean)
  if (said.kind === 'people-told') return [said.how]
  if (said.kind === 'measures') return [said.measures]
  return [said.kind === 'noted' ? said.note : said.reason]
}

function Entries({ breach: { entries } }: { breach: BreachDetail }) {
  return (
    <Panel title="Record of actions" lead="Entries cannot be changed.">
      {entries.length === 0 && <p className="text-muted">No entries yet. Start with what happened.</p>}
      <ol className="divide-y divide-line">
        {entries.map(({ id, said, by, at }) => (
          <li key={id} className="py-3 first:pt-0 last:pb-0">
            <p className="font-medium">{entryWords[said.kind]}</p>
            {entryLines(said).map((line, index) => (
              <p key={index} className="wrap-anywhere whitespace-pre-line" dir="auto">
                {line}
              </p>
            ))}
            <p className="text-small text-muted">
              {by}, {momentText(at)}
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
