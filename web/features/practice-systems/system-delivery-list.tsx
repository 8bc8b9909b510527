import { FolderInput } from 'lucide-react'
import { api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText, recentText } from '../../ui/plain/date-text.ts'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import {
  deliveryBadge,
  deliveryNames,
  type DeliveryPage,
  type SystemDelivery,
} from './practice-system-words.ts'

const columns = (now: Date, onRetry: (delivery: SystemDelivery) => void): Column<SystemDelivery>[] => [
  {
    key: 'what',
    header: 'What',
    cell: ({ kind, createdAt }) => <CellText main={deliveryNames[kind]} sub={recentText(createdAt, now)} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: (delivery) => <Badge tone={deliveryBadge(delivery).tone}>{deliveryBadge(delivery).label}</Badge>,
  },
  {
    key: 'happened',
    header: 'What happened',
    cell: ({ status, failure, deliveredAt, nextAttemptAt }) => {
      if (deliveredAt) return `Written ${momentText(deliveredAt)}`
      const next = status === 'queued' && nextAttemptAt ? `; next try ${momentText(nextAttemptAt)}` : ''
      return failure ? `${failure}${next}` : 'Waiting to be written'
    },
    className: 'text-muted',
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (delivery) =>
      delivery.status !== 'delivered' && (
        <Button variant="link" size="small" onClick={() => onRetry(delivery)}>
          Try again<span className="sr-only"> to write: {deliveryNames[delivery.kind]}</span>
        </Button>
      ),
  },
]

const statusOptions = [
  { value: '', label: 'Any state' },
  { value: 'queued', label: 'Sending' },
  { value: 'delivered', label: 'Delivered' },
  { value: 'failed', label: 'Failed' },
]

type DeliveryListProps = {
  page: DeliveryPage
  status: string | undefined
  onStatus: (status: string) => void
  hrefOfPage: (page: number) => string
  hrefOfConsent: (consentId: string) => string
  busy: boolean
  onChanged: () => Promise<void>
}

/** What is written back to the practice system; what does not arrive calls for people. */
export function SystemDeliveryList(props: DeliveryListProps) {
  const { page, status, onStatus, hrefOfPage, hrefOfConsent, busy, onChanged } = props
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const { problem, run } = useTask()

  async function retry({ id, attempts, nextAttemptAt }: SystemDelivery) {
    const context = { idempotencyKey: keyOf([id, attempts, nextAttemptAt ?? '']) }
    const done = await run(async () => {
      await api.practiceSystems.retryDelivery({ deliveryId: id }, { context })
      await onChanged()
    })
    if (done) toast('Trying again.')
  }
  return (
    <>
      <ProblemMessage problem={problem} className="mb-4" />
      <div className="mb-4 flex justify-end">
        <Select
          id="delivery-status"
          label="State"
          hideLabel
          options={statusOptions}
          value={status ?? ''}
          onChange={onStatus}
        />
      </div>
      <DataTable
        caption="Written to the practice system"
        columns={columns(new Date(), (delivery) => void retry(delivery))}
        rows={page.rows}
        rowKey={({ id }) => id}
        rowHref={({ consentId }) => hrefOfConsent(consentId)}
        busy={busy}
        empty={
          <EmptyState icon={FolderInput} title={status ? 'Nothing matches' : 'Nothing written yet'}>
            {status
              ? 'Remove the filter to see everything.'
              : 'Signed documents, notes and consent status are written back automatically.'}
          </EmptyState>
        }
        footer={
          <Pager page={page.page} pageSize={page.pageSize} total={page.total} hrefOfPage={hrefOfPage} />
        }
      />
    </>
  )
}
