import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { momentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { Panel } from '../../ui/plain/panel.tsx'
import type { Consent } from './consent-form-values.ts'
import { UnaskedList } from './unasked-list.tsx'

/** The reason that was given, where the event carries one. */
const eventReason = ({ details }: Consent['events'][number]): string =>
  typeof details['reason'] === 'string' ? details['reason'] : ''

/** The questions that the event says nobody had asked. */
const unaskedIn = ({ details: { unasked } }: Consent['events'][number]): string[] =>
  Array.isArray(unasked) ? unasked.map(String) : []

/** Everything that happened to a consent, oldest first, and whether the record of it is whole. */
export function ConsentTimeline({ consent }: { consent: Consent }) {
  return (
    <Panel title="Event log">
      <ChainState intact={consent.chainIntact} />
      <ol className="mt-4">
        {consent.events.map((event) => (
          <li
            key={event.number}
            className="relative border-s border-line ps-5 pb-5 last:border-transparent last:pb-0"
          >
            <span
              aria-hidden
              className="absolute -start-[5px] top-1.5 size-[9px] rounded-full border-2 border-brand bg-surface"
            />
            <p dir="auto">{event.what}</p>
            <p className="text-small text-muted">
              <time dateTime={event.at}>{momentText(event.at)}</time>
              {' · '}
              <span dir="auto">{event.actor}</span>
            </p>
            <UnaskedList unasked={unaskedIn(event)} />
            {eventReason(event) && (
              <blockquote dir="auto" className="mt-1 border-s-2 border-line ps-3 text-small text-muted">
                {eventReason(event)}
              </blockquote>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

const chainBroken = 'An entry is missing or was altered. Do not rely on this record; tell your administrator.'

/** What stands over a record that is not whole. */
export const BrokenChainNotice = ({ className }: { className?: string }) => (
  <InlineMessage tone="bad" title="This record is not intact" className={className}>
    {chainBroken}
  </InlineMessage>
)

function ChainState({ intact }: { intact: boolean }) {
  const Picture = intact ? ShieldCheck : ShieldAlert
  return (
    <p className={`flex items-start gap-2 text-small ${intact ? 'text-ok' : 'font-semibold text-bad'}`}>
      <Picture className="mt-px size-4 shrink-0" aria-hidden />
      {intact ? 'Each entry is linked to the one before. None is missing or altered.' : chainBroken}
    </p>
  )
}
