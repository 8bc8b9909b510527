import { FolderInput, FolderX } from 'lucide-react'
import { api } from '../../api.ts'
import { CellText } from '../../ui/cell-text.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText, recentText } from '../../ui/plain/date-text.ts'
import { InlineMessage } from '../../ui/plain/inline-message.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Select } from '../../ui/select.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useIdempotencyKey } from '../../ui/use-idempotency-key.ts'
import { useTask } from '../../ui/use-task.ts'
import { deliveryBadge, type WriteBack, type WriteBackPage } from './connection-words.ts'
import { statusOptions, type ListFilter } from './list-filter.ts'

const columns = (now: Date, onRetry: (document: WriteBack) => void): Column<WriteBack>[] => [
  {
    key: 'name',
    header: 'Document',
    cell: ({ fileName, createdAt }) => <CellText main={fileName} sub={recentText(createdAt, now)} />,
  },
  {
    key: 'state',
    header: 'State',
    cell: (document) => {
      const { label, tone } = deliveryBadge(document)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    key: 'what',
    header: 'What happened',
    cell: ({ status, failure, deliveredAt, nextAttemptAt, attempts }) => {
      if (deliveredAt) return `Arrived ${momentText(deliveredAt)}`
      if (!failure) return 'Waiting to be saved to the folder'
      return `${failure}, after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${
        status === 'queued' && nextAttemptAt ? `; next try ${momentText(nextAttemptAt)}` : ''
      }`
    },
    className: 'text-muted',
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (document) =>
      document.status !== 'delivered' && (
        <Button variant="link" size="small" onClick={() => onRetry(document)}>
          Try again<span className="sr-only"> to deliver {document.fileName}</span>
        </Button>
      ),
  },
]

type WriteBackListProps = {
  page: WriteBackPage
  filter: ListFilter
  busy: boolean
  onChanged: () => Promise<void>
}

/** Signed documents on their way into the practice system's folder; what does not arrive calls for people. */
export function WriteBackList({ page, filter, busy, onChanged }: WriteBackListProps) {
  const toast = useToast()
  const keyOf = useIdempotencyKey()
  const { problem, run } = useTask()
  const { rows, failed, isSetUp } = page

  async function retry({ id, attempts }: WriteBack) {
    const context = { idempotencyKey: keyOf([id, attempts]) }
    const done = await run(async () => {
      await api.integrations.retryWriteBack({ writeBackId: id }, { context })
      await onChanged()
    })
    if (done) toast('Trying again.')
  }
  if (!isSetUp && rows.length === 0 && !filter.status) return <WriteBackNotConfigured />
  return (
    <>
      {failed > 0 && (
        <InlineMessage
          tone="bad"
          className="mb-4"
          title={failed === 1 ? '1 document was not delivered' : `${failed} documents were not delivered`}
        >
          Check the error, fix the folder and try again. You can also download the PDF from its consent.
        </InlineMessage>
      )}
      <ProblemMessage problem={problem} className="mb-4" />
      <div className="mb-4 flex justify-end">
        <Select
          label="State"
          hideLabel
          options={statusOptions}
          value={filter.status ?? ''}
          onChange={(status) => filter.onStatus(status)}
        />
      </div>
      <DataTable
        caption="Document deliveries"
        columns={columns(new Date(), (document) => void retry(document))}
        rows={rows}
        rowKey={({ id }) => id}
        busy={busy}
        empty={
          <EmptyState icon={FolderInput} title={filter.status ? 'Nothing matches' : 'No documents yet'}>
            {filter.status
              ? 'Remove the filter to see everything.'
              : 'New sealed documents are saved to the folder automatically.'}
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

const WriteBackNotConfigured = () => (
  <div className="card">
    <EmptyState icon={FolderX} title="No folder set up">
      Signed documents can be saved to a folder that your practice system watches. Set it on the server with
      WRITE_BACK_DIR.
    </EmptyState>
  </div>
)
