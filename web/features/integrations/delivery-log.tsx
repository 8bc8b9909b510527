import { ScrollText } from 'lucide-react'
import { api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { BackLink } from '../../ui/plain/back-link.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText } from '../../ui/plain/date-text.ts'
import { Disclosure } from '../../ui/plain/disclosure.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import type { HrefOfConsentSection } from '../consents/index.ts'
import {
  deliveryBadge,
  eventWords,
  sectionOfEvent,
  type Delivery,
  type DeliveryPage,
  type Webhook,
} from './connection-words.ts'
import { statusOptions, type ListFilter } from './list-filter.ts'

const number = new Intl.NumberFormat('en-GB')

function Attempts({ attempts, nextAttemptAt }: Delivery) {
  if (attempts.length === 0) return 'Not attempted yet'
  return (
    <Disclosure summary={attempts.length === 1 ? '1 try' : `${attempts.length} tries`}>
      <ol className="space-y-1 text-small text-muted tabular-nums">
        {attempts.map((attempt) => (
          <li key={attempt.number}>
            {momentText(attempt.at)}: {attempt.failure ?? `Answered ${attempt.statusCode}`},{' '}
            {number.format(attempt.durationMs)} ms
          </li>
        ))}
        {nextAttemptAt && <li>Next try {momentText(nextAttemptAt)}</li>}
      </ol>
    </Disclosure>
  )
}

const columns = (
  hrefOfSection: HrefOfConsentSection,
  onReplay: (delivery: Delivery) => void,
): Column<Delivery>[] => [
  {
    key: 'event',
    header: 'Event',
    cell: ({ event, occurredAt, consentId }) => (
      <CellText
        main={
          <a className="underline underline-offset-4" href={hrefOfSection(consentId, sectionOfEvent(event))}>
            {eventWords[event]}
          </a>
        }
        sub={momentText(occurredAt)}
      />
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ status, attempts }) => {
      const { label, tone } = deliveryBadge({ status, attempts: attempts.length })
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  { key: 'attempts', header: 'Attempts', cell: (delivery) => <Attempts {...delivery} /> },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (delivery) =>
      delivery.status !== 'queued' && (
        <Button variant="link" size="small" onClick={() => onReplay(delivery)}>
          Resend
          <span className="sr-only">
            : {eventWords[delivery.event]}, {momentText(delivery.occurredAt)}
          </span>
        </Button>
      ),
  },
]

type DeliveryLogProps = {
  webhook: Webhook
  page: DeliveryPage
  filter: ListFilter
  busy: boolean
  backHref: string
  hrefOfSection: HrefOfConsentSection
  onChanged: () => Promise<void>
}

/** What a webhook was told, and what came of every try. */
export function DeliveryLog({
  webhook,
  page,
  filter,
  busy,
  backHref,
  hrefOfSection,
  onChanged,
}: DeliveryLogProps) {
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const { problem, run } = useTask()

  async function replay({ id, attempts }: Delivery) {
    const context = { idempotencyKey: keyOf([id, attempts.length]) }
    const done = await run(async () => {
      await api.integrations.replayDelivery({ deliveryId: id }, { context })
      await onChanged()
    })
    if (done) toast('Resending.')
  }
  return (
    <>
      <BackLink href={backHref}>All webhooks</BackLink>
      <div className="mt-1 mb-4 flex flex-wrap items-end justify-between gap-3">
        <h2 dir="auto">Delivery log: {webhook.name}</h2>
        <Select
          label="State"
          hideLabel
          options={statusOptions}
          value={filter.status ?? ''}
          onChange={(status) => filter.onStatus(status)}
        />
      </div>
      <ProblemMessage problem={problem} className="mb-4" />
      <DataTable
        caption="Deliveries"
        columns={columns(hrefOfSection, (delivery) => void replay(delivery))}
        rows={page.rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={ScrollText} title={filter.status ? 'Nothing matches' : 'No deliveries yet'}>
            {filter.status
              ? 'Remove the filter to see everything.'
              : 'Deliveries appear here after the next event.'}
          </EmptyState>
        }
        footer={
          <Pager
            page={page.page}
            pageSize={page.pageSize}
            total={page.total}
            hrefOfPage={filter.hrefOfPage}
          />
        }
      />
    </>
  )
}
