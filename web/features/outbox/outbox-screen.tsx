import { Inbox, MailCheck } from 'lucide-react'
import type { UndeliverableMessage, DeliveryCount, OutboxMessage } from '../../../contract/outbox.ts'
import type { Api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge, type Tone } from '../../ui/plain/badge.tsx'
import { recentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import type { Column } from '../../ui/table-row.tsx'

type OutboxPage = Awaited<ReturnType<Api['outbox']['list']>>
type Deliveries = Awaited<ReturnType<Api['outbox']['deliveries']>>
type UndeliverablePage = Awaited<ReturnType<Api['outbox']['astray']>>

type OutboxScreenProps = {
  list: OutboxPage
  deliveries: Deliveries
  undeliverable: UndeliverablePage
  hrefOfMessage: (name: string) => string
  hrefOfPage: (page: number) => string
  hrefOfUndeliverablePage: (page: number) => string
}

/** What was written to files, and what became of what was sent. */
export function OutboxScreen(props: OutboxScreenProps) {
  const { list, deliveries, undeliverable, hrefOfMessage, hrefOfPage, hrefOfUndeliverablePage } = props
  return (
    <div className="mt-6 space-y-8">
      <section aria-labelledby="astray-heading">
        <h2 id="astray-heading">Not delivered</h2>
        <p className="mt-1 text-muted">
          Messages that failed, bounced or may not have been sent. Recipients are shown to the practice only.
        </p>
        <DataTable
          caption="Undelivered messages"
          className="mt-3"
          columns={undeliverableColumns}
          rows={undeliverable.rows}
          rowKey={({ clinicId, id }) => clinicId + id}
          empty={<EmptyState icon={MailCheck} title="No undelivered messages" />}
          footer={
            <Pager
              {...undeliverable}
              label="Pages of undelivered messages"
              hrefOfPage={hrefOfUndeliverablePage}
            />
          }
        />
      </section>
      <section aria-labelledby="deliveries-heading">
        <h2 id="deliveries-heading">The last {numberText(deliveries.last)} messages</h2>
        <DataTable
          caption="Recent messages at all practices, by type and status"
          className="mt-3"
          columns={countColumns}
          rows={deliveries.counts}
          rowKey={({ kind, status }) => kind + status}
          empty={<EmptyState icon={Inbox} title="No messages sent yet" />}
        />
      </section>
      <section aria-labelledby="files-heading">
        <h2 id="files-heading">Saved to files</h2>
        <FilesNote {...list} />
        <DataTable
          caption="Messages saved to files"
          className="mt-3"
          columns={fileColumns}
          rows={list.rows}
          rowKey={({ name }) => name}
          rowHref={({ name }) => hrefOfMessage(name)}
          empty={<EmptyState icon={Inbox} title="No messages saved to files" />}
          footer={<Pager {...list} label="Pages of messages in files" hrefOfPage={hrefOfPage} />}
        />
      </section>
    </div>
  )
}

function FilesNote({ isSent, folder }: Pick<OutboxPage, 'isSent' | 'folder'>) {
  const unsent = [isSent.email ? null : 'e-mails', isSent.sms ? null : 'texts'].filter(
    (word) => word !== null,
  )
  if (unsent.length === 0)
    return (
      <p className="mt-1 text-muted">
        E-mails and texts are being sent. These files are from before sending was set up.
      </p>
    )
  return (
    <InlineMessage tone="warn" className="mt-3">
      No service set up to send {unsent.join(' and ')}. They are saved to{' '}
      <code className="wrap-anywhere">{folder}</code> and not delivered. Opening one is recorded in the audit
      log.
    </InlineMessage>
  )
}

/** 'consent-link' as people say it. */
const kindText = (kind: string) => {
  const words = kind.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const stateBadges: Record<string, { tone: Tone; label: string }> = {
  queued: { tone: 'neutral', label: 'Waiting' },
  sending: { tone: 'neutral', label: 'Sending' },
  sent: { tone: 'brand', label: 'Sent' },
  delivered: { tone: 'ok', label: 'Delivered' },
  opened: { tone: 'ok', label: 'Opened' },
  bounced: { tone: 'bad', label: 'Bounced' },
  failed: { tone: 'bad', label: 'Failed' },
  unconfirmed: { tone: 'warn', label: 'May have been sent' },
  printed: { tone: 'neutral', label: 'Printed' },
}
const StateBadge = ({ status }: { status: string }) => (
  <Badge tone={stateBadges[status]?.tone}>{stateBadges[status]?.label ?? status}</Badge>
)

const undeliverableColumns: Column<UndeliverableMessage>[] = [
  {
    key: 'clinic',
    header: 'Practice',
    cell: ({ clinicName, kind }) => <CellText main={clinicName} sub={kindText(kind)} />,
  },
  { key: 'state', header: 'State', cell: ({ status }) => <StateBadge status={status} /> },
  { key: 'why', header: 'Why', cell: ({ failure }) => failure ?? 'No reason given' },
  {
    key: 'at',
    header: 'Time',
    cell: ({ at }) => recentText(at, new Date()),
    className: 'text-muted',
  },
]

const countColumns: Column<DeliveryCount>[] = [
  { key: 'kind', header: 'Kind', cell: ({ kind }) => kindText(kind) },
  { key: 'state', header: 'State', cell: ({ status }) => <StateBadge status={status} /> },
  {
    key: 'messages',
    header: 'Messages',
    align: 'end',
    cell: ({ messages }) => numberText(messages),
    className: 'tabular-nums',
  },
]

const fileColumns: Column<OutboxMessage>[] = [
  {
    key: 'subject',
    header: 'Message',
    cell: ({ subject, kind }) => subject || (kind === 'sms' ? 'Text message' : 'No subject'),
  },
  { key: 'to', header: 'To', cell: ({ to }) => to },
  { key: 'at', header: 'Written', cell: ({ at }) => recentText(at, new Date()), className: 'text-muted' },
]
