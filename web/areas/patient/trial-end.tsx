import { useEffect, useState, type ReactNode } from 'react'
import page from '../../../build/content/page.try-consent.json'
import type { ScreenSignature } from '../../../contract/signing.ts'
import { PatientPage, fillPlaceholders, fillCount } from '../../features/signing/index.ts'
import { Button, ButtonLink } from '../../ui/plain/button.tsx'
import { formatLocalDateTime } from '../../ui/plain/local-moment.ts'
import type { TrialEvent, TrialRecord } from './trial-record.ts'

const { end } = page
const locale = 'en-GB'

/** What a practice would hold now, made of what was done here; nothing of it is anywhere else. In English, as records are. */
export function TrialEnd({ record }: { record: TrialRecord }) {
  const { content, contentHash, signature } = record.read()
  const practice = { practice: content.clinic.name }
  return (
    <div lang={locale} dir="ltr">
      <PatientPage title={signature ? end.signed : end.declined}>
        <p className="mt-3">{fillPlaceholders(signature ? end.signedLead : end.declinedLead, practice)}</p>
        {signature && <Signed record={record} />}
        <TrialSection title={end.reading.title}>
          <p>{readingText(record)}</p>
        </TrialSection>
        <TrialSection title={end.check.title}>
          <p>{checkText(record)}</p>
        </TrialSection>
        <Chain record={record} />
        <p className="mt-4 text-small wrap-anywhere text-muted">
          {fillPlaceholders(end.text, { hash: contentHash })}
        </p>
        <NextSteps />
      </PatientPage>
    </div>
  )
}

const TrialSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="mt-8">
    <h2>{title}</h2>
    <div className="mt-2">{children}</div>
  </section>
)

function Signed({ record }: { record: TrialRecord }) {
  const { signature } = record.read()
  const { mark } = record.state
  if (!signature || !mark) return null
  return (
    <TrialSection title={end.answer}>
      <div className="card p-4">
        <TrialSignature mark={mark} />
        <p className="mt-3 font-semibold" dir="auto">
          {fillPlaceholders(end.by, { name: signature.name })}
        </p>
        <p className="text-small text-muted">
          {mark.kind === 'drawn' ? end.drawn : end.typed} · {formatLocalDateTime(signature.at, locale)}
        </p>
      </div>
    </TrialSection>
  )
}

function TrialSignature({ mark }: { mark: ScreenSignature }) {
  if (mark.kind === 'typed') return <p className="text-h1 italic">{mark.typed}</p>
  const { width, height, strokes } = mark
  const paths = strokes.map(({ points }) => `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`)
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={end.drawn}
      className="h-28 max-w-full text-ink"
    >
      <path d={paths.join('')} fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

const minute_ms = 60_000

function readingText({ state, read }: TrialRecord): string {
  const { reading } = end
  const count = new Set(state.spells.map(({ part }) => part)).size
  if (count === 0) return reading.none
  const minutes = Math.round(state.spells.reduce((sum, { ms }) => sum + ms, 0) / minute_ms)
  const time = minutes === 0 ? reading.short : fillCount(reading.minutes, minutes, locale)
  return fillPlaceholders(reading.read, {
    count: String(count),
    parts: String(read().content.sections.length),
    time,
  })
}

function checkText({ check }: TrialRecord): string {
  const { hasBegun, right, questions } = check()
  if (!hasBegun) return end.check.none
  return fillPlaceholders(end.check.right, { right: String(right), questions: String(questions.length) })
}

const shown_hash_length = 16

function Chain({ record }: { record: TrialRecord }) {
  const [events, setEvents] = useState<readonly TrialEvent[]>([])
  useEffect(() => void record.events().then(setEvents), [record])
  return (
    <TrialSection title={end.chain.title}>
      <p>{end.chain.lead}</p>
      <ol className="mt-4 divide-y divide-line card">
        {events.map(({ number, description, at, actor, hash }) => (
          <li key={number} className="px-4 py-3">
            <p dir="auto">{description}</p>
            <p className="text-small text-muted">
              {formatLocalDateTime(at, locale)} · {actor}
            </p>
            <p className="text-small text-muted">
              {end.chain.print} <code>{hash.slice(0, shown_hash_length)}…</code>
            </p>
          </li>
        ))}
      </ol>
    </TrialSection>
  )
}

/** Out of a frame that it may stand in: these are other pages. */
const topFrame = '_top'

function NextSteps() {
  const { title, steps, omitted } = end.next
  return (
    <TrialSection title={title}>
      <ul className="list-disc space-y-1.5 ps-6">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
      <p className="mt-3 text-muted">{omitted}</p>
      <div className="mt-8 flex flex-wrap gap-4">
        <ButtonLink href="/register" target={topFrame}>
          {end.start}
        </ButtonLink>
        {/* Loaded anew, so that nothing of this try is left. */}
        <Button variant="quiet" onClick={() => location.reload()}>
          {end.again}
        </Button>
      </div>
      <p className="mt-6">
        <a href="/verify" target={topFrame} className="font-semibold text-link">
          {end.verify}
        </a>
      </p>
    </TrialSection>
  )
}
