import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { failed_job_days, operation_reason_length_max } from '../../../contract/limits.ts'
import type { FailedJob, Queue } from '../../../contract/queues.ts'
import { api, type Api } from '../../api.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Badge } from '../../ui/plain/badge.tsx'
import { Button } from '../../ui/plain/button.tsx'
import { momentText, recentText } from '../../ui/plain/date-text.ts'
import { Link } from '../../ui/plain/link.tsx'
import { numberText } from '../../ui/plain/number-text.ts'
import { Panel } from '../../ui/plain/panel.tsx'
import { ProblemMessage } from '../../ui/plain/problem-message.tsx'
import { loggedHint, ReasonDialog } from '../../ui/reason-dialog.tsx'
import type { Column } from '../../ui/table-row.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../../ui/use-task.ts'

type FailedPage = Awaited<ReturnType<Api['queues']['failed']>>

type QueueScreenProps = {
  queues: readonly Queue[]
  failed: FailedPage
  /** The queue that is looked at; undefined for all. */
  queue: string | undefined
  hrefOf: (queue: string | undefined, page?: number) => string
  onChanged: () => Promise<void>
}

/** What waits, what runs and what failed. */
export function QueueScreen({ queues, failed, queue, hrefOf, onChanged }: QueueScreenProps) {
  return (
    <div className="mt-6 space-y-6">
      <FailedPanel {...{ failed, queue, hrefOf, onChanged }} />
      <DataTable
        caption="Job queues"
        columns={columnsOf(hrefOf)}
        rows={queues}
        rowKey={({ name }) => name}
        empty={<EmptyState title="No queues" />}
      />
    </div>
  )
}

const columnsOf = (hrefOf: QueueScreenProps['hrefOf']): Column<Queue>[] => [
  { key: 'name', header: 'Queue', cell: ({ name }) => <span className="font-mono">{name}</span> },
  { key: 'waiting', header: 'Waiting', align: 'end', cell: ({ waiting }) => numberText(waiting) },
  { key: 'running', header: 'Running', align: 'end', cell: ({ running }) => numberText(running) },
  { key: 'retrying', header: 'Trying again', align: 'end', cell: ({ retrying }) => numberText(retrying) },
  {
    key: 'failed',
    header: 'Failed',
    align: 'end',
    cell: ({ name, failed }) =>
      failed === 0 ? (
        '0'
      ) : (
        <Link href={hrefOf(name)} className="text-link font-semibold">
          {numberText(failed)}
          <span className="sr-only"> failed in {name}</span>
        </Link>
      ),
  },
  {
    key: 'oldest',
    header: 'Oldest',
    hideOnMedium: true,
    cell: ({ oldestAt }) => (oldestAt ? recentText(oldestAt, new Date()) : '–'),
    className: 'text-muted',
  },
]

type FailedPanelProps = Omit<QueueScreenProps, 'queues'>

function FailedPanel({ failed, queue, hrefOf, onChanged }: FailedPanelProps) {
  const retrying = useTask()
  const toast = useToast()
  async function retryAll(name: string) {
    const done = await retrying.run(async () => {
      const { retried } = await api.queues.retry({ queue: name, jobId: null })
      toast(retried === 1 ? '1 job retried' : `${numberText(retried)} jobs retried`)
    })
    if (done) await onChanged()
  }
  return (
    <Panel
      title={queue ? `Failed jobs of ${queue}` : 'Failed jobs'}
      lead={`Jobs are tried 11 times at increasing intervals. Failed jobs stay here for ${failed_job_days} days.`}
      actions={
        <div className="flex flex-wrap gap-2">
          {queue && (
            <Link href={hrefOf(undefined)} className="btn btn-quiet">
              Show all queues
            </Link>
          )}
          {queue && failed.total > 0 && (
            <Button variant="quiet" busy={retrying.busy} onClick={() => void retryAll(queue)}>
              Retry all
            </Button>
          )}
        </div>
      }
    >
      <ProblemMessage problem={retrying.problem} className="mb-4" />
      {failed.rows.length === 0 ? (
        <EmptyState icon={CircleCheck} title="No failed jobs">
          Failed jobs appear here to retry or discard.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {failed.rows.map((job) => (
            <FailedRow key={job.id} job={job} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {failed.total > failed.pageSize && (
        <Pager {...failed} hrefOfPage={(page) => hrefOf(queue, page)} className="mt-4" />
      )}
    </Panel>
  )
}

function FailedRow({ job, onChanged }: { job: FailedJob; onChanged: () => Promise<void> }) {
  const { id: jobId, queue, failedAt, tries, fault } = job
  const [isDiscarding, setDiscarding] = useState(false)
  const retrying = useTask()
  const toast = useToast()
  async function retry() {
    if (!(await retrying.run(() => api.queues.retry({ queue, jobId })))) return
    toast('Retrying the job')
    await onChanged()
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-80">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          <span className="font-mono">{queue}</span>
          <Badge tone="bad">{fault.kind}</Badge>
        </p>
        <p className="mt-1 wrap-anywhere">
          {fault.message || 'The error text may contain data, so it is not shown.'}
        </p>
        <p className="mt-1 text-small text-muted">
          Failed on {momentText(failedAt)} after {tries} {tries === 1 ? 'try' : 'tries'}. Job {jobId}
        </p>
        <ProblemMessage problem={retrying.problem} className="mt-3" />
      </div>
      <div className="flex gap-2">
        <Button variant="quiet" size="small" busy={retrying.busy} onClick={() => void retry()}>
          Try again
        </Button>
        <Button variant="quiet" size="small" onClick={() => setDiscarding(true)}>
          Discard
        </Button>
      </div>
      {isDiscarding && (
        <ReasonDialog
          title="Discard this job?"
          text="It is deleted and will not be retried."
          confirm="Discard job"
          danger
          hint={loggedHint}
          lengthMax={operation_reason_length_max}
          onClose={() => setDiscarding(false)}
          onConfirm={async (reason) => {
            await api.queues.discard({ queue, jobId, reason })
            toast('Discarded')
            await onChanged()
          }}
        />
      )}
    </li>
  )
}
