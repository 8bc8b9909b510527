import type { EmbedView } from '../../../contract/embeds.ts'
import { embed_consents_max } from '../../../contract/limits.ts'
import { consentStatusAppearance } from '../../features/consents/consent-status.ts'
import { Badge } from '../../ui/plain/badge.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'

type Consent = EmbedView['consents'][number]

/** What happened when, in order; what has not happened is not there. */
function momentsOf({ createdAt, sentAt, viewedAt, signedAt, expiresAt, status }: Consent) {
  const isAwaited = status === 'sent' || status === 'viewed'
  const moments = [
    { name: 'Prepared', at: createdAt },
    { name: 'Sent', at: sentAt },
    { name: 'Opened', at: viewedAt },
    { name: 'Signed', at: signedAt },
    { name: 'Expires', at: isAwaited ? expiresAt : null },
  ]
  return moments.flatMap(({ name, at }) => (at === null ? [] : [{ name, text: momentText(at) }]))
}

function questionText({ open, all }: Consent['questions']): string | null {
  if (all === 0) return null
  const asked = all === 1 ? '1 question' : `${all} questions`
  if (open === 0) return `${asked}, none waiting for an answer`
  return `${asked}, ${open} waiting for an answer`
}

/** How the consents of a view stand. Nothing is done here: whoever wants to do something opens Candour. */
export function EmbeddedConsents({ view: { patientName, shows, consents } }: { view: EmbedView }) {
  return (
    <>
      <h1 className="text-h2 font-semibold">
        {shows === 'consent' ? 'Consent' : 'Consents'}
        <span className="font-normal text-muted"> · {patientName}</span>
      </h1>
      {consents.length === 0 ? (
        <p className="mt-3 text-muted">No consents yet.</p>
      ) : (
        <ul className="mt-3 space-y-3">
          {consents.map((consent) => (
            <li key={consent.id}>
              <EmbeddedConsent consent={consent} />
            </li>
          ))}
        </ul>
      )}
      {consents.length >= embed_consents_max && (
        <p className="mt-3 text-small text-muted">
          The newest {embed_consents_max} are shown. Open Candour to see all.
        </p>
      )}
    </>
  )
}

function EmbeddedConsent({ consent }: { consent: Consent }) {
  const { id, status, treatment, teeth, clinician, reconfirmSince, questions } = consent
  const { label, tone } = consentStatusAppearance[status]
  const asked = questionText(questions)
  return (
    <article className="rounded-md border border-line bg-surface p-3">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <h2 className="min-w-0 font-semibold">
          {treatment}
          {teeth.length > 0 && <span className="font-normal text-muted"> · {teeth.join(', ')}</span>}
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-small text-muted">{clinician}</p>
      <dl className="mt-2 flex flex-wrap gap-x-5 gap-y-1 text-small">
        {momentsOf(consent).map(({ name, text }) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {reconfirmSince !== null && (
        <p className="mt-2 text-small font-medium text-warn">The patient has to confirm it again.</p>
      )}
      {asked !== null && <p className="mt-2 text-small">{asked}</p>}
      <Link
        href={`/clinic/consents/${id}`}
        target="_blank"
        rel="noopener noreferrer"
        className="mt-2 inline-block text-small text-brand underline"
      >
        Open in Candour<span className="sr-only">: {treatment} (opens in a new tab)</span>
      </Link>
    </article>
  )
}
