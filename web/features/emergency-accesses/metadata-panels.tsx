import { DescriptionList } from '../../ui/description-list.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { AccessReason, AccessTime } from './access-list.tsx'
import { kindText, type ConsentMetadata } from './access-words.ts'

const formatTime = (at: string | null, none = 'Not yet') => (at ? momentText(at) : none)
const fingerprint = (hash: string) => <code className="text-small wrap-anywhere">{hash}</code>
const noneText = (what: string) => <p className="text-muted">{what}</p>

/** States and times. */
function FactsPanel({ consent }: { consent: ConsentMetadata }) {
  const { id, clinicName, kind, createdAt, sentAt, viewedAt, signedAt, finalisedAt, expiresAt } = consent
  return (
    <Panel title="Consent">
      <DescriptionList
        items={[
          { term: 'Number', detail: <code className="wrap-anywhere">{id}</code> },
          { term: 'Practice', detail: <span dir="auto">{clinicName}</span> },
          { term: 'Kind', detail: kindText(kind) },
          { term: 'Created', detail: formatTime(createdAt) },
          { term: 'Sent', detail: formatTime(sentAt) },
          { term: 'Opened by the patient', detail: formatTime(viewedAt) },
          { term: 'Signed', detail: formatTime(signedAt) },
          { term: 'Countersigned', detail: formatTime(finalisedAt) },
          { term: 'To be signed by', detail: formatTime(expiresAt, 'Not set') },
          {
            term: 'Fingerprint of the text',
            detail: consent.contentHash ? fingerprint(consent.contentHash) : 'Still being written',
          },
        ]}
      />
    </Panel>
  )
}

const EventsPanel = ({ events }: Pick<ConsentMetadata, 'events'>) => (
  <Panel title="Events" lead="Times and types only. Health information is left out.">
    <ol className="divide-y divide-line">
      {events.map(({ number, event, at, hash }) => (
        <li key={number} className="py-3 first:pt-0 last:pb-0">
          <p>
            {kindText(event)} <span className="text-small text-muted">({momentText(at)})</span>
          </p>
          <p className="text-muted">{fingerprint(hash)}</p>
        </li>
      ))}
    </ol>
  </Panel>
)

const DocumentsPanel = ({ documents }: Pick<ConsentMetadata, 'documents'>) => (
  <Panel title="Sealed documents">
    {documents.length === 0 && noneText('None has been sealed yet.')}
    <ul className="divide-y divide-line">
      {documents.map(({ id, kind, number, sha256, createdAt, sealingKeyId }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          <p>
            Version {number}, {kindText(kind).toLowerCase()}{' '}
            <span className="text-small text-muted">({momentText(createdAt)})</span>
          </p>
          <p className="text-muted">{fingerprint(sha256)}</p>
          <p className="text-small text-muted">
            Sealed with key <code className="wrap-anywhere">{sealingKeyId}</code>
          </p>
        </li>
      ))}
    </ul>
  </Panel>
)

const channelWords = { email: 'e-mail', sms: 'text message', letter: 'letter' }

const DeliveriesPanel = ({ deliveries }: Pick<ConsentMetadata, 'deliveries'>) => (
  <Panel title="Deliveries" lead="Delivery status of each message, without recipients.">
    {deliveries.length === 0 && noneText('No message has been sent.')}
    <ul className="divide-y divide-line">
      {deliveries.map(({ id, kind, channel, status, updatedAt }) => (
        <li key={id} className="py-3 first:pt-0 last:pb-0">
          {kindText(kind)} by {channelWords[channel]}: {kindText(status).toLowerCase()}{' '}
          <span className="text-small text-muted">({momentText(updatedAt)})</span>
        </li>
      ))}
    </ul>
  </Panel>
)

const AccessesPanel = ({ accesses }: Pick<ConsentMetadata, 'accesses'>) => (
  <Panel title="Record access" lead="Also shown to the practice.">
    {accesses.length === 0 && noneText('No one.')}
    <ul className="divide-y divide-line">
      {accesses.map((access) => (
        <li key={access.id} className="space-y-1 py-3 first:pt-0 last:pb-0">
          <p dir="auto">{access.by}</p>
          <div>
            <AccessTime access={access} />
          </div>
          <div>
            <AccessReason access={access} />
          </div>
        </li>
      ))}
    </ul>
  </Panel>
)

/** All that the platform knows of a consent without a reason. */
export const MetadataPanels = ({ consent }: { consent: ConsentMetadata }) => (
  <div className="grid items-start gap-5 xl:grid-cols-2">
    <div className="min-w-0 space-y-5">
      <FactsPanel consent={consent} />
      <AccessesPanel accesses={consent.accesses} />
    </div>
    <div className="min-w-0 space-y-5">
      <EventsPanel events={consent.events} />
      <DocumentsPanel documents={consent.documents} />
      <DeliveriesPanel deliveries={consent.deliveries} />
    </div>
  </div>
)
